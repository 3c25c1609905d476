/** Reads the parts of one streamed answer: turns them into events, keeps count, notices silence. */
import type { TextStreamPart, ToolSet } from 'ai';
import { isJson } from '@portolan/contract/json';
import type { JsonObject } from '@portolan/contract/json';
import { AnswerTooLong } from './model-errors.ts';

export interface StepLimits {
  /** Milliseconds without a word, a call or reasoning until the answer counts as cut. Comments that keep a connection open don't count. */
  silenceMs: number;
  /** Characters of text, reasoning and arguments of one answer. */
  maxCharacters: number;
  /** Calls of one answer. */
  maxCalls: number;
}
export const defaultLimits: StepLimits = { silenceMs: 300_000, maxCharacters: 4_000_000, maxCalls: 128 };

export type StepEvent =
  | { type: 'text' | 'reasoning'; text: string; isNewPart: boolean }
  | { type: 'file'; mediaType: string; base64: string }
  | {
      type: 'tool-call';
      toolCallId: string;
      /** As the model wrote it; it need not be a tool it was offered. */
      toolName: string;
      /** Null when the model wrote something else than a JSON object; `raw` is what it wrote. */
      input: JsonObject | null;
      raw: string;
    };

/** Characters kept of arguments that are no JSON object, to be shown. */
const longestRaw = 20_000;

export class StepReader {
  hasContent = false;
  calls = 0;
  /** An event that could not be read; the stream may go on after it (B06). */
  lastOddity: unknown = null;
  #characters = 0;
  /** Arguments as they come, by call. */
  readonly #written = new Map<string, string>();
  #block: string | null = null;
  readonly #limits: StepLimits;
  readonly #onEvent: (event: StepEvent) => void;

  constructor(limits: StepLimits, onEvent: (event: StepEvent) => void) {
    this.#limits = limits;
    this.#onEvent = onEvent;
  }

  /** True when the part says something; throws AnswerTooLong. */
  take(part: TextStreamPart<ToolSet>): boolean {
    // Ends of blocks, sources, what the SDK adds, and what no version of this app knows say nothing.
    if (part.type === 'text-delta') return this.#words('text', part.id, part.text);
    if (part.type === 'reasoning-delta') return this.#words('reasoning', part.id, part.text);
    if (part.type === 'tool-input-delta') {
      this.#count(part.delta.length);
      const written = this.#written.get(part.id) ?? '';
      if (written.length < longestRaw) this.#written.set(part.id, written + part.delta);
      return part.delta !== '';
    }
    if (part.type === 'file') {
      this.hasContent = true;
      this.#onEvent({ type: 'file', mediaType: part.file.mediaType, base64: part.file.base64 });
      return true;
    }
    if (part.type !== 'tool-call' || part.providerExecuted) return false;
    if (++this.calls > this.#limits.maxCalls) throw new AnswerTooLong(`${this.#limits.maxCalls} calls`);
    this.hasContent = true;
    this.#block = null;
    const input: unknown = part.input;
    // As it was written: read and written again, `1e400` would be shown as null (C13).
    const raw = this.#written.get(part.toolCallId) ?? (typeof input === 'string' ? input : (JSON.stringify(input) ?? ''));
    this.#written.delete(part.toolCallId);
    this.#onEvent({ type: 'tool-call', toolCallId: part.toolCallId, toolName: part.toolName, input: isArguments(input) ? input : null, raw: raw.slice(0, longestRaw) });
    return true;
  }

  #words(type: 'text' | 'reasoning', id: string, text: string): boolean {
    if (text === '') return false;
    this.#count(text.length);
    this.hasContent = true;
    const block = `${type} ${id}`;
    this.#onEvent({ type, text, isNewPart: this.#block !== block });
    this.#block = block;
    return true;
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#limits.maxCharacters) throw new AnswerTooLong(`${this.#limits.maxCharacters} characters`);
  }
}

function isArguments(input: unknown): input is JsonObject {
  return isJson(input) && typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** Calls `onSilence` when `reset` was not called for `ms` milliseconds. */
export class Watchdog {
  #timer: NodeJS.Timeout;
  readonly #ms: number;
  readonly #onSilence: () => void;
  constructor(ms: number, onSilence: () => void) {
    this.#ms = ms;
    this.#onSilence = onSilence;
    this.#timer = setTimeout(onSilence, ms);
  }
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onSilence, this.#ms);
  }
  stop(): void {
    clearTimeout(this.#timer);
  }
}
