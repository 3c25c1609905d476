/**
 * From a tool's schema to the subset of JSON Schema that llama.cpp's grammars are made of, and from arguments written by
 * such a grammar back to what the tool means. A grammar cannot leave out a property: one that may be missing is offered as
 * null, and taken out again.
 */
import type { Json, JsonObject } from '@portolan/contract/json';

const plainTypes = ['string', 'number', 'integer', 'boolean', 'null'];
/** Beyond this anything may stand there. */
const maxDepth = 12;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): value is string | number | boolean | null => value === null || ['string', 'number', 'boolean'].includes(typeof value);

export function grammarSchema(schema: JsonObject): JsonObject {
  const made = convert(schema, 0);
  return made['type'] === 'object' ? made : { type: 'object', additionalProperties: true };
}

function convert(schema: Json | undefined, depth: number): JsonObject {
  if (!isObject(schema) || depth > maxDepth) return anything();
  const said = typeof schema['description'] === 'string' ? { description: schema['description'] } : {};
  if (isPlain(schema['const']) && 'const' in schema) return { ...said, const: schema['const'] };
  const values = Array.isArray(schema['enum']) ? schema['enum'].filter(isPlain) : [];
  if (values.length > 0) return { ...said, enum: values };
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const choices = schema[keyword];
    if (Array.isArray(choices) && choices.length > 0) return { ...said, oneOf: choices.map((choice) => convert(choice, depth + 1)) };
  }
  const { type } = schema;
  if (Array.isArray(type)) {
    const types = type.filter((each) => typeof each === 'string');
    if (types.length > 0 && types.every((each) => plainTypes.includes(each))) return { ...said, type: types };
    return { ...said, oneOf: types.map((each) => convert({ ...schema, type: each }, depth + 1)) };
  }
  if (type === 'object' || isObject(schema['properties'])) return { ...said, ...objectOf(schema, depth) };
  if (type === 'array') return { ...said, ...listOf(schema, depth) };
  const { format } = schema;
  if (type === 'string' && typeof format === 'string' && ['date-time', 'date', 'time'].includes(format)) return { ...said, type, format };
  return typeof type === 'string' && plainTypes.includes(type) ? { ...said, type } : { ...said, ...anything() };
}

function objectOf(schema: JsonObject, depth: number): JsonObject {
  const given = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  if (given.length === 0) return { type: 'object', additionalProperties: schema['additionalProperties'] !== false };
  const required = requiredOf(schema);
  const properties = given.map(([name, child]): [string, JsonObject] => [name, required.has(name) || takesNull(child) ? convert(child, depth + 1) : { oneOf: [convert(child, depth + 1), { type: 'null' }] }]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function listOf(schema: JsonObject, depth: number): JsonObject {
  const bounds = Object.fromEntries(['minItems', 'maxItems'].flatMap((name) => (typeof schema[name] === 'number' && schema[name] >= 0 && schema[name] <= 100 ? [[name, schema[name]]] : [])));
  const prefix = Array.isArray(schema['prefixItems']) ? { prefixItems: schema['prefixItems'].map((item) => convert(item, depth + 1)) } : {};
  return { type: 'array', ...(isObject(schema['items']) ? { items: convert(schema['items'], depth + 1) } : {}), ...prefix, ...bounds };
}

function anything(): JsonObject {
  return { oneOf: [{ type: ['string', 'number', 'boolean', 'null'] }, { type: 'object', additionalProperties: true }, { type: 'array' }] };
}

function requiredOf(schema: JsonObject): Set<Json> {
  return new Set(Array.isArray(schema['required']) ? schema['required'] : []);
}

function takesNull(schema: Json): boolean {
  if (!isObject(schema)) return true;
  const { type } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null')) || (Array.isArray(schema['enum']) && schema['enum'].includes(null))) return true;
  return [schema['anyOf'], schema['oneOf']].some((choices) => Array.isArray(choices) && choices.some(takesNull));
}

/** The arguments without the nulls that only stand for what was left out. */
export function withoutLeftOut(value: unknown, schema: Json | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutLeftOut(each, isObject(schema) ? schema['items'] : undefined));
  if (!isObject(value) || !isObject(schema) || !isObject(schema['properties'])) return value;
  const { properties } = schema;
  const required = requiredOf(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const child = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const isLeftOut = each === null && child !== undefined && !required.has(name) && !takesNull(child);
      return isLeftOut ? [] : [[name, withoutLeftOut(each, child)]];
    }),
  );
}
