/** What single provider kinds ask of a schema beyond what all do (C14). Each returns a new schema. */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ProviderKind } from '@portolan/contract/providers';
import type { ChangeLog } from './change-log.ts';
import { at } from './change-log.ts';
import { isObject, put, schemaKeywords, schemaListKeywords, schemaMapKeywords, typesOf, without } from './keywords.ts';

/** Kinds that ask for the same. */
export type SchemaDialect = 'openai' | 'anthropic' | 'google' | 'plain';

export const dialectOf: Readonly<Record<ProviderKind, SchemaDialect>> = {
  openai: 'openai',
  'openai-chat': 'openai',
  azure: 'openai',
  xai: 'openai',
  anthropic: 'anthropic',
  bedrock: 'anthropic',
  google: 'google',
  mistral: 'plain',
  groq: 'plain',
  deepseek: 'plain',
  openrouter: 'plain',
  'openai-compatible': 'plain',
  ollama: 'plain',
  gguf: 'plain',
};

/** Null when the tool can't be offered to this kind; `log` then says why. */
export function schemaFor(dialect: SchemaDialect, schema: JsonObject, log: ChangeLog): JsonObject | null {
  switch (dialect) {
    case 'openai':
      return everywhere(schema, '', (part, path) => withoutPropertyNames(part, path, log));
    case 'anthropic':
      return anthropicKeys(schema, log);
    case 'google':
      return everywhere(schema, '', (part, path) => google(part, path, log));
    case 'plain':
      return everywhere(schema, '', (part, path) => withoutNull(part, path, log));
    default:
      return dialect satisfies never;
  }
}

/** Applies `change` to every schema inside out. */
function everywhere(schema: JsonObject, path: string, change: (schema: JsonObject, path: string) => JsonObject): JsonObject {
  const result: JsonObject = {};
  const deeper = (child: Json, childPath: string): Json => (isObject(child) ? everywhere(child, childPath, change) : child);
  for (const [keyword, value] of Object.entries(schema)) {
    if (schemaMapKeywords.has(keyword) && isObject(value)) {
      const map: JsonObject = {};
      for (const [name, child] of Object.entries(value)) put(map, name, deeper(child, keyword === 'properties' ? at(path, name) : path));
      put(result, keyword, map);
    } else if (schemaListKeywords.has(keyword) && Array.isArray(value)) {
      put(result, keyword, value.map((child) => deeper(child, path)));
    } else if (schemaKeywords.has(keyword)) put(result, keyword, deeper(value, keyword === 'items' ? `${path}[]` : path));
    else put(result, keyword, value);
  }
  return change(result, path);
}

/** The provider package throws on some of these, which would take the whole request with it. */
function withoutPropertyNames(schema: JsonObject, path: string, log: ChangeLog): JsonObject {
  if (schema['propertyNames'] === undefined) return schema;
  log.add(path, '"propertyNames" was removed.');
  return without(schema, 'propertyNames');
}

/** Anthropic refuses other keys (reported). */
function anthropicKeys(schema: JsonObject, log: ChangeLog): JsonObject | null {
  let isPossible = true;
  const result = everywhere(schema, '', (part, path) => {
    if (!isObject(part['properties'])) return part;
    const required = Array.isArray(part['required']) ? part['required'] : [];
    const properties: JsonObject = {};
    for (const [name, child] of Object.entries(part['properties'])) {
      if (/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) put(properties, name, child);
      else {
        if (required.includes(name)) isPossible = false;
        log.add(at(path, name), `was left out: its name may hold only letters, digits, "_", "." and "-"${required.includes(name) ? ', and it is required' : ''}.`, { isLoss: true });
      }
    }
    return { ...part, properties };
  });
  return isPossible ? result : null;
}

/** `null` beside another type is what chat templates and grammars of small servers stumble over (try-out 15). */
function withoutNull(schema: JsonObject, path: string, log: ChangeLog): JsonObject {
  let result = schema;
  const named = typesOf(result);
  if (named.length > 1 && named.includes('null')) {
    const rest = named.filter((type) => type !== 'null');
    result = note({ ...result, type: rest.length === 1 ? (rest[0] ?? 'string') : rest }, 'May be left out or empty.');
    log.add(path, '"null" was removed from "type" and said in the description.');
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const choices = result[keyword];
    if (!Array.isArray(choices)) continue;
    const rest = choices.filter((choice) => !(isObject(choice) && choice['type'] === 'null'));
    if (rest.length === choices.length || rest.length === 0) continue;
    log.add(path, `"null" was removed from "${keyword}" and said in the description.`);
    const others = without(result, keyword);
    const only = rest.length === 1 && isObject(rest[0]) ? rest[0] : null;
    result = note(only ? { ...only, ...others } : { ...others, [keyword]: rest }, 'May be left out or empty.');
  }
  return result;
}

/** What the Gemini API documents for `parametersJsonSchema`; what else a schema says goes into the description. */
const googleKeywords = new Set([
  'type', 'format', 'title', 'description', 'enum', 'items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum', 'anyOf', 'properties', 'additionalProperties', 'required',
]);
const googleFormats = new Set(['date-time', 'date', 'time', 'int32', 'int64', 'float', 'double', 'enum']);

function google(schema: JsonObject, path: string, log: ChangeLog): JsonObject {
  let result = withoutNull(schema, path, log);
  if (result['const'] !== undefined) {
    const value = result['const'];
    const rest = without(result, 'const');
    result = { ...rest, enum: [value], ...(typeof value === 'string' && rest['type'] === undefined ? { type: 'string' } : {}) };
    log.add(path, '"const" was written as "enum".');
  }
  if (Array.isArray(result['oneOf'])) {
    const before = result['anyOf'];
    result = { ...without(result, 'oneOf'), anyOf: [...(Array.isArray(before) ? before : []), ...result['oneOf']] };
    log.add(path, '"oneOf" was written as "anyOf".');
  }
  if (Array.isArray(result['allOf'])) {
    const merged: JsonObject = {};
    for (const part of [...result['allOf'].filter(isObject), without(result, 'allOf')]) for (const [keyword, value] of Object.entries(part)) put(merged, keyword, value);
    result = merged;
    log.add(path, '"allOf" was merged into one schema.');
  }
  const named = typesOf(result);
  if (named.length > 1) {
    result = { ...without(result, 'type'), anyOf: named.map((type) => ({ type })) };
    log.add(path, 'several types were written as a choice.');
  }
  result = googleEnum(result, path, log);
  result = googleOnly(result, path, log);
  if (Array.isArray(result['required']) && isObject(result['properties'])) {
    const properties = result['properties'];
    const known = result['required'].filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
    if (known.length !== result['required'].length) log.add(path, 'required names without a property were removed.');
    const rest = without(result, 'required');
    result = known.length > 0 ? { ...rest, required: known } : rest;
  }
  return result;
}

function googleEnum(schema: JsonObject, path: string, log: ChangeLog): JsonObject {
  const values = schema['enum'];
  if (!Array.isArray(values)) return schema;
  const usable = values.filter((value) => value !== null && value !== '' && typeof value !== 'object');
  const isTyped = schema['type'] !== undefined || !usable.every((value) => typeof value === 'string');
  if (usable.length !== values.length) log.add(path, 'empty and null values were removed from "enum".');
  const rest = without(schema, 'enum');
  return usable.length === 0 ? rest : { ...rest, ...(isTyped ? {} : { type: 'string' }), enum: usable };
}

function googleOnly(schema: JsonObject, path: string, log: ChangeLog): JsonObject {
  const result: JsonObject = {};
  const said: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const isKept = googleKeywords.has(keyword) && (keyword !== 'format' || (typeof value === 'string' && googleFormats.has(value)));
    if (isKept) {
      put(result, keyword, value);
      continue;
    }
    const isSayable = typeof value !== 'object' && !keyword.startsWith('x-') && keyword.length <= 40 && String(value).length <= 200;
    if (isSayable) said.push(`${keyword} ${String(value)}`);
    log.add(path, `"${keyword}" was removed${isSayable ? ' and said in the description' : ''}.`, { isLoss: !isSayable });
  }
  return said.length > 0 ? note(result, `(${said.join(', ')})`) : result;
}

function note(schema: JsonObject, sentence: string): JsonObject {
  const before = typeof schema['description'] === 'string' ? schema['description'] : '';
  return { ...schema, description: before ? `${before} ${sentence}` : sentence };
}
