/** What becomes of a call's result that the person wants to see before the model does (H02). */
import type { ToolResultView } from '@portolan/contract/content';
import type { ConversationView, PartView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { InteractionId } from '@portolan/contract/ids';
import type { CallId } from '@portolan/contract/ids';
import type { ResultReviewsPort, ReviewOutcome, StoredMessage } from '../ports.ts';
import type { LiveMessage } from './live-message.ts';

/** How a call ended: with a result, or with a problem that may hold words of the server. */
export interface Answered {
  result: ToolResultView | null;
  problem: Problem | null;
}

/** A call in its message, while that is being written or long after. */
export type CallPlace = Pick<LiveMessage, 'call' | 'updateCall' | 'saveNow' | 'isSaved'>;

export interface ReviewedCall {
  conversation: Pick<ConversationView, 'id' | 'title'>;
  live: CallPlace;
  index: number;
  answered: Answered;
  signal: AbortSignal;
  /** Stores that the call is over and settles its journal. */
  end(change: Partial<ToolCallView>, outcome: 'done' | 'failed'): void;
}

/** What a server said is its words also where the call failed: they are shown first like any result. Null where it said nothing. */
export function wordsOf({ result, problem }: Answered): ToolResultView | null {
  if (problem === null) return result;
  const { message } = problem.details;
  return typeof message === 'string' && message !== '' ? { content: [{ type: 'text', text: message }], isError: true, repairs: [] } : null;
}

/**
 * The call is over and told as such at once; nothing of what came is in the message until the person lets it be. What they never
 * decide about (a stop, the end of the host) stays withheld. Does not throw.
 */
export async function reviewResult(reviews: ResultReviewsPort | undefined, call: ReviewedCall, words: ToolResultView): Promise<void> {
  const { conversation, live, index, answered, signal, end } = call;
  const isFailed = answered.problem !== null || words.isError;
  const { callId, serverId, serverName, tool, title, arguments: args } = live.call(index);
  if (serverId === null) return;
  const request = { conversationId: conversation.id, conversationTitle: conversation.title, callId, serverId, serverName, tool, ...(title === undefined ? {} : { title }), arguments: args, result: words };
  try {
    reviews?.keep(request);
  } catch {
    // The disk refused: it can still be decided about, and is told to nobody before.
  }
  end({ state: isFailed ? 'failed' : 'done', result: null, problem: null, review: { state: 'waiting' } }, isFailed ? 'failed' : 'done');
  const outcome = await ask(reviews, request, live, index, signal);
  switch (outcome.action) {
    case 'send':
      live.updateCall(index, { ...(answered.problem === null ? { result: words } : { problem: answered.problem }), review: { state: 'sent' }, interactionId: null });
      break;
    case 'edit':
      live.updateCall(index, { result: outcome.result, review: { state: 'edited' }, interactionId: null });
      break;
    case 'withhold':
      live.updateCall(index, { review: { state: 'withheld', ...(outcome.note === null ? {} : { note: outcome.note }) }, interactionId: null });
      break;
    case 'withdrawn':
      live.updateCall(index, { review: { state: 'withheld' }, interactionId: null });
      break;
  }
  live.saveNow();
  // Only once the message has it, or it would be nowhere.
  if (outcome.action === 'send' && live.isSaved) forget(reviews, callId);
}

/** The message with a result in it that was withheld until now. Error: `result-unknown`. */
export function passedMessage(messages: readonly StoredMessage[], callId: CallId, result: ToolResultView | null): { message: StoredMessage; call: ToolCallView } {
  const isIt = (part: PartView): part is ToolCallView => part.type === 'tool-call' && part.callId === callId && part.review?.state === 'withheld';
  const message = messages.find(({ parts }) => parts.some(isIt));
  const withheld = message?.parts.find(isIt);
  if (message === undefined || withheld === undefined || result === null) throw new HostError('result-unknown', { call: callId });
  const call: ToolCallView = { ...withheld, result, review: { state: 'sent' } };
  return { call, message: { ...message, parts: message.parts.map((part) => (part === withheld ? call : part)) } };
}

async function ask(reviews: ResultReviewsPort | undefined, request: Parameters<ResultReviewsPort['ask']>[0], live: CallPlace, index: number, signal: AbortSignal): Promise<ReviewOutcome> {
  if (reviews === undefined) return { action: 'withdrawn' };
  try {
    return await reviews.ask(request, {
      signal,
      onAsked: (id) => {
        live.updateCall(index, { interactionId: InteractionId.parse(id) });
        live.saveNow();
      },
    });
  } catch {
    // Too much waits already: what could not be shown is not told either.
    return { action: 'withdrawn' };
  }
}

function forget(reviews: ResultReviewsPort | undefined, callId: CallId): void {
  try {
    reviews?.forget(callId);
  } catch {
    // A copy too many on a disk that refuses to be written.
  }
}
