/**
 * Tolerant reading of one object: what is valid is kept, what is not is left out and noted. Specification types are never
 * trusted to hold; a wrong optional field costs that field, not the object.
 */
import type { Repair } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';

/** Repairs noted per object; a hostile list must not make the notes larger than itself. */
const REPAIR_LIMIT = 50;

/** What a value is, in words for a message. */
export function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Notes repairs under a path; readers of nested objects share the list of their parent. */
export class Reader {
  readonly repairs: Repair[];
  readonly #object: JsonObject;
  /** Paths are put together only for notes, which most objects never need. */
  readonly #parent: Reader | undefined;
  readonly #key: string;

  constructor(object: JsonObject, parent?: Reader, key = '') {
    this.#object = object;
    this.#parent = parent;
    this.#key = key;
    this.repairs = parent === undefined ? [] : parent.repairs;
  }

  at(key: string): string {
    return this.#parent === undefined ? key : `${this.#parent.at(this.#key)}.${key}`;
  }

  note(key: string, reason: string): void {
    if (this.repairs.length < REPAIR_LIMIT) this.repairs.push({ path: this.at(key), reason });
  }

  get(key: string): Json | undefined {
    return this.#object[key];
  }

  /** Undefined when absent, and with a note when it is no string. */
  string(key: string): string | undefined {
    const value = this.#object[key];
    if (value === undefined || typeof value === 'string') return value;
    this.note(key, `left out: ${kindOf(value)} instead of a string`);
    return undefined;
  }

  boolean(key: string): boolean | undefined {
    const value = this.#object[key];
    if (value === undefined || typeof value === 'boolean') return value;
    this.note(key, `left out: ${kindOf(value)} instead of true or false`);
    return undefined;
  }

  number(key: string): number | undefined {
    const value = this.#object[key];
    if (value === undefined || typeof value === 'number') return value;
    this.note(key, `left out: ${kindOf(value)} instead of a number`);
    return undefined;
  }

  object(key: string): JsonObject | undefined {
    const value = this.#object[key];
    if (value === undefined || isJsonObject(value)) return value;
    this.note(key, `left out: ${kindOf(value)} instead of an object`);
    return undefined;
  }

  array(key: string): Json[] | undefined {
    const value = this.#object[key];
    if (value === undefined || Array.isArray(value)) return value;
    this.note(key, `left out: ${kindOf(value)} instead of an array`);
    return undefined;
  }

  /** The strings of an array; other items are left out. */
  strings(key: string): string[] | undefined {
    const values = this.array(key);
    if (values === undefined) return undefined;
    const strings = values.filter((value) => typeof value === 'string');
    if (strings.length < values.length) this.note(key, `left out ${values.length - strings.length} items that are not strings`);
    return strings;
  }

  /** A reader for an object inside this one, noting into the same list. */
  child(key: string, object: JsonObject): Reader {
    return new Reader(object, this, key);
  }
}

/** An object with the keys whose value is undefined left out, as exact optional properties want it. */
export function defined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {};
  // Copied and not deleted: an object that lost a property is slow for everybody who reads it later.
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as T;
}
