/**
 * `resultType` of 2026-07-28 (https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype): absent means
 * complete, `input_required` opens a round, anything else is invalid.
 */
import { LocalError } from '../errors.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';

/** What a server wants to know before it goes on with a request. */
export interface InputRound {
  /** By the keys that the server gave and wants back. */
  inputRequests: JsonObject;
  /** To be sent back exactly as it came, or not at all when there was none. */
  requestState: string | undefined;
}

export type ModernResult = { kind: 'complete'; result: JsonObject } | { kind: 'input-required'; round: InputRound };

/** @throws {LocalError} `invalid-result` for a result type this client does not know */
export function readResultType(method: string, result: JsonObject): ModernResult {
  const type = result['resultType'];
  if (type === undefined || type === null || type === 'complete') return { kind: 'complete', result };
  if (type !== 'input_required') {
    const shown = JSON.stringify(type).slice(0, 60);
    throw new LocalError('invalid-result', `The answer to ${method} is of the result type ${shown}, which this client does not know.`, { mayHaveHappened: true });
  }
  const { inputRequests, requestState } = result;
  return {
    kind: 'input-required',
    round: { inputRequests: isJsonObject(inputRequests) ? inputRequests : {}, requestState: typeof requestState === 'string' ? requestState : undefined },
  };
}

/** For requests that open no rounds here. @throws {LocalError} `not-supported` when the server wants input */
export function completeResult(method: string, result: JsonObject): JsonObject {
  const read = readResultType(method, result);
  if (read.kind === 'complete') return read.result;
  throw inputNotSupported(method, read.round);
}

/** Names what the server asked for, as `elicitation/create (confirm)`. */
export function inputNotSupported(method: string, round: InputRound): LocalError {
  const wanted = Object.entries(round.inputRequests)
    .slice(0, 10)
    .map(([key, request]) => `${isJsonObject(request) && typeof request['method'] === 'string' ? request['method'] : 'unknown'} (${key})`);
  const what = wanted.length === 0 ? 'another round without naming any input' : wanted.join(', ').slice(0, 300);
  return new LocalError('not-supported', `To go on with ${method} the server wants ${what}, which this client cannot give yet.`, { mayHaveHappened: true });
}
