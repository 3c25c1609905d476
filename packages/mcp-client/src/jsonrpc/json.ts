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
  const isLong = body.length > LONG;
  if (isLong && isDeeperThan(body, limits.depth)) throw tooDeep(limits.depth);
  let value: Json;
  try {
    value = JSON.parse(body) as Json;
  } catch (cause) {
    throw new JsonParseError('not-json', cause instanceof Error ? cause.message : 'not JSON', cause);
  }
  const seen = survey(value, isLong ? Number.POSITIVE_INFINITY : limits.depth);
  if (seen === TOO_DEEP) throw tooDeep(limits.depth);
  if (seen === SUSPICIOUS) stripPrototypeKeys(value);
  return value;
}

/**
 * A text of up to so many characters is parsed before its depth is looked at, which is the cheaper order; brackets alone make it
 * no larger in memory than other texts of its size. Of a longer one the brackets are counted first.
 */
const LONG = 2 * 1024 * 1024;

function tooDeep(depth: number): JsonParseError {
  return new JsonParseError('too-deep', `JSON nested deeper than ${depth} levels`);
}

const PLAIN = 0;
/** Some key may reach a prototype. */
const SUSPICIOUS = 1;
const TOO_DEEP = 2;

/** One walk over a parsed value, never deeper than `left` levels, for what most values have nothing of. */
function survey(value: Json, left: number): typeof PLAIN | typeof SUSPICIOUS | typeof TOO_DEEP {
  if (value === null || typeof value !== 'object') return PLAIN;
  if (left < 1) return TOO_DEEP;
  let seen: typeof PLAIN | typeof SUSPICIOUS = PLAIN;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (item === null || typeof item !== 'object') continue;
      const inner = survey(item, left - 1);
      if (inner === TOO_DEEP) return TOO_DEEP;
      if (inner === SUSPICIOUS) seen = SUSPICIOUS;
    }
    return seen;
  }
  for (const key in value) {
    if (key === '__proto__' || key === 'constructor') seen = SUSPICIOUS;
    const item = value[key];
    if (item === null || typeof item !== 'object') continue;
    const inner = survey(item, left - 1);
    if (inner === TOO_DEEP) return TOO_DEEP;
    if (inner === SUSPICIOUS) seen = SUSPICIOUS;
  }
  return seen;
}

/** Nesting counted on the text: strings are skipped, so it is one cheap pass. */
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
