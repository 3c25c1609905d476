/** Which keywords of JSON Schema hold schemas, and what the others must look like. Draft-07 and 2020-12 together. */
import type { Json, JsonObject } from '@portolan/contract/json';

export const schemaKeywords = new Set([
  'items', 'additionalItems', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else', 'contentSchema',
]);
export const schemaListKeywords = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
export const schemaMapKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Say where a schema comes from or what it is called; nothing a model needs once references are resolved. */
export const identityKeywords = new Set([
  '$schema', '$id', '$comment', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$recursiveAnchor', '$vocabulary', '$defs', 'definitions', 'x-mcp-header',
]);

export const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

const isNumber = (value: Json) => typeof value === 'number';
const isCount = (value: Json) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isString = (value: Json) => typeof value === 'string';
const isBoolean = (value: Json) => typeof value === 'boolean';
const isList = (value: Json) => Array.isArray(value);

/** Null-prototype: looked up with names that servers choose. */
export const shapes: Record<string, (value: Json) => boolean> = Object.assign(Object.create(null), {
  description: isString, title: isString, format: isString, pattern: isString, contentMediaType: isString, contentEncoding: isString,
  minimum: isNumber, maximum: isNumber, exclusiveMinimum: isNumber, exclusiveMaximum: isNumber, multipleOf: (value: Json) => typeof value === 'number' && value > 0,
  minLength: isCount, maxLength: isCount, minItems: isCount, maxItems: isCount, minProperties: isCount, maxProperties: isCount, minContains: isCount, maxContains: isCount,
  uniqueItems: isBoolean, deprecated: isBoolean, readOnly: isBoolean, writeOnly: isBoolean, nullable: isBoolean,
  examples: isList, enum: (value: Json) => Array.isArray(value) && value.length > 0,
});

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names of a schema's type, none when it says none. */
export function typesOf(schema: JsonObject): string[] {
  const type = schema['type'];
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((entry) => typeof entry === 'string') : [];
}

/** Sets a key without ever touching a prototype, whatever the key is called. */
export function put(target: JsonObject, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A copy that lacks some keywords. */
export function without(schema: JsonObject, ...keywords: string[]): JsonObject {
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) if (!keywords.includes(keyword)) put(result, keyword, value);
  return result;
}
