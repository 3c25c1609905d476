/** A text that grows, read again only where it can still change. */
import type { Token } from 'marked';
import { buildBlock } from './build.ts';
import { lex, type Links } from './dialect.ts';
import type { CodeNode, TopBlock } from './nodes.ts';

interface OpenFence {
  marker: string;
  language: string;
  /** Offset of the first character of the code. */
  contentStart: number;
  /** Offset of the fence line itself. */
  rawStart: number;
  /** Offset of the line in which a closing fence may still appear. */
  scanFrom: number;
}

/** A list may go on, a setext line may turn a paragraph into a heading: the last two blocks stay open. */
const unsettledBlocks = 2;

/**
 * Reads a streaming text. Costs of an update grow with what is new, not with what is there: settled blocks keep their
 * objects, inside an open code fence nothing is lexed at all, and only the end of the message reads everything once more,
 * because a later definition or line can change what came before it.
 */
export class TokenStream {
  #text = '';
  #isFinal = false;
  #blocks: TopBlock[] = [];
  /** How many blocks of `#blocks` are settled, and where the text after them begins. */
  #settled = 0;
  #settledEnd = 0;
  #links: Links = {};
  #fence: OpenFence | null = null;

  /**
   * The blocks of `text`. A text that does not begin with the one before starts anew. With `isFinal` the result is
   * exactly that of reading the whole text at once.
   */
  update(text: string, isFinal: boolean): readonly TopBlock[] {
    const next = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (next === this.#text && isFinal === this.#isFinal) return this.#blocks;
    if (!next.startsWith(this.#text)) this.#reset();
    this.#text = next;
    this.#isFinal = isFinal;
    if (isFinal) this.#readAll();
    else if (!this.#extendFence()) this.#readTail();
    return this.#blocks;
  }

  #reset(): void {
    this.#blocks = [];
    this.#settled = 0;
    this.#settledEnd = 0;
    this.#links = {};
    this.#fence = null;
  }

  #readAll(): void {
    const before = this.#blocks;
    this.#reset();
    const tokens = lex(this.#text, this.#links);
    this.#blocks = this.#build(tokens, before, 0).map(({ block }) => block);
  }

  #readTail(): void {
    const tail = this.#text.slice(this.#settledEnd);
    const tokens = lex(tail, this.#links);
    const built = this.#build(tokens, this.#blocks, this.#settled);
    const kept = this.#blocks.slice(0, this.#settled);
    this.#blocks = [...kept, ...built.map(({ block }) => block)];
    const readLength = tokens.reduce((sum, token) => sum + token.raw.length, 0);
    // Were the tokens not to add up to the text, the offsets would be wrong: then nothing is settled.
    if (readLength !== tail.length) return;
    this.#openFenceAt(tokens, tail);
    const boundary = built.at(-unsettledBlocks);
    if (built.length > unsettledBlocks && boundary) {
      this.#settled += built.length - unsettledBlocks;
      this.#settledEnd += boundary.offset;
    }
  }

  /** Turns tokens into blocks, taking over the old block wherever the same text gives the same node. */
  #build(tokens: readonly Token[], before: readonly TopBlock[], from: number): { block: TopBlock; offset: number }[] {
    const built: { block: TopBlock; offset: number }[] = [];
    let offset = 0;
    // Where there are definitions, brackets may have become links since.
    const hasLinks = Object.keys(this.#links).length > 0;
    const isMeantTheSame = (raw: string): boolean => !(hasLinks && raw.includes('['));
    for (const token of tokens) {
      const old = before[from + built.length];
      const isSame = old?.raw === token.raw && isMeantTheSame(token.raw) && !(old.node.kind === 'code' && old.node.isOpen);
      const node = isSame ? old.node : buildBlock(token, 0, old && { node: old.node, isSame: isMeantTheSame });
      if (node) built.push({ block: isSame ? old : { raw: token.raw, node }, offset });
      offset += token.raw.length;
    }
    return built;
  }

  /** When the text ends inside a fence at the left edge, remembers it so that the next update need not lex. */
  #openFenceAt(tokens: readonly Token[], tail: string): void {
    const last = tokens.at(-1);
    const block = this.#blocks.at(-1);
    if (last?.type !== 'code' || block?.node.kind !== 'code') return;
    const start = tail.length - last.raw.length;
    const opening = /^(`{3,}|~{3,})[^\n]*\n/.exec(last.raw);
    const marker = opening?.[1];
    if (!opening || marker === undefined || closingFence(marker).test(last.raw.slice(opening[0].length))) return;
    const contentStart = this.#settledEnd + start + opening[0].length;
    this.#fence = {
      marker,
      language: block.node.language,
      contentStart,
      rawStart: this.#settledEnd + start,
      scanFrom: Math.max(contentStart, this.#text.lastIndexOf('\n') + 1),
    };
    this.#showFence(this.#fence);
  }

  /** Lengthens the open code block; false when there is none, or when it has just been closed. */
  #extendFence(): boolean {
    const fence = this.#fence;
    if (!fence) return false;
    if (closingFence(fence.marker).test(this.#text.slice(fence.scanFrom))) {
      this.#fence = null;
      return false;
    }
    fence.scanFrom = Math.max(fence.contentStart, this.#text.lastIndexOf('\n') + 1);
    this.#showFence(fence);
    return true;
  }

  #showFence(fence: OpenFence): void {
    let text = this.#text.slice(fence.contentStart);
    // A closing fence that is half written is not code.
    const lastLine = text.slice(text.lastIndexOf('\n') + 1);
    if (/^ {0,3}(?:`+|~+)$/.test(lastLine)) text = text.slice(0, text.length - lastLine.length);
    const node: CodeNode = { kind: 'code', language: fence.language, text: text.replace(/\n$/, ''), isOpen: true };
    this.#blocks = [...this.#blocks.slice(0, -1), { raw: this.#text.slice(fence.rawStart), node }];
  }
}

function closingFence(marker: string): RegExp {
  return new RegExp(`(?:^|\\n) {0,3}${marker[0] ?? '`'}{${marker.length},}[ \\t]*(?:\\n|$)`);
}
