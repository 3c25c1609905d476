/**
 * A JSON value to JSON-RPC messages, tolerantly: what real servers send slightly wrong is repaired and reported, so that
 * no call hangs on an envelope (https://modelcontextprotocol.io/specification/2025-11-25/basic#messages).
 */
import type { Json, JsonObject, JsonRpcErrorObject, JsonRpcMessage, RequestId } from './message.ts';

/** One item of a received text. `id` of a refusal is the request that can get no other answer, when it can be told. */
export type Reading =
  | { kind: 'message'; message: JsonRpcMessage; repairs: string[] }
  | { kind: 'refused'; reason: string; id?: RequestId };

/** JSON-RPC's code for an error inside the server, used where a server gives none. */
const internalError = -32603;

/** Reads a single message or, as 2025-03-26 allowed, an array of them. Never throws. */
export function readMessages(value: Json): Reading[] {
  return Array.isArray(value) ? value.map(readMessage) : [readMessage(value)];
}

/** Reads one message. Never throws. */
export function readMessage(value: Json): Reading {
  if (!isObject(value)) return { kind: 'refused', reason: `a JSON-RPC message is an object, this is ${typeName(value)}` };
  const repairs: string[] = [];
  if (value['jsonrpc'] !== '2.0') repairs.push('"jsonrpc" is not "2.0"');
  if (typeof value['method'] === 'string') return readCall(value, value['method'], repairs);
  if (isObject(value['error']) || typeof value['error'] === 'string') return readError(value, value['error'], repairs);
  if (value['result'] !== undefined) return readResult(value, value['result'], repairs);
  return refused('it has no method, no result and no error', value['id']);
}

function readCall(value: JsonObject, method: string, repairs: string[]): Reading {
  const params = value['params'];
  if (params === null) repairs.push('"params" is null');
  else if (params !== undefined && !isObject(params)) return { kind: 'refused', reason: `"params" of ${method} is ${typeName(params)}, not an object` };
  const body = isObject(params) ? { method, params } : { method };
  const id = value['id'];
  if (id === undefined) return { kind: 'message', message: { jsonrpc: '2.0', ...body }, repairs };
  if (isRequestId(id)) return { kind: 'message', message: { jsonrpc: '2.0', id, ...body }, repairs };
  if (!method.startsWith('notifications/')) return { kind: 'refused', reason: `the request ${method} has ${typeName(id)} as its id` };
  repairs.push(`the notification ${method} carries an id`);
  return { kind: 'message', message: { jsonrpc: '2.0', ...body }, repairs };
}

function readResult(value: JsonObject, result: Json, repairs: string[]): Reading {
  const id = value['id'];
  if (!isRequestId(id)) return { kind: 'refused', reason: 'a result without the id of its request' };
  if (value['error'] === null) repairs.push('"error" is null beside a result');
  if (result === null) repairs.push('"result" is null');
  else if (!isObject(result)) return refused(`its result is ${typeName(result)}, not an object`, id);
  return { kind: 'message', message: { jsonrpc: '2.0', id, result: result ?? {} }, repairs };
}

function readError(value: JsonObject, error: JsonObject | string, repairs: string[]): Reading {
  const id = value['id'];
  if (id !== undefined && id !== null && !isRequestId(id)) return { kind: 'refused', reason: `an error whose id is ${typeName(id)}` };
  if (value['result'] !== undefined && value['result'] !== null) repairs.push('an error beside a result');
  return { kind: 'message', message: { jsonrpc: '2.0', id: id ?? null, error: readErrorObject(error, repairs) }, repairs };
}

function readErrorObject(error: JsonObject | string, repairs: string[]): JsonRpcErrorObject {
  if (typeof error === 'string') {
    repairs.push('"error" is a string');
    return { code: internalError, message: error };
  }
  const { code, message, data } = error;
  if (!Number.isSafeInteger(code)) repairs.push('"error.code" is not an integer');
  if (typeof message !== 'string') repairs.push('"error.message" is not a string');
  const read: JsonRpcErrorObject = {
    code: typeof code === 'number' && Number.isFinite(code) ? Math.trunc(code) : internalError,
    message: typeof message === 'string' ? message : 'The server gave no error message.',
  };
  if (data !== undefined) read.data = data;
  return read;
}

function refused(reason: string, id: Json | undefined): Reading {
  return isRequestId(id) ? { kind: 'refused', reason, id } : { kind: 'refused', reason };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRequestId(value: Json | undefined): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
