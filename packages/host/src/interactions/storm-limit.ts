/** How often one server may have the person asked: a batch of calls counts once, further ones within the minute are refused (C17). */
import type { ServerId } from '@portolan/contract/ids';
import type { ApprovalRequest } from '../ports.ts';

const windowMs = 60_000;
/** Calls of one batch that are one question; every further so many count as one more. */
export const mostOfBatch = 20;

interface Asked {
  batch: string;
  calls: number;
  at: number;
}

export class StormLimit {
  readonly #asked = new Map<ServerId, Asked[]>();

  /** Counts one more call that would be asked about at `now`; false when it is one too many. What is refused does not count. */
  admits({ tool, callId, conversationId, batch }: Pick<ApprovalRequest, 'tool' | 'callId' | 'conversationId' | 'batch'>, limit: number, now: number): boolean {
    // A clock that was set back does not make what was asked count for longer.
    const recent = (this.#asked.get(tool.serverId) ?? []).filter(({ at }) => now - at < windowMs && at <= now);
    this.#asked.set(tool.serverId, recent);
    const name = `${conversationId} ${batch ?? callId}`;
    const standing = recent.find((each) => each.batch === name && each.calls < mostOfBatch);
    if (standing !== undefined) {
      standing.calls++;
      return true;
    }
    if (recent.length >= limit) return false;
    recent.push({ batch: name, calls: 1, at: now });
    return true;
  }
}
