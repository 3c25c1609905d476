/** Reading answers as they come: what JSON-RPC asks for where the server keeps to it, what was meant where it does not. */
import { isJsonObject } from './message.ts';
import type { Json, JsonObject, RawMessage, RequestId } from './message.ts';

export interface ReadError {
  code: number;
  message: string;
  data?: Json;
}

export type Answer = { kind: 'result'; result: JsonObject } | { kind: 'error'; error: ReadError } | { kind: 'invalid'; reason: string; raw: Json };

/** What had to be tolerated; a name for the counter and a sentence for the person. */
export type Tolerate = (kind: string, message: string) => void;

/** Ours are integers; a server that turned one into a string still means that request. */
export function readOwnId(id: unknown, tolerate: Tolerate): number | undefined {
  if (typeof id === 'number') return id;
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) {
    tolerate('string-id', 'The server answered with the id as a string instead of the number it was sent.');
    return Number(id);
  }
  return undefined;
}

/** A request id of the server's: strings and numbers, nothing else. */
export function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}

/** @param textCap longest error message kept, in characters */
export function readAnswer(message: RawMessage, textCap: number, tolerate: Tolerate): Answer {
  const { error, result } = message;
  if (error !== undefined) {
    if (error !== null) return { kind: 'error', error: readError(error, textCap, tolerate) };
    tolerate('error-null', 'The server sends "error": null beside its results.');
  }
  if (isJsonObject(result)) return { kind: 'result', result };
  if (result === null) {
    tolerate('result-null', 'The server sends null where an empty result belongs.');
    return { kind: 'result', result: {} };
  }
  if (result === undefined) return { kind: 'invalid', reason: 'The answer holds neither a result nor an error.', raw: null };
  return { kind: 'invalid', reason: `The result is ${Array.isArray(result) ? 'an array' : `a ${typeof result}`} instead of an object.`, raw: result as Json };
}

/** Reads a JSON-RPC error object, whatever is wrong with it. */
export function readError(error: unknown, textCap: number, tolerate: Tolerate): ReadError {
  if (typeof error === 'string') {
    tolerate('error-shape', 'The server sends its errors as plain text.');
    return { code: INTERNAL_ERROR, message: error.slice(0, textCap) };
  }
  if (!isJsonObject(error)) {
    tolerate('error-shape', 'The server sends errors that are not objects.');
    return { code: INTERNAL_ERROR, message: `The server reported an error it did not describe: ${JSON.stringify(error).slice(0, 200)}` };
  }
  const code = readCode(error['code'], tolerate);
  const text = error['message'];
  const data = error['data'];
  let message: string;
  if (typeof text === 'string') message = text.slice(0, textCap);
  else {
    tolerate('error-shape', 'The server sends errors without a message.');
    message = `The server reported error ${code} without a message.`;
  }
  return data === undefined ? { code, message } : { code, message, data };
}

const INTERNAL_ERROR = -32603;

function readCode(code: Json | undefined, tolerate: Tolerate): number {
  if (typeof code === 'number') {
    if (!Number.isInteger(code)) tolerate('error-code', 'The server sends error codes that are not integers.');
    return code;
  }
  tolerate('error-code', 'The server sends error codes that are not numbers.');
  const number = typeof code === 'string' && code.trim() !== '' ? Number(code) : Number.NaN;
  return Number.isFinite(number) ? number : INTERNAL_ERROR;
}
