/** Changing one thing in a JSON text and nothing else: comments, order, unknown fields, layout and line ends stay as they are. */
import { createScanner, parseTree } from 'jsonc-parser';
import type { Json } from '@portolan/contract/json';
import { elements, parseJsonc, properties, token } from './jsonc-tree.ts';
import type { Node, Property } from './jsonc-tree.ts';

export type Path = (string | number)[];

/**
 * Sets the value at a path, making the objects on the way; a value already there is replaced in place, and -1 appends to
 * a list. Not a byte of what is not changed is laid out anew.
 */
export function setValue(text: string, path: Path, value: Json): string {
  let node: Node = parseJsonc(text);
  for (const [depth, segment] of path.entries()) {
    const next = childOf(node, segment);
    if (next) {
      node = next;
      continue;
    }
    const rest = nest(path.slice(depth + 1), value);
    if (typeof segment === 'string' && node.type === 'object') return insertInto(text, node, (layout) => `${JSON.stringify(segment)}: ${written(rest, layout)}`);
    if (typeof segment === 'number' && node.type === 'array') return insertInto(text, node, (layout) => written(rest, layout));
    // Something else stands where an object or a list is needed.
    return replaceNode(text, node, nest(path.slice(depth), value));
  }
  return replaceNode(text, node, value);
}

/** Sets the value at a path to JSON text that is put in as it stands, its comments included. */
export function setRaw(text: string, path: Path, raw: string): string {
  const marker = `raw-${crypto.randomUUID()}`;
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

/** How new text is laid out: the file's own step of indentation and line end, and the indentation it begins at. */
interface Layout {
  step: string;
  eol: string;
  /** Indentation of the line that the new text is on; null on one line with its neighbours. */
  indent: string | null;
}

function childOf(node: Node, segment: string | number): Node | undefined {
  return typeof segment === 'number' ? elements(node)[segment] : properties(node).find((property) => property.key === segment)?.value;
}

function nest(path: Path, value: Json): Json {
  return path.reduceRight<Json>((inner, segment) => (typeof segment === 'number' ? [inner] : { [segment]: inner }), value);
}

function replaceNode(text: string, node: Node, value: Json): string {
  const isOnOneLine = !/[\r\n]/.test(text.slice(node.offset, node.offset + node.length)) && node.children !== undefined && node.children.length > 0;
  const layout = { ...layoutOf(text), indent: isOnOneLine ? null : indentAt(text, node.offset) };
  return text.slice(0, node.offset) + written(value, layout) + text.slice(node.offset + node.length);
}

/** Puts a property or element at the end of an object or list, after the comments that stand there. */
function insertInto(text: string, container: Node, write: (layout: Layout) => string): string {
  const { step, eol } = layoutOf(text);
  const close = container.offset + container.length - 1;
  const children = container.children ?? [];
  const last = children.at(-1);
  const outer = indentAt(text, container.offset);
  const inner = text.slice(container.offset + 1, close);
  if (!last) {
    const added = eol + outer + step + write({ step, eol, indent: outer + step }) + eol + outer;
    // Comments in an empty object stay in front of the first thing that comes into it.
    return text.slice(0, container.offset + 1) + (inner.trim() === '' ? '' : inner.trimEnd()) + added + text.slice(close);
  }
  const end = last.offset + last.length;
  const comma = commaIn(text, end, close);
  const first = children[0] ?? last;
  if (!/[\r\n]/.test(text.slice(container.offset, first.offset)) && !/[\r\n]/.test(text.slice(end, close))) {
    const at = comma < 0 ? end : comma + 1;
    const added = write({ step, eol, indent: null });
    return `${text.slice(0, at)}${comma < 0 ? ', ' : ' '}${added}${comma < 0 ? '' : ','}${text.slice(at)}`;
  }
  const indent = isFirstOnLine(text, first.offset) ? indentAt(text, first.offset) : outer + step;
  const added = indent + write({ step, eol, indent }) + (comma < 0 ? '' : ',');
  const before = text.slice(0, end) + (comma < 0 ? ',' : '');
  const tail = text.slice(end, close);
  const lineStart = Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf('\r')) + 1;
  if (lineStart > 0 && tail.slice(lineStart).trim() === '') return before + tail.slice(0, lineStart) + added + eol + tail.slice(lineStart) + text.slice(close);
  return before + tail.trimEnd() + eol + added + eol + outer + text.slice(close);
}

function written(value: Json, { step, eol, indent }: Layout): string {
  if (indent === null) return spaced(value);
  return JSON.stringify(value, null, step).replaceAll('\n', eol + indent);
}

/** On one line, with a blank where people put one. */
function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function layoutOf(text: string): { step: string; eol: string } {
  const indent = /^([ \t]+)["}]/m.exec(text)?.[1] ?? '  ';
  return { step: indent.startsWith('\t') ? '\t' : ' '.repeat(Math.min(indent.length, 8)), eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** The blanks that the line of an offset begins with. */
function indentAt(text: string, offset: number): string {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

function isFirstOnLine(text: string, offset: number): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return text.slice(lineStart, offset).trim() === '';
}
