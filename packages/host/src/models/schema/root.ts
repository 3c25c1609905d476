/** The top level: providers want a plain object there, without choices (reported for OpenAI and Anthropic). */
import type { JsonObject } from '@portolan/contract/json';
import type { ChangeLog } from './change-log.ts';
import { isObject, put, typesOf, without } from './keywords.ts';

const notAtTheTop = ['not', 'if', 'then', 'else', 'enum', 'const', 'dependentSchemas', 'dependentRequired', 'dependencies', 'default', 'examples', 'nullable'];

export interface Root {
  schema: JsonObject;
  /** What the choices at the top said, as a sentence for the tool's description. */
  hint: string;
}

/** Returns null when the schema describes something other than an object. */
export function plainRoot(schema: JsonObject, log: ChangeLog): Root | null {
  const declared = typesOf(schema);
  if (declared.length > 0 && !declared.includes('object')) return null;
  const hints: string[] = [];
  const folded = fold(schema, hints, log);
  for (const keyword of notAtTheTop) {
    if (!Object.hasOwn(folded, keyword)) continue;
    delete folded[keyword];
    log.add('', `"${keyword}" is not allowed there and was removed.`);
  }
  if (folded['type'] !== 'object') {
    log.add('', '"type": "object" was added.');
    folded['type'] = 'object';
  }
  if (!isObject(folded['properties'])) {
    log.add('', 'empty "properties" were added.');
    folded['properties'] = {};
  }
  return { schema: folded, hint: hints.join(' ') };
}

/** Puts the branches of allOf, anyOf and oneOf into one table of properties. */
function fold(schema: JsonObject, hints: string[], log: ChangeLog): JsonObject {
  const { allOf, anyOf, oneOf } = schema;
  const result = without(schema, 'allOf', 'anyOf', 'oneOf');
  const properties: JsonObject = {};
  const required = new Set(namesIn(schema));
  if (isObject(result['properties'])) for (const [name, child] of Object.entries(result['properties'])) put(properties, name, child);

  for (const branch of branches(allOf)) {
    const part = fold(branch, hints, log);
    merge(properties, part);
    for (const name of namesIn(part)) required.add(name);
    if (result['description'] === undefined && part['description'] !== undefined) result['description'] = part['description'];
  }
  for (const choices of [branches(anyOf), branches(oneOf)]) {
    const parts = choices.map((branch) => fold(branch, hints, log));
    for (const part of parts) merge(properties, part);
    if (parts.length === 0) continue;
    const everyPart = parts.map((part) => new Set(namesIn(part)));
    for (const name of everyPart[0] ?? []) if (everyPart.every((names) => names.has(name))) required.add(name);
    const combinations = parts.map((part) => (namesIn(part).length > 0 ? namesIn(part) : Object.keys(isObject(part['properties']) ? part['properties'] : {})));
    hints.push(`Give one of these sets of arguments: ${combinations.map((names) => `{${names.join(', ')}}`).join(' or ')}.`);
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    if (schema[keyword] !== undefined) log.add('', `"${keyword}" was folded into one list of properties${keyword === 'allOf' ? '' : ', and the choice put into the description'}.`);
  }
  if (Object.keys(properties).length > 0) result['properties'] = properties;
  if (required.size > 0) result['required'] = [...required];
  return result;
}

function branches(value: unknown): JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter((branch) => isObject(branch)).filter((branch) => typesOf(branch).length === 0 || typesOf(branch).includes('object'));
}

function namesIn(schema: JsonObject): string[] {
  const required = schema['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function merge(properties: JsonObject, part: JsonObject): void {
  if (!isObject(part['properties'])) return;
  for (const [name, child] of Object.entries(part['properties'])) {
    const present = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isObject(present) || !isObject(child)) put(properties, name, child);
    else if (JSON.stringify(present) !== JSON.stringify(child)) put(properties, name, { anyOf: [...(Array.isArray(present['anyOf']) ? present['anyOf'] : [present]), child] });
  }
}
