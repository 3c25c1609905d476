/** Arguments of a tool as they are typed: `key=value` read by the tool's schema, `key:=json`, and a file of JSON under them. */
import { isJson } from '@portolan/contract/json';
import type { Json, JsonObject } from '@portolan/contract/json';

export type BadArgument = { kind: 'no-equals'; word: string } | { kind: 'not-json'; key: string; value: string } | { kind: 'not-a'; key: string; value: string; type: string };

/** Carries what is wrong with one word. */
export class ArgumentError extends Error {
  readonly problem: BadArgument;
  constructor(problem: BadArgument) {
    super(JSON.stringify(problem));
    this.problem = problem;
  }
}

/**
 * `words` over `base`, later ones winning. A string stays as it was typed where the schema allows a string; elsewhere the
 * value is JSON and has to be of the type that the schema names. What the schema does not know is JSON when it reads as
 * such, else a string.
 * @throws {ArgumentError}
 */
export function toolArguments(words: readonly string[], schema: JsonObject, base: JsonObject = {}): JsonObject {
  const entries = new Map<string, Json>(Object.entries(base));
  for (const word of words) {
    const [, key, colon, value] = /^([^=]*?)(:?)=(.*)$/s.exec(word) ?? [];
    if (key === undefined || key === '' || value === undefined) throw new ArgumentError({ kind: 'no-equals', word });
    entries.set(key, colon === ':' ? readJson(key, value) : readBySchema(key, value, schema));
  }
  // Own properties whatever the key is, `__proto__` too.
  return Object.fromEntries(entries);
}

function readJson(key: string, value: string): Json {
  const parsed = tryJson(value);
  if (parsed === undefined) throw new ArgumentError({ kind: 'not-json', key, value });
  return parsed;
}

function readBySchema(key: string, value: string, schema: JsonObject): Json {
  const types = typesOf(property(schema, key));
  const parsed = tryJson(value);
  if (types === null) return parsed === undefined ? value : parsed;
  const others = types.filter((type) => type !== 'string');
  // `true` for a tool that takes a boolean or a string means the boolean; a tool that takes strings alone gets the string.
  if (parsed !== undefined && others.some((type) => isOf(parsed, type))) return parsed;
  if (types.includes('string')) return value;
  throw new ArgumentError({ kind: 'not-a', key, value, type: types.join(', ') });
}

function property(schema: JsonObject, key: string): Json | undefined {
  const properties = schema['properties'];
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** The types that fit, null when the schema does not say. Looks one level into anyOf and oneOf; enum and const speak for themselves. */
function typesOf(schema: Json | undefined): string[] | null {
  if (!isObject(schema)) return null;
  const { type, anyOf, oneOf, enum: choices, const: only } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  const values = Array.isArray(choices) ? choices : only === undefined ? null : [only];
  if (values !== null) return [...new Set(values.map(typeName))];
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (branches === null) return null;
  const found = branches.map((branch) => (isObject(branch) && ('anyOf' in branch || 'oneOf' in branch) ? null : typesOf(branch)));
  return found.some((each) => each === null) ? null : [...new Set(found.flatMap((each) => each ?? []))];
}

function isOf(value: Json, type: string): boolean {
  const name = typeName(value);
  if (type === 'integer') return name === 'number' && Number.isInteger(value);
  return name === type;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function tryJson(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
