/** One text for one JSON value, whatever order its keys came in. */
import type { Json } from '@portolan/contract/json';

const maxDepth = 256;

/**
 * JSON with keys sorted by UTF-16 code units and no spaces. Two values have the same text exactly when they are the same
 * JSON. Throws RangeError for what JSON cannot hold (NaN, functions) or what is nested beyond 256 levels.
 */
export function canonicalJson(value: Json, depth = 0): string {
  if (depth > maxDepth) throw new RangeError('nested too deep');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null, depth + 1)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not a JSON number');
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new RangeError('not a JSON value');
  return text;
}
