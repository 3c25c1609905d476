/** JSON values as they cross the contract: tool arguments, schemas, structured content. */
import * as z from 'zod/mini';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const maxDepth = 128;

/** True when the value holds only JSON, no deeper than 128 levels. Iterative: a hostile depth must not cost a stack. */
export function isJson(value: unknown): value is Json {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false;
    const next: unknown[] = [];
    for (const item of level) {
      if (item === null || typeof item === 'string' || typeof item === 'boolean') continue;
      if (typeof item === 'number') {
        if (!Number.isFinite(item)) return false;
        continue;
      }
      if (typeof item !== 'object') return false;
      for (const child of Object.values(item)) next.push(child);
    }
    level = next;
  }
  return true;
}

/** Any JSON value, at most 128 levels deep. */
export const Json = z.custom<Json>((value) => isJson(value), { error: 'not JSON' });
export const JsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value),
  { error: 'not a JSON object' },
);
