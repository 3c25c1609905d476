/** Text from a server to a JSON value that is safe to keep, copy and store. */
import type { Json } from './message.ts';

/** Why a text was refused. `too-deep` is valid JSON that would overflow the stack of whoever copies or serialises it. */
export class JsonParseError extends Error {
  override readonly name = 'JsonParseError';
  readonly kind: 'not-json' | 'too-deep';
  constructor(kind: JsonParseError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

export interface ParseLimits {
  /** Arrays and objects that may stand inside one another; `[]` is depth 1, a scalar depth 0. */
  depth: number;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Parses one JSON text. A leading byte order mark is tolerated. Keys that could reach a prototype (`__proto__`, and
 * `constructor` holding a `prototype`) are left out.
 * @throws {JsonParseError} when the text is no JSON or is nested deeper than `limits.depth`.
 */
export function parseJson(text: string, limits: ParseLimits): Json {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const seen = survey(body, limits.depth);
  if (seen === 'too-deep') throw new JsonParseError('too-deep', `JSON nested deeper than ${limits.depth} levels`);
  let value: Json;
  try {
    value = JSON.parse(body) as Json;
  } catch (cause) {
    throw new JsonParseError('not-json', cause instanceof Error ? cause.message : 'not JSON', cause);
  }
  if (seen === 'may-name-prototype') stripPrototypeKeys(value);
  return value;
}

/**
 * One cheap pass over the text before it is parsed: a value too deep is never built, and only a text that may hold a key which
 * could reach a prototype is walked afterwards.
 */
function survey(text: string, limit: number): 'plain' | 'may-name-prototype' | 'too-deep' {
  let depth = 0;
  let isPlain = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (isPlain && mayNamePrototype(text, at + 1, end)) isPlain = false;
      at = end;
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > limit) return 'too-deep';
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
    }
  }
  return isPlain ? 'plain' : 'may-name-prototype';
}

/** Most strings are short, and for those a search by the engine costs more than looking at each character. */
const nearby = 24;

/** Index of the quote that closes the string opened at `start`, or the end of an unterminated text. */
function endOfString(text: string, start: number): number {
  const near = Math.min(text.length, start + nearby);
  let at = start + 1;
  for (; at < near; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  let end = text.indexOf('"', at);
  while (end !== -1) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

const underscore = 0x5f;
const letterC = 0x63;
/** `constructor` with every letter written as an escape. */
const longestName = 'constructor'.length * 6;

/** Whether the string from `start` to `end` may be such a key. Any letter of it may be written as an escape below U+0080. */
function mayNamePrototype(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  if (first !== underscore && first !== letterC && first !== backslash) return false;
  const length = end - start;
  if (length < '__proto__'.length || length > longestName) return false;
  const name = text.slice(start, end);
  return name === '__proto__' || name === 'constructor' || name.includes('\\u00');
}

/** Depth is already bounded by the caller, so recursion is safe here. */
function stripPrototypeKeys(value: Json): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value) stripPrototypeKeys(item);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__' || (key === 'constructor' && hasOwnPrototype(child))) delete value[key];
    else stripPrototypeKeys(child);
  }
}

function hasOwnPrototype(value: Json): boolean {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, 'prototype');
}

const sampleLength = 200;

/** The first 200 characters of something refused, control and format characters (bidirectional ones too) written as escapes. */
export function sampleOf(text: string): string {
  const escaped = text
    .slice(0, sampleLength)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
  return text.length > sampleLength ? `${escaped}…` : escaped;
}
