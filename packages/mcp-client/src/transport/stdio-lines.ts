/** From one line of stdout to messages: JSON, batches, and what servers print between their messages. */
import { JsonParseError, parseJson, sampleOf } from '../jsonrpc/json.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject, JsonRpcMessage, RequestId } from '../jsonrpc/message.ts';
import type { TransportEvents } from './transport.ts';

/** Where what was found goes. */
export type LineSink = Pick<TransportEvents, 'onMessage' | 'onRequestLost' | 'onProblem'>;

/** `junk` lines belong in the trace as text. */
export type LineOutcome = 'messages' | 'junk';

/** Reads one line and hands each message in it to `sink`, in order. Never throws. */
export function readLine(text: string, depth: number, sink: LineSink): LineOutcome {
  const first = text.charCodeAt(0);
  const start = first === OPEN_BRACE ? first : text.trimStart().charCodeAt(0);
  if (Number.isNaN(start)) return 'messages';
  // A banner is told from JSON by its first character, without the cost of a failed parse.
  if (start !== OPEN_BRACE && start !== OPEN_BRACKET) return salvage(text, depth, sink);
  let value: Json;
  try {
    value = parseJson(text, { depth });
  } catch (error) {
    if (error instanceof JsonParseError && error.kind === 'too-deep') return refuseDeep(text, depth, sink);
    return salvage(text, depth, sink);
  }
  if (!Array.isArray(value)) {
    if (!isMessageLike(value)) return skip(text, sink);
    sink.onMessage(value);
    return 'messages';
  }
  if (value.length === 0 || !value.some(isMessageLike)) return skip(text, sink);
  // Batches exist in 2025-03-26 only, but splitting one costs nothing and dropping it makes its requests wait for ever.
  sink.onProblem({ kind: 'batch', message: `Split a batch of ${value.length} messages.` });
  for (const item of value) if (isMessageLike(item)) sink.onMessage(item);
  return 'messages';
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function skip(text: string, sink: LineSink): LineOutcome {
  sink.onProblem({ kind: 'not-jsonrpc', message: 'Skipped output that is JSON but no JSON-RPC message.', sample: sampleOf(text) });
  return 'junk';
}

/** JSON log lines are common on stdout, so an object counts only when something of JSON-RPC is in it. */
function isMessageLike(value: Json): value is JsonObject & JsonRpcMessage {
  if (!isJsonObject(value)) return false;
  if (value['jsonrpc'] !== undefined || typeof value['method'] === 'string') return true;
  return value['id'] !== undefined && (value['result'] !== undefined || value['error'] !== undefined);
}

/** Too deep to keep, but its id may be looked at, so that the request it answers does not wait for its time limit. */
function refuseDeep(text: string, depth: number, sink: LineSink): LineOutcome {
  const message = `Refused a message nested deeper than ${depth} levels.`;
  sink.onProblem({ kind: 'too-deep', message, sample: sampleOf(text) });
  const id = idOfDeep(text);
  if (id !== undefined) sink.onRequestLost(id, { kind: 'cap', message, isUnsent: false });
  return 'junk';
}

/** An answer with its id before its result, as nearly all are written. */
const BEGINNING = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15}|"[^"\\]{0,200}")\s*,\s*"(?:result|error)"/;
/** Up to this many characters a text is parsed for its id, and nothing of it is looked at but that. */
const PARSED = 2 * 1024 * 1024;

function idOfDeep(text: string): RequestId | undefined {
  const found = BEGINNING.exec(text.slice(0, 500))?.[1];
  if (found !== undefined) return JSON.parse(found) as RequestId;
  if (text.length > PARSED) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    const id = isJsonObject(value) && value['method'] === undefined ? value['id'] : undefined;
    return typeof id === 'number' || typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A line that is not one JSON value may still hold messages: two on one line, or an answer behind a banner that was printed
 * without its newline. Beside noise only answers are taken: a log line that quotes a request must not become a request.
 */
function salvage(text: string, depth: number, sink: LineSink): LineOutcome {
  const spans = text.includes('{"') ? topLevelObjects(text) : [];
  const isPure = outsideOf(text, spans).trim() === '';
  let delivered = 0;
  for (const span of spans) {
    const value = parsePiece(text.slice(span.start, span.end), depth);
    if (value === undefined || !isMessageLike(value)) continue;
    if (!isPure && (!isJsonObject(value) || value['method'] !== undefined || value['id'] === undefined)) continue;
    sink.onMessage(value);
    delivered += 1;
  }
  let message = 'Skipped output that is not JSON.';
  if (delivered > 0) message = isPure ? 'Split several messages written on one line.' : 'Took an answer out of a line that holds other text.';
  sink.onProblem({ kind: 'not-json', message, sample: sampleOf(text) });
  return delivered > 0 ? 'messages' : 'junk';
}

function parsePiece(text: string, depth: number): Json | undefined {
  try {
    return parseJson(text, { depth });
  } catch {
    return undefined;
  }
}

interface Span {
  start: number;
  end: number;
}

function outsideOf(text: string, spans: Span[]): string {
  let outside = '';
  let cursor = 0;
  for (const { start, end } of spans) {
    outside += text.slice(cursor, start);
    cursor = end;
  }
  return outside + text.slice(cursor);
}

/** Spans of balanced `{…}` at the top level, strings respected; one pass. At most 1,000, which no honest line reaches. */
function topLevelObjects(text: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let at = 0; at < text.length && spans.length < 1000; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) {
      // A quote in the noise between objects opens no string.
      isInString = depth > 0;
    } else if (code === OPEN_BRACE) {
      if (depth === 0) start = at;
      depth += 1;
    } else if (code === CLOSE_BRACE && depth > 0) {
      depth -= 1;
      if (depth === 0) spans.push({ start, end: at + 1 });
    }
  }
  return spans;
}
