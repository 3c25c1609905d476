/**
 * From the text of one frame (a stdio line, an HTTP body, one SSE event) to messages: JSON, depth, `__proto__`, batches.
 * Shared by every transport, so that a hostile frame meets the same edge whichever way it comes.
 */
import type { RequestLost, TransportProblem } from '../transport/transport.ts';
import type { Json, JsonObject, JsonRpcMessage, RequestId } from './message.ts';

/** Where what was found goes. `TransportEvents` fits. */
export interface FrameSink {
  onMessage(message: JsonRpcMessage): void;
  onRequestLost(id: RequestId, error: RequestLost): void;
  onProblem(problem: TransportProblem): void;
}

/** How much of a frame was of use: `junk` frames belong in the trace as text. */
export type FrameOutcome = 'messages' | 'junk';

/** The first 200 characters, with control, bidi and line-separator characters escaped, so that it is safe in a log line. */
export function sampleOf(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Reads one frame and hands each message in it to `sink`, in order. Never throws. */
export function deliverFrame(text: string, depthCap: number, sink: FrameSink): FrameOutcome {
  const first = firstSignificant(text);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) {
    let value: Json;
    try {
      value = JSON.parse(text) as Json;
    } catch {
      return salvage(text, depthCap, sink);
    }
    return deliverValue(value, text, depthCap, sink);
  }
  return salvage(text, depthCap, sink);
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

function firstSignificant(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d && code !== 0x0a) return code;
  }
  return -1;
}

function deliverValue(value: Json, text: string, depthCap: number, sink: FrameSink): FrameOutcome {
  if (!isShallow(text, depthCap) && !cleanse(value, depthCap)) {
    tooDeep(value, text, depthCap, sink);
    return 'messages';
  }
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(isMessageLike)) {
      sink.onProblem({ kind: 'not-jsonrpc', message: 'Skipped output that is JSON but no JSON-RPC message.', sample: sampleOf(text) });
      return 'junk';
    }
    // Batches exist in 2025-03-26 only, but splitting one costs nothing and dropping it makes its requests wait for ever.
    sink.onProblem({ kind: 'batch', message: `Split a batch of ${value.length} messages.` });
    for (const item of value) if (isMessageLike(item)) sink.onMessage(item);
    return 'messages';
  }
  if (!isMessageLike(value)) {
    sink.onProblem({ kind: 'not-jsonrpc', message: 'Skipped output that is JSON but no JSON-RPC message.', sample: sampleOf(text) });
    return 'junk';
  }
  sink.onMessage(value);
  return 'messages';
}

/** JSON log lines are common on stdout, so an object counts only when something of JSON-RPC is in it. */
function isMessageLike(value: Json): value is JsonObject & JsonRpcMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (value['jsonrpc'] !== undefined || typeof value['method'] === 'string') return true;
  return value['id'] !== undefined && (value['result'] !== undefined || value['error'] !== undefined);
}

/** A text too short to nest beyond the cap and without a way to spell `__proto__` needs no walk. */
function isShallow(text: string, depthCap: number): boolean {
  return text.length <= depthCap * 2 && !text.includes('__proto__') && !text.includes('\\u');
}

/**
 * Removes `__proto__` keys (JSON.parse keeps them as own keys, and a later Object.assign would then swap a prototype) and
 * says whether the value stays within the depth cap. Deeper values parse well and then kill whoever serialises them.
 */
export function cleanse(value: Json, depthLeft: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depthLeft <= 0) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (typeof item === 'object' && item !== null && !cleanse(item, depthLeft - 1)) return false;
    }
    return true;
  }
  for (const key in value) {
    if (key === '__proto__') {
      delete value[key];
      continue;
    }
    const item = value[key];
    if (typeof item === 'object' && item !== null && !cleanse(item, depthLeft - 1)) return false;
  }
  return true;
}

function tooDeep(value: Json, text: string, depthCap: number, sink: FrameSink): void {
  const message = `Refused a message nested deeper than ${depthCap} levels.`;
  sink.onProblem({ kind: 'too-deep', message, sample: sampleOf(text) });
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value['method'] !== undefined) return;
  const id = value['id'];
  if (typeof id === 'number' || typeof id === 'string') sink.onRequestLost(id, { kind: 'cap', message, isUnsent: false });
}

/**
 * A line that is not one JSON value may still hold messages: two on one line, or an answer behind a banner that was printed
 * without its newline. Behind noise only answers are taken: a log line that quotes a request must not become a request.
 */
function salvage(text: string, depthCap: number, sink: FrameSink): FrameOutcome {
  const found = text.includes('"') ? topLevelObjects(text) : [];
  let isClean = true;
  let cursor = 0;
  for (const span of found) {
    if (text.slice(cursor, span.start).trim() !== '') isClean = false;
    cursor = span.end;
  }
  if (text.slice(cursor).trim() !== '') isClean = false;
  let delivered = 0;
  let noise: string | undefined = isClean ? undefined : text;
  for (const span of found) {
    const piece = text.slice(span.start, span.end);
    let value: Json;
    try {
      value = JSON.parse(piece) as Json;
    } catch {
      noise = text;
      continue;
    }
    if (!isMessageLike(value)) continue;
    if (!isClean && (value['method'] !== undefined || value['id'] === undefined)) continue;
    deliverValue(value, piece, depthCap, sink);
    delivered += 1;
  }
  if (delivered === 0) {
    sink.onProblem({ kind: 'not-json', message: 'Skipped output that is not JSON.', sample: sampleOf(text) });
    return 'junk';
  }
  const message = noise === undefined ? 'Split several messages written on one line.' : 'Took an answer out of a line that holds other text.';
  sink.onProblem({ kind: 'not-json', message, sample: sampleOf(text) });
  return 'messages';
}

/** Spans of balanced `{…}` at the top level, strings respected; one pass. At most 1,000, which no honest line reaches. */
function topLevelObjects(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) {
      // A quote in the noise between objects opens no string.
      if (depth > 0) inString = true;
    } else if (code === OPEN_BRACE) {
      if (depth === 0) start = i;
      depth += 1;
    } else if (code === 0x7d && depth > 0) {
      depth -= 1;
      if (depth === 0) {
        spans.push({ start, end: i + 1 });
        if (spans.length >= 1000) return spans;
      }
    }
  }
  return spans;
}
