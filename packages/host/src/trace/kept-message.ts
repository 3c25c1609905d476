/** A message as the trace keeps it: the object itself, or the beginning of one that is too big to keep. */
import { isJsonObject } from '@portolan/mcp-client/jsonrpc/message';
import type { Json, JsonObject, JsonRpcMessage } from '@portolan/mcp-client/jsonrpc/message';

export interface KeptMessage {
  /** Never changed by anybody: the engine hands messages over and keeps none. */
  message: JsonObject;
  /** As it crossed. */
  bytes: number;
  isCut: boolean;
  /** What it counts for in the budget, in bytes. */
  charge: number;
}

/** Larger messages are kept as a beginning only: bytes of text, and values in them. */
export const wholeLimit = 2_000_000;
export const wholeValues = 200_000;
/** Of a message that is too big: values kept, and characters of each string. */
export const headValues = 1_000;
export const headText = 2_000;
/** Up to here a message is not looked into: its room in memory is taken to be this many times its bytes. */
const smallLimit = 65_536;
const smallFactor = 4;
/** What a value takes in memory beside its text, in bytes. */
const valueCharge = 32;

/**
 * Keeps the message, or its beginning when it is too big. Costs nothing for small messages and a bounded look for others:
 * JSON can take ten times the room of its text once it is parsed, and the budget has to know.
 */
export function keepMessage(message: JsonRpcMessage, bytes: number): KeptMessage {
  // What a transport hands over is an object; the guard says so to the compiler as well.
  const object: unknown = message;
  if (!isJsonObject(object)) return { message: {}, bytes, isCut: true, charge: valueCharge };
  if (bytes <= smallLimit) return { message: object, bytes, isCut: false, charge: smallFactor * bytes };
  const values = bytes <= wholeLimit ? countValues(object, wholeValues) : null;
  if (values !== null) return { message: object, bytes, isCut: false, charge: bytes + valueCharge * values };
  const budget = { values: headValues, size: 0 };
  const head = headOf(object, budget);
  return { message: isJsonObject(head) ? head : {}, bytes, isCut: true, charge: budget.size };
}

/** Null when there are more than `limit`. A message that was read a moment ago is looked through many times faster than that took. */
function countValues(message: object, limit: number): number | null {
  const waiting: object[] = [message];
  let count = 1;
  for (;;) {
    const value = waiting.pop();
    if (value === undefined) return count;
    if (Array.isArray(value)) {
      count += value.length;
      if (count > limit) return null;
      for (const item of value) if (typeof item === 'object' && item !== null) waiting.push(item as object);
    } else {
      for (const name in value) {
        count += 1;
        const child: unknown = value[name as keyof typeof value];
        if (typeof child === 'object' && child !== null) waiting.push(child);
      }
      if (count > limit) return null;
    }
  }
}

function headOf(value: Json, budget: { values: number; size: number }): Json {
  budget.values -= 1;
  budget.size += valueCharge;
  if (typeof value === 'string') {
    const text = cutText(value, headText);
    budget.size += 2 * text.length;
    return text;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      if (budget.values <= 0) break;
      items.push(headOf(item, budget));
    }
    return items;
  }
  const entries: [string, Json][] = [];
  for (const key of Object.keys(value)) {
    if (budget.values <= 0) break;
    // Names can be as long as anything else a server sends.
    const name = cutText(key, headText);
    budget.size += 2 * name.length;
    entries.push([name, headOf(value[key] ?? null, budget)]);
  }
  return Object.fromEntries(entries);
}

/** The beginning of a text as a text of its own: a slice would keep the whole of it in memory. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : Buffer.from(text.slice(0, limit), 'utf16le').toString('utf16le');
}
