/** Putting extensions into Goose's YAML: only the entries concerned are written anew, with their comments; the rest stays. */
import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isScalar, parse, parseDocument } from 'yaml';
import type { Pair, YAMLMap } from 'yaml';
import { JsoncError } from '../jsonc-tree.ts';
import type { Wanted } from './merge-json.ts';

const top = 'extensions';

/** Throws JsoncError when the text cannot be used. */
export function mergeYaml(text: string, wanted: readonly Wanted[]): { text: string; existing: string[] } {
  foreignOf(text, wanted);
  let edited = text;
  const existing: string[] = [];
  for (const each of wanted) {
    const result = mergeOne(edited, each);
    edited = result.text;
    if (result.isExisting) existing.push(each.name);
  }
  checkForeign(text, edited, wanted);
  return { text: edited, existing };
}

function mergeOne(text: string, { name, entry }: Wanted): { text: string; isExisting: boolean } {
  const document = parseDocument(text, { keepSourceTokens: true });
  const [error] = document.errors;
  if (error) throw new JsoncError(error.code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'InvalidSymbol', text, error.pos[0]);
  const map = document.get(top, true);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const base = text === '' || text.endsWith('\n') ? text : text + eol;
  if (map === undefined || (isScalar(map) && map.value === null) || (isMap(map) && map.items.length === 0)) {
    const block = printed(new Document({ [top]: { [name]: entry } }), '', eol);
    if (map === undefined) return { text: base + block, isExisting: false };
    // An empty one is replaced where it stands; comments after it stay.
    document.set(top, new Document({ [name]: entry }).contents);
    return { text: document.toString({ lineWidth: 0 }), isExisting: false };
  }
  if (!isMap(map)) throw new JsoncError('wrong-type', text, 0);
  if (map.flow === true) {
    document.setIn([top, name], entry);
    return { text: document.toString({ lineWidth: 0 }), isExisting: document.hasIn([top, name]) };
  }
  const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
  const indent = indentOf(text, map);
  if (!pair) {
    const end = endOf(text, map.items.at(-1));
    const before = text.slice(0, end);
    return { text: `${before.endsWith('\n') || before === '' ? before : before + eol}${printed(new Document({ [name]: entry }), indent, eol)}${text.slice(end)}`, isExisting: false };
  }
  // The entry alone is printed anew, with the comments and unknown fields that stand in it.
  for (const [key, value] of Object.entries(entry)) {
    const standing = document.getIn([top, name, key]);
    const isFilled = key === 'env_keys' || key === 'description' || key === 'timeout' || key === 'name';
    if (standing !== undefined && (isFilled || isDeepStrictEqual(toPlain(document, [top, name, key]), value))) {
      if (key === 'env_keys' && Array.isArray(value)) for (const each of value) if (!includesText(toPlain(document, [top, name, key]), each)) document.addIn([top, name, key], each);
      continue;
    }
    document.setIn([top, name, key], value);
  }
  const alone = new Document({ [name]: null });
  alone.set(name, pair.value);
  const start = startOf(pair);
  const end = endOf(text, pair);
  return { text: text.slice(0, start - indent.length) + printed(alone, indent, eol) + text.slice(end), isExisting: true };
}

function toPlain(document: Document.Parsed, path: string[]): unknown {
  const node: unknown = document.getIn(path);
  return typeof node === 'object' && node !== null && 'toJSON' in node ? (node as { toJSON(): unknown }).toJSON() : node;
}

function includesText(list: unknown, text: unknown): boolean {
  return Array.isArray(list) && list.includes(text);
}

function printed(document: Document, indent: string, eol: string): string {
  const text = document.toString({ lineWidth: 0 });
  return text.split('\n').map((line) => (line === '' ? '' : indent + line)).join(eol);
}

function indentOf(text: string, map: YAMLMap): string {
  const first = map.items[0];
  const start = first ? startOf(first) : 0;
  return ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
}

function startOf(pair: Pair): number {
  return isScalar(pair.key) && pair.key.range ? pair.key.range[0] : 0;
}

/** After the last line that belongs to the entry; comments below it belong to what comes next. */
function endOf(text: string, pair: Pair | undefined): number {
  const value = pair?.value;
  const range = typeof value === 'object' && value !== null && 'range' in value ? (value as { range?: [number, number, number] }).range : undefined;
  const end = range?.[1] ?? (pair ? startOf(pair) : text.length);
  const trimmed = text.slice(0, end).trimEnd().length;
  const lineEnd = text.indexOf('\n', trimmed);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

/** What is not ours, as plain values. Throws JsoncError when the text cannot be read as such. */
function foreignOf(text: string, wanted: readonly Wanted[]): unknown {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 50 });
  } catch {
    throw new JsoncError('InvalidSymbol', text, 0);
  }
  if (value === null || value === undefined) return { rest: {}, others: [] };
  if (typeof value !== 'object' || Array.isArray(value)) throw new JsoncError('wrong-type', text, 0);
  const { [top]: extensions, ...rest } = value as Record<string, unknown>;
  const others = Object.entries(typeof extensions === 'object' && extensions !== null ? extensions : {}).filter(([name]) => !wanted.some((each) => each.name === name));
  return { rest, others };
}

/** The last line of defence: what is not ours means after it what it meant before. */
function checkForeign(before: string, after: string, wanted: readonly Wanted[]): void {
  if (!isDeepStrictEqual(foreignOf(before, wanted), foreignOf(after, wanted))) throw new Error('the edit would have changed what is not ours');
}
