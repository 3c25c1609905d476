/** Changing one thing in a JSON text and nothing else: comments, order, unknown fields and line ends stay as they are. */
import { randomBytes } from 'node:crypto';
import { applyEdits, createScanner, modify, parseTree } from 'jsonc-parser';
import type { FormattingOptions } from 'jsonc-parser';
import type { Json } from '@portolan/contract/json';
import { elements, parseJsonc, properties, token } from './jsonc-tree.ts';
import type { Node, Property } from './jsonc-tree.ts';

export type Path = (string | number)[];

/** Sets the value at a path, making the objects on the way; a value already there is replaced in place. */
export function setValue(text: string, path: Path, value: Json): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: formattingOf(text) }));
}

/** Sets the value at a path to JSON text that is put in as it stands, its comments included. */
export function setRaw(text: string, path: Path, raw: string): string {
  const marker = `raw-${randomBytes(12).toString('hex')}`;
  return setValue(text, path, marker).replace(JSON.stringify(marker), () => raw);
}

/**
 * Takes a property or element out with its comma, and the line when nothing else is on it. Comments around it stay:
 * whose they are, only their writer knows. Nothing happens when it is not there.
 */
export function removeValue(text: string, path: Path): string {
  const found = locate(text, path);
  if (!found) return text;
  const { node, siblings } = found;
  let start = node.offset;
  let end = node.offset + node.length;
  let result = text;
  const drop = (comma: number) => {
    result = result.slice(0, comma) + result.slice(comma + 1);
  };
  const commaAfter = commaIn(text, end, text.length);
  const previous = siblings[siblings.indexOf(node) - 1];
  const commaBefore = previous ? commaIn(text, previous.offset + previous.length, start) : -1;
  if (commaAfter >= 0) drop(commaAfter);
  else if (commaBefore >= 0) {
    drop(commaBefore);
    start--;
    end--;
  }
  const lineStart = Math.max(result.lastIndexOf('\n', start - 1), result.lastIndexOf('\r', start - 1)) + 1;
  const rest = /^[ \t]*(\r\n|\r|\n)/.exec(result.slice(end));
  if (rest && lineStart > 0 && result.slice(lineStart, start).trim() === '') return result.slice(0, lineStart) + result.slice(end + rest[0].length);
  return result.slice(0, start) + result.slice(end);
}

/** Gives a property another key, in place. */
export function renameKey(text: string, path: string[], key: string): string {
  const property = locateProperty(parseTree(text), path);
  if (!property) return text;
  const { offset, length } = property.keyNode;
  return text.slice(0, offset) + JSON.stringify(key) + text.slice(offset + length);
}

/** The text of a value as it stands; null when there is none. */
export function rawValue(text: string, path: string[]): string | null {
  const property = locateProperty(parseJsonc(text), path);
  return property ? text.slice(property.value.offset, property.value.offset + property.value.length) : null;
}

function locate(text: string, path: Path): { node: Node; siblings: Node[] } | null {
  let parent: Node | undefined = parseJsonc(text);
  for (const [depth, segment] of path.entries()) {
    const siblings: Node[] = typeof segment === 'number' ? elements(parent) : properties(parent).map((property) => property.node);
    const node: Node | undefined = typeof segment === 'number' ? siblings[segment] : properties(parent).find((property) => property.key === segment)?.node;
    if (!node) return null;
    if (depth === path.length - 1) return { node, siblings };
    parent = typeof segment === 'number' ? node : node.children?.[1];
  }
  return null;
}

function locateProperty(root: Node | undefined, path: string[]): Property | null {
  let found: Property | undefined;
  let parent = root;
  for (const key of path) {
    found = properties(parent).find((property) => property.key === key);
    if (!found) return null;
    parent = found.value;
  }
  return found ?? null;
}

/** The offset of a comma that comes before any other token; -1 when another token comes first. */
function commaIn(text: string, from: number, to: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  const kind: number = scanner.scan();
  return kind === token.comma && scanner.getTokenOffset() < to ? scanner.getTokenOffset() : -1;
}

function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)["}]/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : Math.min(indent.length, 8),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
