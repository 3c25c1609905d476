/** JSON values, and the ways into them. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
/** A JSON Schema: an object, or `true` / `false`. Never trusted to be well formed. */
export type Schema = JsonObject | boolean;
/** Where in a value: property names and item numbers, outermost first. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isObject(value);
}

/** An own property; never one of the prototype, whatever its name. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** JSON Pointer of a path (RFC 6901), the key under which things about a field are kept. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function pathOfPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function getAt(value: Json | undefined, path: Path): Json | undefined {
  let here = value;
  for (const part of path) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (isObject(here)) here = own(here, String(part));
    else return undefined;
  }
  return here;
}

/**
 * A copy with one place changed; `undefined` takes a property away. Missing objects on the way are made.
 * Keys such as `__proto__` become ordinary properties.
 */
export function setAt(value: Json | undefined, path: Path, next: Json | undefined): Json | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  if (Array.isArray(value)) {
    const index = Number(part);
    const inner = setAt(value[index], rest, next);
    if (inner === undefined) return value.filter((_, at) => at !== index);
    const copy = [...value];
    copy[index] = inner;
    return copy;
  }
  const object = isObject(value) ? value : {};
  const key = String(part);
  const inner = setAt(own(object, key), rest, next);
  const entries = Object.entries(object);
  const at = entries.findIndex(([name]) => name === key);
  if (inner === undefined) return Object.fromEntries(entries.filter((_, index) => index !== at));
  if (at < 0) entries.push([key, inner]);
  else entries[at] = [key, inner];
  return Object.fromEntries(entries);
}

export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}
