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
  if (isDeeperThan(body, limits.depth)) {
    throw new JsonParseError('too-deep', `JSON nested deeper than ${limits.depth} levels`);
  }
  let value: Json;
  try {
    value = JSON.parse(body) as Json;
  } catch (cause) {
    throw new JsonParseError('not-json', cause instanceof Error ? cause.message : 'not JSON', cause);
  }
  if (mayNamePrototype(body)) stripPrototypeKeys(value);
  return value;
}

/** Nesting is counted on the text, before parsing: a value too deep is never built. Strings are skipped, so it is one cheap pass. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
    }
  }
  return false;
}

/** Index of the quote that closes the string opened at `start`, or the end of an unterminated text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Any ASCII letter of a key may be written as an escape, so an escape below U+0080 counts as a possible name too. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u00');
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
