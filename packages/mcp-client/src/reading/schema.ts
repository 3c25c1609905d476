/**
 * Small repairs of JSON Schemas that servers really send: `required` as a boolean on the property itself (draft-03) or as
 * null. Only what makes a schema invalid is touched; a schema without such faults is returned as it is.
 */
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { kindOf } from './reader.ts';
import type { Reader } from './reader.ts';

/** Deeper than this a schema is passed on unread; the definition cap bounds it anyway. */
const DEPTH = 32;

export function repairSchema(reader: Reader, schema: JsonObject): JsonObject {
  return isSound(schema, DEPTH) ? schema : repair(reader, schema, DEPTH);
}

/** Whether nothing is wrong of what `repair` would touch. Most schemas are sound, and a list may hold thousands. */
function isSound(schema: JsonObject, depth: number): boolean {
  if (depth <= 0) return true;
  const { properties, items, required } = schema;
  if (required !== undefined && !isStrings(required)) return false;
  if (properties !== undefined) {
    if (!isJsonObject(properties)) return false;
    for (const name in properties) {
      const property = properties[name];
      if (typeof property === 'boolean') continue;
      if (!isJsonObject(property) || typeof property['required'] === 'boolean' || !isSound(property, depth - 1)) return false;
    }
  }
  return !isJsonObject(items) || isSound(items, depth - 1);
}

function isStrings(value: Json): boolean {
  if (!Array.isArray(value)) return false;
  for (const item of value) if (typeof item !== 'string') return false;
  return true;
}

function repair(reader: Reader, schema: JsonObject, depth: number): JsonObject {
  if (depth <= 0) return schema;
  const changes: JsonObject = {};
  const added: string[] = [];
  const properties = schema['properties'];
  if (isJsonObject(properties)) {
    const repaired = repairProperties(reader.child('properties', properties), properties, added, depth - 1);
    if (repaired !== properties) changes['properties'] = repaired;
  } else if (properties !== undefined) {
    reader.note('properties', `left out: ${kindOf(properties)} instead of an object`);
    changes['properties'] = {};
  }
  const items = schema['items'];
  if (isJsonObject(items)) {
    const repaired = repair(reader.child('items', items), items, depth - 1);
    if (repaired !== items) changes['items'] = repaired;
  }
  const required = readRequired(reader, schema['required'], added);
  if (required !== schema['required']) changes['required'] = required ?? null;
  if (Object.keys(changes).length === 0) return schema;
  const result = { ...schema, ...changes };
  if (result['required'] === null) delete result['required'];
  return result;
}

function repairProperties(reader: Reader, properties: JsonObject, added: string[], depth: number): JsonObject {
  let result = properties;
  for (const name in properties) {
    const property = properties[name];
    if (property === undefined) continue;
    const repaired = repairProperty(reader, name, property, added, depth);
    if (repaired === property) continue;
    if (result === properties) result = { ...properties };
    result[name] = repaired;
  }
  return result;
}

function repairProperty(reader: Reader, name: string, property: Json, added: string[], depth: number): Json {
  if (typeof property === 'boolean') return property;
  if (!isJsonObject(property)) {
    reader.note(name, `${kindOf(property)} instead of a schema: any value is accepted`);
    return {};
  }
  const { required, ...rest } = property;
  if (typeof required !== 'boolean') return repair(reader.child(name, property), property, depth);
  reader.note(`${name}.required`, 'a boolean here has no meaning; it was moved to the list of required properties');
  if (required) added.push(name);
  return repair(reader.child(name, rest), rest, depth);
}

function readRequired(reader: Reader, required: Json | undefined, added: string[]): Json | undefined {
  if (required === undefined && added.length === 0) return undefined;
  if (Array.isArray(required)) {
    const names = required.filter((name) => typeof name === 'string');
    if (names.length < required.length) reader.note('required', 'left out items that are not strings');
    else if (added.length === 0) return required;
    return [...new Set([...names, ...added])];
  }
  if (required !== undefined) reader.note('required', `left out: ${kindOf(required)} instead of an array`);
  return added.length === 0 ? undefined : [...new Set(added)];
}
