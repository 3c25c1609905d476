/** Makes a schema one that every provider reads the same way: shapes checked, booleans and tuples written out, gaps filled. */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ChangeLog } from './change-log.ts';
import { at } from './change-log.ts';
import { identityKeywords, isObject, put, schemaKeywords, schemaListKeywords, schemaMapKeywords, shapes, types, typesOf } from './keywords.ts';

/** Returns a new schema without references; `path` is only for the log. */
export function repairSchema(schema: JsonObject, path: string, log: ChangeLog): JsonObject {
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const repaired = repairKeyword(keyword, value, schema, path, log);
    if (repaired !== undefined) put(result, keyword, repaired);
  }
  repairExclusive(schema, result, path, log);
  repairRequired(schema, result, path, log);
  repairArray(result, path, log);
  return result;
}

function repairKeyword(keyword: string, value: Json, schema: JsonObject, path: string, log: ChangeLog): Json | undefined {
  if (identityKeywords.has(keyword) || (keyword === 'id' && typeof value === 'string')) {
    log.add(path, `"${keyword}" was removed.`, { why: 'meta' });
    return undefined;
  }
  if (keyword === 'type') return repairType(value, path, log);
  // Both are looked at together with their neighbours.
  if (keyword === 'required') return undefined;
  if ((keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') && typeof value === 'boolean') return undefined;
  if (keyword === 'properties') return repairProperties(value, schema, path, log);
  if (schemaMapKeywords.has(keyword)) {
    if (!isObject(value)) return dropped(keyword, path, log);
    const map: JsonObject = {};
    for (const [name, child] of Object.entries(value)) put(map, name, repairChild(child, path, log));
    return map;
  }
  if (schemaListKeywords.has(keyword)) {
    if (!Array.isArray(value) || value.length === 0) return dropped(keyword, path, log);
    return value.map((child) => repairChild(child, keyword === 'prefixItems' ? `${path}[]` : path, log));
  }
  if (keyword === 'items' && Array.isArray(value)) {
    log.add(path, 'the list of item schemas was written as a choice between them.');
    const choices = value.map((child) => repairChild(child, `${path}[]`, log));
    return choices.length > 1 ? { anyOf: choices } : (choices[0] ?? {});
  }
  if (keyword === 'additionalProperties' && typeof value === 'boolean') return value;
  if (schemaKeywords.has(keyword)) {
    if (keyword === 'items' && value === false) return undefined;
    return repairChild(value, keyword === 'items' ? `${path}[]` : path, log);
  }
  const isRight = shapes[keyword];
  return isRight === undefined || isRight(value) ? value : dropped(keyword, path, log);
}

function dropped(keyword: string, path: string, log: ChangeLog): undefined {
  log.add(path, `"${keyword}" was removed: its value is not of the kind JSON Schema asks for.`, { why: 'invalid', isLoss: true });
  return undefined;
}

/** Anything standing where a schema should. */
function repairChild(child: Json, path: string, log: ChangeLog): JsonObject {
  if (isObject(child)) return repairSchema(child, path, log);
  if (child === true) {
    log.add(path, '"true" was written as a schema that allows anything.');
    return {};
  }
  log.add(path, child === false ? '"false" was written as a schema that allows nothing.' : 'no schema stands here; any value is allowed.');
  return child === false ? { not: {} } : {};
}

function repairProperties(value: Json, schema: JsonObject, path: string, log: ChangeLog): JsonObject {
  const result: JsonObject = {};
  if (!isObject(value)) {
    log.add(path, '"properties" was emptied: it is not a table of schemas.', { why: 'invalid', isLoss: true });
    return result;
  }
  for (const [name, child] of Object.entries(value)) {
    if (child === false) log.add(at(path, name), 'was left out: its schema ("false") allows no value.', { isLoss: true });
    else put(result, name, repairChild(child, at(path, name), log));
  }
  if (schema['type'] === undefined) log.add(path, '"type": "object" was added.');
  return result;
}

function repairType(value: Json, path: string, log: ChangeLog): Json | undefined {
  const known = (Array.isArray(value) ? value : [value]).map((type) => (typeof type === 'string' ? type.toLowerCase() : '')).filter((type) => types.has(type));
  const repaired = Array.isArray(value) && known.length > 1 ? known : known[0];
  if (JSON.stringify(repaired) !== JSON.stringify(value)) {
    log.add(path, repaired === undefined ? '"type" was removed: it is none of JSON Schema.' : `"type" was written as ${JSON.stringify(repaired)}.`);
  }
  return repaired;
}

/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`. */
function repairExclusive(schema: JsonObject, result: JsonObject, path: string, log: ChangeLog): void {
  for (const [flag, bound] of [['exclusiveMinimum', 'minimum'], ['exclusiveMaximum', 'maximum']] as const) {
    if (typeof schema[flag] !== 'boolean') continue;
    const limit = result[bound];
    if (schema[flag] && typeof limit === 'number') {
      result[flag] = limit;
      delete result[bound];
    }
    log.add(path, `"${flag}" was written as a number.`);
  }
}

/** `required` belongs to the object and lists names; many servers write `required: true` on the property (try-out 18). */
function repairRequired(schema: JsonObject, result: JsonObject, path: string, log: ChangeLog): void {
  const names = new Set<string>();
  const own = schema['required'];
  if (Array.isArray(own)) for (const name of own) if (typeof name === 'string') names.add(name);
  const isFlag = typeof own === 'boolean';
  if (own !== undefined && !Array.isArray(own) && !isFlag) dropped('required', path, log);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [name, child] of Object.entries(properties)) {
    if (child === false) names.delete(name);
    if (!isObject(child) || typeof child['required'] !== 'boolean') continue;
    log.add(at(path, name), `"required": ${child['required']} is not valid on a property; it was moved to the object's list of required names.`);
    if (child['required']) names.add(name);
  }
  if (names.size > 0) result['required'] = [...names];
  if (isObject(result['properties']) && result['type'] === undefined) result['type'] = 'object';
}

function repairArray(result: JsonObject, path: string, log: ChangeLog): void {
  if (!typesOf(result).includes('array') || isObject(result['items'])) return;
  log.add(path, 'an array without "items" was given items of any kind.');
  result['items'] = {};
}
