/** What is too big to be checked at all (H24): a schema is hostile until shown otherwise. */
import type { Json, JsonObject } from '@portolan/contract/json';

export interface SchemaBounds {
  /** Characters of the schema as JSON. */
  schemaSize: number;
  /** Levels of nesting inside a schema. */
  schemaDepth: number;
  /** Objects and arrays inside a schema. */
  schemaNodes: number;
  /** Characters of the value as JSON. */
  valueSize: number;
}

export const defaultBounds: SchemaBounds = { schemaSize: 64 * 1024, schemaDepth: 48, schemaNodes: 5000, valueSize: 4 * 1024 * 1024 };

/** @returns why the check is not made, or null when it may be. */
export function outOfBounds(schema: JsonObject, value: Json, bounds: SchemaBounds = defaultBounds): string | null {
  const shape = measure(schema, bounds);
  if (shape !== null) return shape;
  if (JSON.stringify(schema).length > bounds.schemaSize) return `the schema is larger than ${bounds.schemaSize} characters`;
  if (JSON.stringify(value).length > bounds.valueSize) return `the value is larger than ${bounds.valueSize} characters`;
  return null;
}

/** Level by level, so that depth costs no stack. */
function measure(schema: JsonObject, bounds: SchemaBounds): string | null {
  let nodes = 0;
  let level: Json[] = [schema];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > bounds.schemaDepth) return `the schema is nested deeper than ${bounds.schemaDepth} levels`;
    const next: Json[] = [];
    for (const item of level) {
      if (item === null || typeof item !== 'object') continue;
      nodes += 1;
      if (nodes > bounds.schemaNodes) return `the schema has more than ${bounds.schemaNodes} parts`;
      for (const child of Object.values(item)) if (child !== null && typeof child === 'object') next.push(child);
    }
    level = next;
  }
  return null;
}
