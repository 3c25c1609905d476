/** From the text of one body or event to messages for the peer: parsed, bounded, split, traced. */
import { JsonParseError, parseJson, sampleOf } from '../jsonrpc/json.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject, JsonRpcErrorResponse, JsonRpcMessage, RequestId } from '../jsonrpc/message.ts';
import { readOwnId } from '../jsonrpc/read-response.ts';
import type { Caps, Tap, TransportEvents } from './transport.ts';

/** What became of a text. `too-deep` and `not-json` were reported as problems. */
export type InboxOutcome = 'read' | 'not-json' | 'too-deep';

export interface TakeOptions {
  /** The request whose own body or stream the text came on: an error that names no request is meant for it. */
  scope?: RequestId;
  /** The text may be cut off: nothing is reported when it is not JSON. */
  isQuiet?: boolean;
}

export interface Inbox {
  /** Hands every message of the text to the peer, in order, as the server wrote it. Never throws. */
  take(text: string, options?: TakeOptions): InboxOutcome;
}

export interface InboxDeps {
  caps: Caps;
  tap: Tap | undefined;
  events: TransportEvents;
  /** Whether a request with this id awaits its answer. */
  isOpen: (id: RequestId) => boolean;
  /** Called just before an answer is handed on: nothing can be lost for this id any more. */
  onAnswer: (id: RequestId) => void;
}

export function createInbox(deps: InboxDeps): Inbox {
  return { take: (text, options = {}) => take(text, options, deps) };
}

/** Kept of a text that is no message, for the trace. */
const junkLength = 4096;

function take(text: string, { scope, isQuiet = false }: TakeOptions, deps: InboxDeps): InboxOutcome {
  const { caps, tap, events } = deps;
  let value: Json;
  try {
    value = parseJson(text, { depth: caps.depth });
  } catch (error) {
    const kind = error instanceof JsonParseError ? error.kind : 'not-json';
    if (isQuiet && kind === 'not-json') return kind;
    tap?.({ kind: 'junk', at: Date.now(), bytes: Buffer.byteLength(text), text: text.slice(0, junkLength) });
    const message = kind === 'too-deep' ? `Refused a message nested deeper than ${caps.depth} levels.` : 'Skipped a message that is not JSON.';
    events.onProblem({ kind, message, sample: sampleOf(text) });
    return kind;
  }
  const items = Array.isArray(value) ? value : [value];
  if (Array.isArray(value)) events.onProblem({ kind: 'batch', message: `Split a batch of ${items.length} messages.`, sample: sampleOf(text) });
  const bytes = tap === undefined ? 0 : Math.ceil(Buffer.byteLength(text) / Math.max(1, items.length));
  for (const item of items) deliver(item, scope, bytes, deps);
  return 'read';
}

function deliver(item: Json, scope: RequestId | undefined, bytes: number, { tap, events, isOpen, onAnswer }: InboxDeps): void {
  if (!isMessage(item)) {
    const text = JSON.stringify(item);
    tap?.({ kind: 'junk', at: Date.now(), bytes, text: text.slice(0, junkLength) });
    events.onProblem({ kind: 'not-jsonrpc', message: 'Skipped JSON that is no JSON-RPC message.', sample: sampleOf(text) });
    return;
  }
  tap?.({ kind: 'message', direction: 'in', at: Date.now(), bytes, message: item });
  if (typeof item['method'] === 'string') {
    events.onMessage(item, scope);
    return;
  }
  const message = scope !== undefined && isErrorWithoutId(item) ? { ...item, id: scope } : item;
  const id = answeredId(message['id'], isOpen);
  if (id !== undefined) onAnswer(id);
  events.onMessage(message);
}

/** Every other field is the server's claim; what is wrong with it is the peer's to judge, the same for all transports. */
function isMessage(value: Json): value is JsonObject & JsonRpcMessage {
  if (!isJsonObject(value)) return false;
  if (value['jsonrpc'] !== undefined || typeof value['method'] === 'string') return true;
  return value['id'] !== undefined && (value['result'] !== undefined || value['error'] !== undefined);
}

function isErrorWithoutId(value: JsonObject): value is JsonObject & JsonRpcErrorResponse {
  return (value['id'] === undefined || value['id'] === null) && value['error'] !== undefined && value['error'] !== null;
}

/** The request that an id of an answer means, by the same rule as the peer's: what it will not take settles nothing here. */
function answeredId(id: Json | undefined, isOpen: (id: RequestId) => boolean): RequestId | undefined {
  return typeof id === 'string' && isOpen(id) ? id : readOwnId(id, () => {});
}

/** The JSON-RPC error that the text of an HTTP error body holds, if it holds one. Never throws. */
export function errorResponseIn(text: string, depth: number): (JsonObject & JsonRpcErrorResponse) | undefined {
  try {
    const value = parseJson(text, { depth });
    return isErrorResponse(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorResponse(value: Json): value is JsonObject & JsonRpcErrorResponse {
  // {"error": "invalid_token"} is how OAuth and many frameworks say it; only an object with a code is JSON-RPC's.
  return isJsonObject(value) && isJsonObject(value['error']) && typeof value['error']['code'] === 'number';
}
