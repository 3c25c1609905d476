/** Putting servers into another program's JSON: foreign entries, unknown fields, comments and layout stay byte for byte. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ServerInput } from '@portolan/contract/servers';
import { removeValue, setValue } from '../jsonc-edit.ts';
import { duplicateKey, elements, JsoncError, member, parseJsonc, toValue } from '../jsonc-tree.ts';
import type { Node } from '../jsonc-tree.ts';
import { writeInput } from '../server-input.ts';

export interface Wanted {
  name: string;
  entry: JsonObject;
  inputs: readonly ServerInput[];
}

const maxBytes = 20_000_000;
const programKeys = ['command', 'args', 'env', 'cwd'];
const addressKeys = ['url', 'serverUrl', 'httpUrl', 'headers', 'requestInit'];
const recordKeys = new Set(['env', 'headers']);

/** Throws JsoncError when the text cannot be used. `existing` are names that stood there with something else under them. */
export function mergeJson(text: string, container: string[], wanted: readonly Wanted[]): { text: string; existing: string[] } {
  const start = text.trim() === '' ? '{}\n' : text;
  const root = parseJsonc(start, maxBytes);
  if (root.type !== 'object') throw new JsoncError('wrong-type', start, root.offset);
  const entries = at(root, container);
  const twice = entries && duplicateKey(entries, 1);
  if (twice) throw new JsoncError('duplicate-key', start, twice.keyNode.offset);
  if (entries && entries.type !== 'object') throw new JsoncError('wrong-type', start, entries.offset);
  let edited = start;
  const existing: string[] = [];
  for (const { name, entry, inputs } of wanted) {
    const standing = at(parseJsonc(edited, maxBytes), [...container, name]);
    if (standing) existing.push(name);
    edited = standing?.type === 'object' ? mergeEntry(edited, [...container, name], standing, entry) : setValue(edited, [...container, name], entry);
    edited = mergeInputs(edited, inputs);
  }
  checkForeign(start, edited, container, wanted);
  return { text: edited, existing };
}

function mergeEntry(text: string, path: string[], standing: Node, entry: JsonObject): string {
  let edited = text;
  const isProgram = entry['command'] !== undefined;
  for (const key of isProgram ? addressKeys : programKeys) edited = removeValue(edited, [...path, key]);
  for (const [key, value] of Object.entries(entry)) {
    const old = member(standing, key);
    if (old && isDeepStrictEqual(toValue(old), value)) continue;
    if (recordKeys.has(key) && old?.type === 'object' && isRecord(value)) edited = mergeRecord(edited, [...path, key], old, value);
    else edited = setValue(edited, [...path, key], value);
  }
  return edited;
}

/** A value that stands there for a secret we do not write is kept: it may be the only place where it is. */
function mergeRecord(text: string, path: string[], standing: Node, values: JsonObject): string {
  let edited = text;
  for (const [name, value] of Object.entries(values)) {
    const old = member(standing, name);
    const isKept = old !== undefined && typeof value === 'string' && (value === '' || /\$\{/.test(value)) && typeof old.value === 'string' && old.value !== '' && !old.value.includes('${');
    if (!isKept && !(old && isDeepStrictEqual(toValue(old), value))) edited = setValue(edited, [...path, name], value);
  }
  return edited;
}

function mergeInputs(text: string, inputs: readonly ServerInput[]): string {
  let edited = text;
  for (const input of inputs) {
    const list = member(parseJsonc(edited, maxBytes), 'inputs');
    if (elements(list).some((each) => member(each, 'id')?.value === input.id)) continue;
    edited = list ? setValue(edited, ['inputs', elements(list).length], writeInput(input)) : setValue(edited, ['inputs'], [writeInput(input)]);
  }
  return edited;
}

/** The last line of defence: what is not ours means after it what it meant before. */
function checkForeign(before: string, after: string, container: string[], wanted: readonly Wanted[]): void {
  const names = new Set(wanted.map(({ name }) => name));
  const foreign = (text: string): Json => {
    const value = toValue(parseJsonc(text, maxBytes));
    if (!isRecord(value)) return value;
    let parent: Json = value;
    for (const key of container) parent = isRecord(parent) ? (parent[key] ?? null) : null;
    if (isRecord(parent)) for (const name of names) delete parent[name];
    const { inputs, ...rest } = value;
    if (Array.isArray(inputs)) rest['inputs'] = inputs.filter((input) => !(isRecord(input) && wanted.some((each) => each.inputs.some(({ id }) => id === input['id']))));
    return withoutEmpty(rest, container);
  };
  if (!isDeepStrictEqual(foreign(before), foreign(after))) throw new Error('the edit would have changed what is not ours');
}

/** Containers and lists that are there only since we came, or were empty. */
function withoutEmpty(value: JsonObject, container: string[]): JsonObject {
  const { inputs, ...rest } = value;
  const result: JsonObject = Array.isArray(inputs) && inputs.length > 0 ? { ...rest, inputs } : rest;
  const [first] = container;
  if (first !== undefined && isRecord(result[first]) && Object.keys(result[first]).length === 0) delete result[first];
  return result;
}

function at(root: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => member(node, key), root);
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
