/** Where a chat is cut for a summary: between turns, or, in a long answer, between its steps, so that no call is parted from its result. */
import type { MessageId } from '@portolan/contract/ids';
import { stepStarts } from '../models/lower/history.ts';
import type { StoredMessage } from '../ports.ts';
import type { StoredSummary } from './context-store.ts';
import { keptMessages } from './summaries.ts';
import { totalOf, weighMessage } from './weigh.ts';

export interface SummaryPlan {
  before: MessageId;
  inside: StoredSummary['inside'];
  /** The messages, some in part, that the summary will stand for. */
  told: StoredMessage[];
}

export interface PlanOptions {
  /** What is summarised already. */
  last: Pick<StoredSummary, 'before' | 'inside'> | null;
  /** Tokens that the kept messages may take; as many turns are kept as fit, up to three. */
  room: number;
  resultLimit: number;
}

const mostTurns = 3;
/** Less than this is not worth a summary, in tokens. */
const leastSaved = 300;

/** Null when nothing worth it can be summarised. */
export function planSummary(messages: readonly StoredMessage[], { last, room, resultLimit }: PlanOptions): SummaryPlan | null {
  const standing = last === null ? 0 : messages.findIndex(({ id }) => id === last.before);
  const lastFrom = last?.inside ?? null;
  const weightOf = (kept: readonly StoredMessage[]): number => kept.reduce((sum, message) => sum + totalOf(weighMessage(message, resultLimit)), 0);
  const now = last === null ? [...messages] : keptMessages(messages, last);
  const all = weightOf(now);
  let best: Omit<SummaryPlan, 'told'> | null = null;
  // From the gentlest cut on: the first that leaves room enough is taken, else the one that leaves most.
  for (const cut of [...turnCuts(messages, standing), ...stepCuts(messages, lastFrom)]) {
    const kept = weightOf(keptMessages(messages, cut));
    if (all - kept < leastSaved) continue;
    best = cut;
    if (kept <= room) break;
  }
  return best === null ? null : { ...best, told: toldBy(messages, best, last) };
}

/** Before the third turn from the end, the second, the last. @param standing place of the first message that goes as it is now */
function turnCuts(messages: readonly StoredMessage[], standing: number): Omit<SummaryPlan, 'told'>[] {
  const starts = messages.flatMap(({ role }, at) => (role === 'user' && messages[at - 1]?.role !== 'user' ? [at] : []));
  return starts.slice(-mostTurns).flatMap((at) => {
    const message = messages[at];
    return message === undefined || at <= standing ? [] : [{ before: message.id, inside: null }];
  });
}

/** Within the answer of the last turn: its question stays, and so do its last steps. */
function stepCuts(messages: readonly StoredMessage[], lastFrom: StoredSummary['inside']): Omit<SummaryPlan, 'told'>[] {
  const answer = messages.at(-1);
  const question = messages.findLast(({ role }) => role === 'user');
  if (answer?.role !== 'assistant' || question === undefined) return [];
  const from = lastFrom?.messageId === answer.id ? lastFrom.fromPart : 0;
  const starts = stepStarts(answer).filter((start) => start > from);
  return starts.slice(-4).map((fromPart) => ({ before: question.id, inside: { messageId: answer.id, fromPart } }));
}

/** What is not kept and was not told before. */
function toldBy(messages: readonly StoredMessage[], cut: Omit<SummaryPlan, 'told'>, last: PlanOptions['last']): StoredMessage[] {
  const open = last === null ? [...messages] : keptMessages(messages, last);
  const kept = new Set(keptMessages(messages, cut).map(({ id }) => id));
  return open.flatMap((message): StoredMessage[] => {
    if (!kept.has(message.id)) return [message];
    if (cut.inside?.messageId !== message.id) return [];
    const before = last?.inside?.messageId === message.id ? last.inside.fromPart : 0;
    return [{ ...message, parts: message.parts.slice(0, cut.inside.fromPart - before), providerState: [] }];
  });
}
