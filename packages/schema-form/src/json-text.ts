import type { Json } from './json.ts';

export type ParsedText =
  | { ok: true; value: Json }
  /** Line and column count from 1; absent when the engine does not tell. */
  | { ok: false; reason: 'syntax'; line?: number; column?: number }
  /** A whole number that a JavaScript number would silently change. */
  | { ok: false; reason: 'unsafe-integer'; source: string };

/** Reads JSON as a person types it, and refuses to change a number behind their back. */
export function parseJsonText(text: string): ParsedText {
  let unsafe: string | undefined;
  try {
    const value = JSON.parse(text, function reviveKeepingNumbers(this: unknown, _key: string, item: unknown, context?: { source?: string }) {
      if (typeof item === 'number' && !isExact(item, context?.source)) unsafe ??= context?.source ?? String(item);
      return item;
    }) as Json;
    return unsafe === undefined ? { ok: true, value } : { ok: false, reason: 'unsafe-integer', source: unsafe };
  } catch (error) {
    return { ok: false, reason: 'syntax', ...placeOf(text, error) };
  }
}

/** Reads one number; null when it is none. Full-width digits of Chinese input are taken as digits. */
export function parseNumberText(text: string): { value: number } | { problem: 'notANumber' | 'unsafeInteger' } {
  const plain = text.normalize('NFKC').replace(/^\u2212/, '-').trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) return { problem: 'notANumber' };
  const value = Number(plain);
  if (!Number.isFinite(value)) return { problem: 'notANumber' };
  return isExact(value, plain) ? { value } : { problem: 'unsafeInteger' };
}

function isExact(value: number, source: string | undefined): boolean {
  if (!Number.isFinite(value)) return false;
  return !Number.isInteger(value) || Number.isSafeInteger(value) || (source !== undefined && /[.eE]/.test(source));
}

function placeOf(text: string, error: unknown): { line?: number; column?: number } {
  const message = error instanceof Error ? error.message : '';
  const known = /line (\d+) column (\d+)/.exec(message);
  if (known) return { line: Number(known[1]), column: Number(known[2]) };
  const position = /position (\d+)/.exec(message);
  const offset = position ? Number(position[1]) : /end of (?:JSON|data)/i.test(message) ? text.length : undefined;
  if (offset === undefined) return {};
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
