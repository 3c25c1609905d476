/**
 * The document as it may be shown. Everything here is already decoded, checked and capped: the React side only draws,
 * and holds no rule about what is safe. There is no HTML string anywhere.
 */
import type { ImageSource } from './safe-url.ts';

export type Inline =
  | { kind: 'text'; text: string }
  /** `group` is several nodes where one was read. */
  | { kind: 'strong' | 'em' | 'del' | 'group'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'link'; url: string; host: string; isMisleading: boolean; children: Inline[] }
  /** A link to something that is never opened; its target is shown. */
  | { kind: 'dead-link'; target: string; children: Inline[] }
  | { kind: 'image'; source: ImageSource; alt: string }
  /** Markup that was written out; shown as the text it is. */
  | { kind: 'html'; text: string }
  | { kind: 'math'; tex: string }
  | { kind: 'footnote'; id: string };

export type Alignment = 'left' | 'center' | 'right' | null;

export interface ListItem {
  /** The text it was read from: an item whose text stays keeps its object, so that a growing list draws only its end. */
  raw: string;
  /** `null` when the item is no task. */
  isChecked: boolean | null;
  blocks: Block[];
}

export interface TableRow {
  /** As for {@link ListItem}. */
  raw: string;
  cells: Inline[][];
}

export interface CodeNode {
  kind: 'code';
  language: string;
  text: string;
  /** Still being written: no closing fence has come. */
  isOpen: boolean;
}

export interface TableNode {
  kind: 'table';
  align: Alignment[];
  header: Inline[][];
  rows: TableRow[];
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'list'; start: number | null; isLoose: boolean; items: ListItem[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'rule' }
  | { kind: 'html'; text: string }
  | { kind: 'math'; tex: string }
  | { kind: 'footnote'; id: string; children: Inline[] }
  /** Text that was not read as Markdown because reading it would cost too much; shown as it is. */
  | { kind: 'plain'; text: string; isTooDeep: boolean }
  | CodeNode
  | TableNode;

/** One top-level block. The same object stays while its text stays, so that it is drawn once. */
export interface TopBlock {
  readonly raw: string;
  readonly node: Block;
}

/** The words of inline nodes without their marks. */
export function plainText(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
        case 'code':
        case 'html':
          return node.text;
        case 'strong':
        case 'em':
        case 'del':
        case 'group':
        case 'link':
        case 'dead-link':
          return plainText(node.children);
        case 'image':
          return node.alt;
        case 'math':
          return node.tex;
        case 'footnote':
          return node.id;
        case 'break':
          return '\n';
      }
    })
    .join('');
}
