/** What a shell may say outside of any window about a job that has ended: whose, how, in cleaned names. */
import type { ConversationId, JobId } from '@portolan/contract/ids';
import type { JobView } from '@portolan/contract/jobs';
import { plainName } from '@portolan/contract/plain-name';

export interface EndedJob {
  id: JobId;
  server: string;
  tool: string;
  outcome: 'done' | 'failed';
  conversationId: ConversationId | null;
}

/** Milliseconds after which an end is news: before, the person is still there. */
export const longJobMs = 10_000;

/** Null for one that was short, or that the person ended themself. */
export function endedJob({ id, serverName, tool, title, state, startedAt, endedAt, conversation, cancel }: JobView, leastMs = longJobMs): EndedJob | null {
  if (endedAt === null || endedAt - startedAt < leastMs || state === 'cancelled' || cancel === 'asked') return null;
  return { id, server: plainName(serverName), tool: plainName(title ?? tool), outcome: state === 'done' ? 'done' : 'failed', conversationId: conversation?.id ?? null };
}
