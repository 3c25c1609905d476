/** What is too big to be looked at: schemas and values of servers are hostile until shown otherwise. */
import type { Json } from '../jsonrpc/message.ts';

export interface Bounds {
  /** Characters as JSON, give or take escapes. */
  size: number;
  /** Arrays and objects inside one another. */
  depth: number;
  /** Arrays and objects in all. */
  nodes: number;
}

/** Of a schema: what an honest one stays far below. https://modelcontextprotocol.io/specification/2026-07-28/basic#composition-keyword-resource-usage */
export const schemaBounds: Bounds = { size: 64 * 1024, depth: 48, nodes: 5000 };

/** Of a value: beyond this, turning it into text for the checking thread would be felt by whoever waits for this one. */
export const valueBounds: Bounds = { size: 4 * 1024 * 1024, depth: 128, nodes: 200_000 };

/**
 * Looks level by level, so that depth costs no stack, and stops as soon as a bound is passed, so that size costs no time.
 * @returns why the value is out of bounds, as `nested deeper than 48 levels`, or null when it is not.
 */
export function outOfBounds(value: Json, bounds: Bounds): string | null {
  let size = scalarSize(value);
  let nodes = 0;
  let level: (Json[] | { [key: string]: Json })[] = isNode(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > bounds.depth) return `nested deeper than ${bounds.depth} levels`;
    nodes += level.length;
    if (nodes > bounds.nodes) return `made of more than ${bounds.nodes} parts`;
    const next: typeof level = [];
    const take = (child: Json, keyLength: number): void => {
      size += scalarSize(child) + keyLength;
      if (isNode(child)) next.push(child);
    };
    for (const node of level) {
      if (Array.isArray(node)) for (const child of node) take(child, 1);
      else for (const key in node) take(node[key] ?? null, key.length + 4);
      if (size > bounds.size) return `larger than ${bounds.size} characters`;
    }
    level = next;
  }
  return size > bounds.size ? `larger than ${bounds.size} characters` : null;
}

function isNode(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null;
}

function scalarSize(value: Json): number {
  return typeof value === 'string' ? value.length + 2 : isNode(value) ? 2 : 4;
}
