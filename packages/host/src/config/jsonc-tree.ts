/** Reading JSON with comments strictly enough to be edited: one meaning a file, with the line of whatever is wrong. */
import { createScanner, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { Json, JsonObject } from '@portolan/contract/json';

export type { Node };

/** Values of the scanner's `SyntaxKind`, a const enum that modules checked one by one cannot import. */
export const token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, comma: 5, end: 17 } as const;

export const maxBytes = 5_000_000;
const maxDepth = 64;

/** Where and why a text is not usable. `reason` is a short code; texts are the windows' business. */
export class JsoncError extends Error {
  override readonly name = 'JsoncError';
  readonly reason: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  constructor(reason: string, text: string, offset: number) {
    const place = placeOf(text, offset);
    super(`${reason} at ${place.line}:${place.column}`);
    this.reason = reason;
    this.line = place.line;
    this.column = place.column;
  }
}

/** Line and column (both 1-based, in UTF-16 units) of an offset. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: before.split(/\r\n|\r|\n/).length, column: offset - lineStart + 1 };
}

/**
 * Parses JSON with comments and trailing commas into a tree. Throws JsoncError: `empty`, `too-large`, `too-deep`,
 * `not-an-object`, or the parser's own code for the first thing it stumbled over.
 */
export function parseJsonc(text: string, limit = maxBytes): Node {
  if (text.length > limit) throw new JsoncError('too-large', text, 0);
  if (text.trim() === '') throw new JsoncError('empty', text, 0);
  checkDepth(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw new JsoncError(printParseErrorCode(first.error), text, first.offset);
  if (!root) throw new JsoncError('empty', text, 0);
  return root;
}

/** The parser is recursive: depth is checked before, by the scanner, which is not. */
function checkDepth(text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== token.end; kind = scanner.scan()) {
    if (kind === token.openBrace || kind === token.openBracket) depth++;
    else if (kind === token.closeBrace || kind === token.closeBracket) depth--;
    if (depth > maxDepth) throw new JsoncError('too-deep', text, scanner.getTokenOffset());
  }
}

export interface Property {
  key: string;
  /** The whole `"key": value`. */
  node: Node;
  keyNode: Node;
  value: Node;
}

/** The properties of an object node in order, duplicates included; empty for any other node. */
export function properties(node: Node | undefined): Property[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, value] = property.children ?? [];
    return keyNode && value ? { key: String(keyNode.value), node: property, keyNode, value } : [];
  });
}

/** The value of a property that occurs once; undefined when it is not there. */
export function member(node: Node | undefined, key: string): Node | undefined {
  return properties(node).find((property) => property.key === key)?.value;
}

export function elements(node: Node | undefined): Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** The first key given twice in one object anywhere below: two readers would see two different files (C13). */
export function duplicateKey(node: Node, depth = Number.POSITIVE_INFINITY): Property | null {
  const seen = new Set<string>();
  for (const property of properties(node)) {
    if (seen.has(property.key)) return property;
    seen.add(property.key);
    const inside = depth > 1 ? duplicateKey(property.value, depth - 1) : null;
    if (inside) return inside;
  }
  for (const element of elements(node)) {
    const inside = depth > 1 ? duplicateKey(element, depth - 1) : null;
    if (inside) return inside;
  }
  return null;
}

/** The plain value of a tree. Keys that would touch a prototype are left out. */
export function toValue(node: Node): Json {
  if (node.type === 'object') {
    const value: JsonObject = {};
    for (const property of properties(node)) if (property.key !== '__proto__') value[property.key] = toValue(property.value);
    return value;
  }
  if (node.type === 'array') return elements(node).map(toValue);
  const value: unknown = node.value;
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}
