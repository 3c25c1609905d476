/**
 * `resultType` of 2026-07-28 (https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype): absent means
 * complete, `input_required` opens a round, anything else is invalid.
 */
import { LocalError } from '../errors.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';

/** What a server wants to know before it goes on with a request, unread. */
export interface WireRound {
  /** By the keys that the server gave and wants back; undefined when it only wants its state back. */
  inputRequests: JsonObject | undefined;
  /** To be sent back exactly as it came, or not at all when there was none. Never looked into, never in a message. */
  requestState: string | undefined;
}

export type ModernResult = { kind: 'complete'; result: JsonObject } | { kind: 'input-required'; round: WireRound };

/**
 * @param takesTask whether a task may come in place of the result; it is left to the caller to tell them apart
 * @throws {LocalError} `invalid-result` for a result type this client does not know
 */
export function readResultType(method: string, result: JsonObject, takesTask = false): ModernResult {
  const type = result['resultType'];
  if (type === undefined || type === null || type === 'complete' || (takesTask && type === 'task')) return { kind: 'complete', result };
  if (type !== 'input_required') {
    const shown = JSON.stringify(type).slice(0, 60);
    throw invalid(`The answer to ${method} is of the result type ${shown}, which this client does not know.`, result);
  }
  const { inputRequests, requestState } = result;
  if (inputRequests !== undefined && !isJsonObject(inputRequests)) throw invalid(`The server wants input for ${method}, but does not say what: its inputRequests are no object.`, result);
  if (requestState !== undefined && typeof requestState !== 'string') throw invalid(`The server wants input for ${method} with a requestState that is no string.`, result);
  if (inputRequests === undefined && requestState === undefined) throw invalid(`The server wants another round for ${method} without naming any input or state.`, result);
  return { kind: 'input-required', round: { inputRequests, requestState } };
}

/** For requests that the specification allows no rounds. @throws {LocalError} `invalid-result` when the server wants one */
export function completeResult(method: string, result: JsonObject): JsonObject {
  const read = readResultType(method, result);
  if (read.kind === 'complete') return read.result;
  throw invalid(`The server wants input for ${method}, which the protocol does not allow.`, result);
}

/** Names what the server asked for, as `elicitation/create (confirm)`. */
export function inputNotSupported(method: string, wanted: { key: string; method: string }[]): LocalError {
  const what = wanted
    .slice(0, 10)
    .map(({ key, method: asked }) => `${asked} (${key})`)
    .join(', ');
  return new LocalError('not-supported', `To go on with ${method} the server wants ${what.slice(0, 300)}, which this client did not say it can give.`, { mayHaveHappened: true });
}

function invalid(message: string, raw: JsonObject): LocalError {
  return new LocalError('invalid-result', message, { mayHaveHappened: true, raw });
}
