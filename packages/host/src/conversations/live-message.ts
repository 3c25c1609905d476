/**
 * An answer while it grows. Windows get changes at most 30 times a second; the store gets them at most a second late, and
 * at once where durability asks for it (a call about to be made, a result, the end).
 */
import type { MessageStatus, PartView, ToolCallView } from '@portolan/contract/conversations';
import type { EventOf } from '@portolan/contract/contract';
import type { Problem } from '@portolan/contract/errors';
import type { Json } from '@portolan/contract/json';
import type { StoredMessage } from '../ports.ts';
import { messageView } from './views.ts';

const publishEveryMs = 34;
const saveEveryMs = 900;
const saveAgainMs = 5_000;

export type WatchEvent = EventOf<'conversations/watch'>;

export interface LiveMessageDeps {
  publish(event: WatchEvent): void;
  /** Throws when the disk does not take it; the message is then kept here and saved again later. */
  save(message: StoredMessage): void;
  onSaveError(error: unknown): void;
}

export class LiveMessage {
  /** What windows have been told. Text that waits for the next event is not in it yet. */
  readonly #message: StoredMessage;
  readonly #deps: LiveMessageDeps;
  /** Changes not yet told: text to append, or `null` for a part to be told whole. */
  readonly #untold = new Map<number, string | null>();
  #publishTimer: NodeJS.Timeout | null = null;
  #saveTimer: NodeJS.Timeout | null = null;
  #isSaved = true;

  constructor(message: StoredMessage, deps: LiveMessageDeps) {
    this.#message = message;
    this.#deps = deps;
  }

  get message(): Readonly<StoredMessage> {
    return this.#message;
  }
  /** False while changes wait to be stored. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Adds a part at the end and returns its place. */
  add(part: PartView): number {
    this.#tell();
    const index = this.#message.parts.push(part) - 1;
    this.#changed(index, null);
    return index;
  }

  appendText(type: 'text' | 'reasoning', text: string, isNewPart: boolean): void {
    const last = this.#message.parts.length - 1;
    if (isNewPart || this.#message.parts[last]?.type !== type) {
      this.add({ type, text });
      return;
    }
    const untold = this.#untold.get(last);
    // A part not told of yet is told whole; its text can grow in place.
    if (untold === null) this.#grow(last, text);
    else this.#untold.set(last, (untold ?? '') + text);
    this.#schedule();
  }

  call(index: number): ToolCallView {
    const part = this.#message.parts[index];
    if (part?.type !== 'tool-call') throw new Error(`part ${index} is no call`);
    return part;
  }

  updateCall(index: number, change: Partial<ToolCallView>): void {
    this.#message.parts[index] = { ...this.call(index), ...change };
    this.#changed(index, null);
  }

  addProviderState(state: Json): void {
    this.#message.providerState.push(state);
    this.#isSaved = false;
  }

  /** @param cost US dollars; null when it is not known */
  addUsage(usage: { inputTokens: number | null; outputTokens: number | null }, cost: number | null): void {
    const before = this.#message.usage;
    const isKnown = cost !== null && before?.cost !== null;
    this.#message.usage = {
      inputTokens: sum(before?.inputTokens ?? null, usage.inputTokens),
      outputTokens: sum(before?.outputTokens ?? null, usage.outputTokens),
      cost: isKnown ? (before?.cost ?? 0) + cost : null,
    };
  }

  finish(status: Exclude<MessageStatus, 'streaming'>, problem: Problem | null): void {
    this.#tell();
    this.#message.status = status;
    this.#message.problem = problem;
    this.saveNow();
    this.#deps.publish({ type: 'message', message: messageView(this.#message) });
  }

  /** Tells windows what waits and stores everything. Throws nothing; see `isSaved`. */
  saveNow(): void {
    this.#tell();
    if (this.#saveTimer) clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
    try {
      this.#deps.save(this.#message);
      this.#isSaved = true;
    } catch (error) {
      this.#isSaved = false;
      this.#deps.onSaveError(error);
      this.#saveTimer = setTimeout(() => this.saveNow(), saveAgainMs);
      this.#saveTimer.unref();
    }
  }

  /** Stops trying; for the end of the host. */
  dispose(): void {
    if (this.#publishTimer) clearTimeout(this.#publishTimer);
    if (this.#saveTimer) clearTimeout(this.#saveTimer);
  }

  #changed(index: number, untold: string | null): void {
    this.#untold.set(index, untold);
    this.#schedule();
  }

  #schedule(): void {
    this.#isSaved = false;
    this.#publishTimer ??= setTimeout(() => this.#tell(), publishEveryMs);
    this.#saveTimer ??= setTimeout(() => this.saveNow(), saveEveryMs);
  }

  #tell(): void {
    if (this.#publishTimer) clearTimeout(this.#publishTimer);
    this.#publishTimer = null;
    const untold = [...this.#untold];
    this.#untold.clear();
    for (const [index, text] of untold) {
      if (text !== null) this.#grow(index, text);
      const part = this.#message.parts[index];
      if (!part) continue;
      const messageId = this.#message.id;
      this.#deps.publish(text === null ? { type: 'part', messageId, part: index, value: part } : { type: 'delta', messageId, part: index, text });
    }
  }

  #grow(index: number, text: string): void {
    const part = this.#message.parts[index];
    if (part?.type === 'text' || part?.type === 'reasoning') this.#message.parts[index] = { type: part.type, text: part.text + text };
  }
}

/** Unknown (null) adds nothing. */
function sum(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}
