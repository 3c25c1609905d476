import type { Dict } from '../engine/types.ts';

/** A text content block. */
export function text(value: string, more: Dict = {}): Dict {
  return { type: 'text', text: value, ...more };
}

/** A `tools/call` result of one text block. */
export function textResult(value: string): Dict {
  return { content: [text(value)] };
}

/** A `tools/call` result that reports the tool's own failure. */
export function errorResult(value: string): Dict {
  return { content: [text(value)], isError: true };
}

/** An object schema: property name → schema; `required` lists the names that must be there. */
export function objectSchema(properties: Dict, required: readonly string[] = []): Dict {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required: [...required] }) };
}
