/**
 * Resolves `$ref`, so that no provider has to (try-out 13). Only references inside the schema are followed, never an
 * address (H07). What contains itself is cut, and everything is bounded in depth and size: a schema of a kilobyte can
 * unfold to more than any machine holds.
 */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ChangeLog } from './change-log.ts';
import { at } from './change-log.ts';
import { isObject, put, schemaKeywords, schemaListKeywords, schemaMapKeywords, without } from './keywords.ts';

const maxDepth = 32;
const maxNodes = 4_000;
/** How often one reference is followed inside itself: enough to show the shape of a tree. */
const maxSelf = 2;

export function inlineReferences(root: JsonObject, log: ChangeLog): JsonObject {
  let nodes = 0;

  function copy(schema: Json, path: string, refs: readonly string[], depth: number): Json {
    if (!isObject(schema)) return schema;
    if (depth > maxDepth) {
      log.add(path, `everything deeper than ${maxDepth} levels was left open.`, { why: 'size', isLoss: true });
      return {};
    }
    if (++nodes > maxNodes) {
      log.addLoss(`the schema unfolds to more than ${maxNodes} parts; the rest was left open.`);
      return {};
    }
    const ref = schema['$ref'];
    if (typeof ref === 'string') return follow(ref, schema, path, refs, depth);

    const result: JsonObject = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$defs' || keyword === 'definitions' || keyword === '$ref') continue;
      put(result, keyword, copyKeyword(keyword, value, path, refs, depth));
    }
    return result;
  }

  function copyKeyword(keyword: string, value: Json, path: string, refs: readonly string[], depth: number): Json {
    if (schemaMapKeywords.has(keyword) && isObject(value)) {
      const map: JsonObject = {};
      for (const [name, child] of Object.entries(value)) put(map, name, copy(child, keyword === 'properties' ? at(path, name) : path, refs, depth + 1));
      return map;
    }
    const inside = keyword === 'items' || keyword === 'prefixItems' ? `${path}[]` : path;
    if ((schemaListKeywords.has(keyword) || keyword === 'items') && Array.isArray(value)) return value.map((child) => copy(child, inside, refs, depth + 1));
    return schemaKeywords.has(keyword) ? copy(value, inside, refs, depth + 1) : value;
  }

  function follow(ref: string, schema: JsonObject, path: string, refs: readonly string[], depth: number): Json {
    const shown = ref.length > 80 ? `${ref.slice(0, 80)}…` : ref;
    const target = resolve(root, ref);
    const siblings = without(schema, '$ref');
    if (target === undefined) {
      log.add(path, `the reference "${shown}" points outside the schema or to nothing; it was not followed and the value was left open.`, { isLoss: true });
      return copy(siblings, path, refs, depth);
    }
    if (refs.filter((entry) => entry === ref).length >= maxSelf) {
      log.add(path, `"${shown}" contains itself; it was cut here and the value left open.`, { isLoss: true });
      const type = isObject(target) && typeof target['type'] === 'string' ? { type: target['type'] } : {};
      return { ...type, ...(typeof siblings['description'] === 'string' ? { description: siblings['description'] } : {}) };
    }
    log.add(path, `the reference "${shown}" was replaced by what it stands for.`);
    const merged = isObject(target) ? { ...target, ...siblings } : Object.keys(siblings).length > 0 ? siblings : target;
    return copy(merged, path, [...refs, ref], depth + 1);
  }

  const result = copy(root, '', [], 0);
  return isObject(result) ? result : {};
}

/** A JSON pointer or an `$anchor` within `root`; undefined when there is nothing. */
function resolve(root: JsonObject, ref: string): Json | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#')) return undefined;
  if (!ref.startsWith('#/')) return anchors(root).find((schema) => schema['$anchor'] === ref.slice(1) || schema['$id'] === ref);
  let current: Json | undefined = root;
  for (const step of ref.slice(2).split('/')) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return isObject(current) || typeof current === 'boolean' ? current : undefined;
}

function anchors(root: JsonObject): JsonObject[] {
  return [root['$defs'], root['definitions']].flatMap((definitions) => (isObject(definitions) ? Object.values(definitions).filter(isObject) : []));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
