/** What a schema says at one place, with local references followed and simple compositions joined. */
import { isEqual, isObject, isSchema, own, pathOfPointer, type Json, type JsonObject, type Schema } from './json.ts';

/** Longest chain of references and compositions followed at one place. */
const maxSteps = 32;

export type Effective = { ok: true; schema: Schema } | { ok: false; reason: 'unresolved-ref'; ref: string } | { ok: false; reason: 'conflict' };

/** Looks a local reference (`#`, `#/…`) up. Nothing outside the schema is ever fetched. */
export function resolveRef(root: Schema, ref: string): Schema | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let here: Json | undefined = typeof root === 'boolean' ? undefined : root;
  let fragment: string;
  try {
    fragment = decodeURIComponent(ref.slice(1));
  } catch {
    return undefined;
  }
  for (const part of pathOfPointer(fragment)) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (isObject(here)) here = own(here, part);
    else return undefined;
  }
  return isSchema(here) ? here : undefined;
}

/** Follows `$ref` and joins `allOf` until neither is left. */
export function effective(schema: Schema, root: Schema): Effective {
  let here = schema;
  for (let step = 0; step < maxSteps; step += 1) {
    if (typeof here === 'boolean') return { ok: true, schema: here };
    const ref = own(here, '$ref');
    if (typeof ref === 'string') {
      const target = resolveRef(root, ref);
      if (target === undefined) return { ok: false, reason: 'unresolved-ref', ref };
      const { $ref: _, ...siblings } = here;
      const joined = join(target, siblings);
      if (joined === null) return { ok: false, reason: 'conflict' };
      here = joined;
      continue;
    }
    const all = own(here, 'allOf');
    if (!Array.isArray(all) || all.length === 0) return { ok: true, schema: here };
    const { allOf: _, ...rest } = here;
    let joined: Schema | null = true;
    for (const part of [...all, rest]) {
      if (!isSchema(part)) continue;
      const inner = effectiveOnce(part, root);
      if (!inner.ok) return inner;
      joined = join(joined, inner.schema);
      if (joined === null) return { ok: false, reason: 'conflict' };
    }
    here = joined;
  }
  return { ok: false, reason: 'conflict' };
}

/** A part of `allOf`: its reference followed, its own compositions left for the next round. */
function effectiveOnce(schema: Schema, root: Schema): Effective {
  if (typeof schema === 'boolean') return { ok: true, schema };
  const ref = own(schema, '$ref');
  if (typeof ref !== 'string') return { ok: true, schema };
  const target = resolveRef(root, ref);
  if (target === undefined) return { ok: false, reason: 'unresolved-ref', ref };
  const { $ref: _, ...siblings } = schema;
  const joined = join(target, siblings);
  return joined === null ? { ok: false, reason: 'conflict' } : { ok: true, schema: joined };
}

/** Words about a field: the outer ones win. */
const annotations = new Set(['title', 'description', 'default', 'examples', 'example', '$comment', 'deprecated', 'readOnly', 'writeOnly', '$id', '$schema', '$defs', 'definitions', '$anchor']);

/** Both schemas at once, or null when that is more than laying them over each other. */
export function join(inner: Schema, outer: Schema): Schema | null {
  if (inner === true) return outer;
  if (outer === true) return inner;
  if (inner === false || outer === false) return false;
  const joined: JsonObject = { ...inner };
  for (const [key, value] of Object.entries(outer)) {
    const before = own(inner, key);
    if (before === undefined || annotations.has(key) || isEqual(before, value)) joined[key] = value;
    else if (key === 'required' && Array.isArray(before) && Array.isArray(value)) joined[key] = [...new Set([...before, ...value])];
    else if (key === 'properties' && isObject(before) && isObject(value)) joined[key] = joinProperties(before, value);
    else if (key === 'allOf' && Array.isArray(before) && Array.isArray(value)) joined[key] = [...before, ...value];
    else return null;
  }
  return joined;
}

function joinProperties(a: JsonObject, b: JsonObject): JsonObject {
  const entries = new Map<string, Json>(Object.entries(a));
  for (const [name, schema] of Object.entries(b)) {
    const before = entries.get(name);
    entries.set(name, before === undefined || isEqual(before, schema) ? schema : { allOf: [before, schema] });
  }
  return Object.fromEntries(entries);
}
