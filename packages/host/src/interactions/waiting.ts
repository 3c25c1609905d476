/** What a shell may say outside of any window about the questions that wait: how many, and who asks for what, in cleaned names (J09). */
import type { InteractionId } from '@portolan/contract/ids';
import type { InteractionView } from '@portolan/contract/interactions';
import { plainName } from '@portolan/contract/plain-name';
import type { InteractionQueue } from './interaction-queue.ts';

export interface Waiting {
  count: number;
  /** The question that came last and is still open; `tool` is empty for what a server itself asks. */
  newest: { id: InteractionId; kind: 'call' | 'ask' | 'result'; server: string; tool: string } | null;
}

export function waitingOf(open: readonly InteractionView[]): Waiting {
  const newest = open.at(-1);
  return { count: open.length, newest: newest === undefined ? null : { id: newest.id, server: plainName(newest.serverName), ...subjectOf(newest) } };
}

function subjectOf(question: InteractionView): { kind: 'call' | 'ask' | 'result'; tool: string } {
  if (question.kind === 'tool-approval') return { kind: 'call', tool: plainName(question.tool.name) };
  if (question.kind === 'result-review') return { kind: 'result', tool: plainName(question.tool) };
  return { kind: 'ask', tool: '' };
}

/** Tells each change of what waits until the queue closes or the signal aborts. */
export async function tellWaiting(queue: InteractionQueue, tell: (waiting: Waiting) => void, signal: AbortSignal): Promise<void> {
  for await (const _event of queue.watch(signal)) tell(waitingOf(queue.list()));
}
