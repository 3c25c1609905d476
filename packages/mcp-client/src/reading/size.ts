/** How large a JSON value is, without serialising it. */
import type { Json } from '../jsonrpc/message.ts';

/** True when the value takes more than `cap` bytes as JSON, give or take escapes. Stops looking as soon as it is sure. */
export function exceedsBytes(value: Json, cap: number): boolean {
  return measure(value, cap) < 0;
}

/** The size in bytes as JSON, give or take escapes; undefined above `cap`. */
export function jsonBytes(value: Json, cap: number): number | undefined {
  const left = measure(value, cap);
  return left < 0 ? undefined : cap - left;
}

function measure(value: Json, left: number): number {
  if (left < 0) return left;
  if (typeof value === 'string') return left - 2 - (value.length < 64 ? value.length : Buffer.byteLength(value));
  if (typeof value !== 'object' || value === null) return left - 4;
  left -= 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      left = measure(item, left) - 1;
      if (left < 0) return left;
    }
    return left;
  }
  for (const key in value) {
    left = measure(value[key] ?? null, left - key.length - 4);
    if (left < 0) return left;
  }
  return left;
}

/** True when arrays and objects stand inside one another more than `levels` deep. Never looks deeper than that. */
export function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels < 1) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1));
  for (const key in value) if (isDeeper(value[key] ?? null, levels - 1)) return true;
  return false;
}
