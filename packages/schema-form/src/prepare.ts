/** Makes a schema from a server fit to be given to the validator: bounded, well formed, local. */
import { resolveRef } from './effective.ts';
import { isObject, isSchema, type Json, type JsonObject, type Schema } from './json.ts';
import { isSafePattern } from './safe-pattern.ts';

const maxDepth = 64;
const maxNodes = 20_000;

export interface PreparedSchema {
  schema: Schema;
  draft: '4' | '7' | '2019-09' | '2020-12';
  /** Keywords that were left out because checking them here would be unsafe or impossible. */
  leftOut: { keyword: string; value: string }[];
}

const inMap = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const inList = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set(['additionalProperties', 'additionalItems', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'propertyNames', 'not', 'if', 'then', 'else']);
const numbers = new Set(['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains']);
/** Never needed to check a value, and able to change where references lead. */
const dropped = new Set(['$id', 'id', '$schema', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor', '$vocabulary']);

/** Throws a RangeError when the schema is larger or deeper than is reasonable. */
export function prepareSchema(root: Schema): PreparedSchema {
  const leftOut: PreparedSchema['leftOut'] = [];
  let nodes = 0;
  const prepare = (schema: Schema, depth: number): Schema => {
    nodes += 1;
    if (nodes > maxNodes || depth > maxDepth) throw new RangeError('schema too large');
    if (typeof schema === 'boolean') return schema;
    const entries: [string, Json][] = [];
    for (const [key, value] of Object.entries(schema)) {
      const kept = keyword(key, value, schema, depth);
      if (kept !== undefined) entries.push([key, kept]);
    }
    return Object.fromEntries(entries);
  };
  const each = (map: JsonObject, depth: number): JsonObject =>
    Object.fromEntries(Object.entries(map).flatMap(([name, inner]): [string, Json][] => (isSchema(inner) ? [[name, prepare(inner, depth + 1)]] : [])));

  const keyword = (key: string, value: Json, schema: JsonObject, depth: number): Json | undefined => {
    if (dropped.has(key)) return undefined;
    if (inMap.has(key)) return isObject(value) ? each(value, depth) : undefined;
    if (inList.has(key)) return Array.isArray(value) && value.length > 0 ? value.filter(isSchema).map((inner) => prepare(inner, depth + 1)) : undefined;
    if (single.has(key)) return isSchema(value) ? prepare(value, depth + 1) : undefined;
    if (numbers.has(key)) return typeof value === 'number' && Number.isFinite(value) && !(key === 'multipleOf' && value <= 0) ? value : undefined;
    switch (key) {
      case 'items':
        if (Array.isArray(value)) return value.filter(isSchema).map((inner) => prepare(inner, depth + 1));
        return isSchema(value) ? prepare(value, depth + 1) : undefined;
      case '$ref':
        if (typeof value === 'string' && resolveRef(root, value) !== undefined && !leadsToItself(value, root)) return value;
        leftOut.push({ keyword: key, value: typeof value === 'string' ? value : JSON.stringify(value) });
        return undefined;
      case 'pattern':
        if (typeof value === 'string' && isSafePattern(value)) return value;
        leftOut.push({ keyword: key, value: typeof value === 'string' ? value : JSON.stringify(value) });
        return undefined;
      case 'patternProperties':
        if (!isObject(value)) return undefined;
        return each(
          Object.fromEntries(
            Object.entries(value).filter(([pattern]) => {
              if (isSafePattern(pattern)) return true;
              leftOut.push({ keyword: key, value: pattern });
              return false;
            }),
          ),
          depth,
        );
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
        return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
      case 'required':
        return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined;
      case 'enum':
        return Array.isArray(value) ? value : undefined;
      case 'type':
        return typeof value === 'string' || (Array.isArray(value) && value.length > 0) ? nullableType(value, schema) : undefined;
      case 'dependentRequired':
        return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, names]) => Array.isArray(names))) : undefined;
      case 'dependencies':
        return isObject(value)
          ? Object.fromEntries(Object.entries(value).flatMap(([name, inner]): [string, Json][] => (Array.isArray(inner) ? [[name, inner]] : isSchema(inner) ? [[name, prepare(inner, depth + 1)]] : [])))
          : undefined;
      case 'uniqueItems':
        return value === true ? true : undefined;
      case 'format':
        return typeof value === 'string' ? value : undefined;
      case 'const':
        return value;
      default:
        // Words and unknown keywords check nothing.
        return undefined;
    }
  };
  return { schema: prepare(root, 0), draft: draftOf(root), leftOut };
}

/** `nullable: true` of OpenAPI, which some servers send. */
function nullableType(type: Json, schema: JsonObject): Json {
  return schema['nullable'] === true ? [...(Array.isArray(type) ? type : [type]), 'null'] : type;
}

/** A reference that leads back to itself without anything in between says nothing and would never end. */
function leadsToItself(ref: string, root: Schema): boolean {
  const seen = new Set<string>();
  let here: string | undefined = ref;
  while (here !== undefined) {
    if (seen.has(here)) return true;
    seen.add(here);
    const target = resolveRef(root, here);
    const next: Json | undefined = isObject(target) ? target['$ref'] : undefined;
    here = typeof next === 'string' ? next : undefined;
  }
  return false;
}

function draftOf(root: Schema): PreparedSchema['draft'] {
  const name = isObject(root) ? root['$schema'] : undefined;
  if (typeof name !== 'string') return '2020-12';
  if (name.includes('draft-04')) return '4';
  if (name.includes('draft-06') || name.includes('draft-07')) return '7';
  return name.includes('2019-09') ? '2019-09' : '2020-12';
}
