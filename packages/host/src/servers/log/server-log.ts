/** The last lines a server said, wrote or went through, for its log page and for problem reports. */
import type { LifecycleNote, LogLine } from '@portolan/contract/servers';
import { LineCutter } from './decode-lines.ts';

export interface LogLimits {
  lines: number;
  /** Characters of text kept. */
  size: number;
  /** Characters a second that are taken in; what exceeds them is counted, not kept. */
  sizePerSecond: number;
  /** Milliseconds between two deliveries to a watcher. */
  deliveryMs: number;
}

export const defaultLogLimits: LogLimits = { lines: 20_000, size: 5_000_000, sizePerSecond: 2_000_000, deliveryMs: 100 };

type NewLine = Pick<LogLine, 'source' | 'text'> & { level?: LogLine['level'] | undefined; logger?: string | undefined; note?: LifecycleNote };

/** Lines a watcher gets in one event. */
const batchLines = 1000;
/** A prompt or progress bar without a line feed is shown after this many quiet milliseconds. */
const quietMs = 250;
const textLimit = 16_384;
const noteLimit = 1000;

export class ServerLog {
  readonly #limits: LogLimits;
  #lastStderr: string | null = null;
  #lines: LogLine[] = [];
  /** Index of the oldest kept line; the array is compacted now and then, for `shift` on a long array is dear. */
  #head = 0;
  #size = 0;
  #seq = 0;
  #secrets: string[] = [];
  #allowance: number;
  #allowanceAt = performance.now();
  #suppressed = 0;
  #wakers = new Set<() => void>();
  readonly #cutter: LineCutter;
  #quietTimer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<LogLimits> = {}) {
    this.#limits = { ...defaultLogLimits, ...limits };
    this.#allowance = this.#limits.sizePerSecond;
    this.#cutter = new LineCutter((text) => this.append({ source: 'stderr', text }));
  }

  /** The last line of stderr since the last start, with secrets struck out; null when there is none. */
  get lastLine(): string | null {
    return this.#lastStderr;
  }

  /** Lines kept from now on. */
  keep(lines: number): void {
    this.#limits.lines = lines;
  }

  /** Configured values that are struck out wherever they appear from now on. */
  hide(secrets: readonly string[]): void {
    this.#secrets = [...secrets];
  }

  /** The text with configured secrets struck out. */
  redact(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, '•••');
    return clean;
  }

  /** Raw bytes of stderr, as they come. */
  stderr(chunk: Uint8Array): void {
    // A flood is not worth decoding: it is counted by its line feeds and dropped.
    if (!this.#allow(chunk.length)) {
      this.#suppressed += countLines(chunk);
      this.#cutter.flush();
      return;
    }
    this.#cutter.push(chunk);
    clearTimeout(this.#quietTimer);
    if (this.#cutter.hasPartial) this.#quietTimer = setTimeout(() => this.#cutter.flush(), quietMs).unref();
  }

  /** The process ended: an unfinished line is all there will be. */
  endOfStderr(): void {
    clearTimeout(this.#quietTimer);
    this.#cutter.flush();
  }

  /** A line of our own, about starts and stops. Windows have words for it; the text is for copies and problem reports. */
  lifecycle(code: LifecycleNote['code'], details: LifecycleNote['details'] = {}): void {
    const clean = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? this.redact(value).slice(0, noteLimit) : value]));
    const text = [code, ...Object.entries(clean).map(([name, value]) => `${name}=${value}`)].join(' ');
    this.append({ source: 'lifecycle', text, note: { code, details: clean } });
  }

  append(line: NewLine): void {
    if (line.source !== 'stderr' && line.source !== 'lifecycle' && !this.#allow(line.text.length)) {
      this.#suppressed += 1;
      return;
    }
    if (this.#suppressed > 0) {
      const count = this.#suppressed;
      this.#suppressed = 0;
      this.#push({ source: 'lifecycle', text: `lines-left-out count=${count}`, note: { code: 'lines-left-out', details: { count } } });
    }
    this.#push(line);
  }

  /** The last lines of stderr since the last start, oldest first, at most `count`; for a problem report. */
  lastStderr(count: number): string {
    const found: string[] = [];
    for (let at = this.#lines.length - 1; at >= this.#head && found.length < count; at -= 1) {
      const line = this.#lines[at];
      if (line?.note?.code === 'starting') break;
      if (line?.source === 'stderr') found.push(line.text);
    }
    return found.toReversed().join('\n');
  }

  /** Marks the beginning of one run of the server. */
  begin(): void {
    this.#lastStderr = null;
    this.lifecycle('starting');
  }

  /** Kept lines after `after`, then each new one, in batches. `dropped` counts lines that were gone before they could be delivered. */
  async *watch(after: number | undefined, signal: AbortSignal): AsyncGenerator<{ lines: LogLine[]; dropped: number }> {
    let next = (after ?? 0) + 1;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const oldest = this.#lines[this.#head]?.seq ?? this.#seq + 1;
      // A number from an earlier host means nothing here: start over.
      if (next > this.#seq + 1) next = oldest;
      const dropped = Math.max(0, oldest - next);
      const start = this.#head + Math.max(0, next - oldest);
      const lines = this.#lines.slice(start, start + batchLines);
      next = (lines.at(-1)?.seq ?? next + dropped - 1) + 1;
      if (isFirst || lines.length > 0 || dropped > 0) yield { lines, dropped };
      if (next <= this.#seq) continue;
      await this.#change(signal);
      await pause(this.#limits.deliveryMs, signal);
    }
  }

  #push(line: NewLine): void {
    this.#seq += 1;
    const text = this.redact(line.text.length > textLimit ? `${line.text.slice(0, textLimit)}…` : line.text);
    const kept: LogLine = { seq: this.#seq, at: Date.now(), source: line.source, text };
    if (line.note !== undefined) kept.note = line.note;
    if (line.source === 'stderr' && text.trim() !== '') this.#lastStderr = text;
    if (line.level !== undefined) kept.level = line.level;
    if (line.logger !== undefined) kept.logger = line.logger.slice(0, 256);
    this.#lines.push(kept);
    this.#size += text.length;
    while (this.#lines.length - this.#head > this.#limits.lines || this.#size > this.#limits.size) {
      this.#size -= this.#lines[this.#head]?.text.length ?? 0;
      this.#head += 1;
    }
    if (this.#head > 1024 && this.#head * 2 > this.#lines.length) {
      this.#lines = this.#lines.slice(this.#head);
      this.#head = 0;
    }
    for (const wake of this.#wakers) wake();
    this.#wakers.clear();
  }

  /** A token bucket of one second. */
  #allow(size: number): boolean {
    const now = performance.now();
    const limit = this.#limits.sizePerSecond;
    this.#allowance = Math.min(limit, this.#allowance + ((now - this.#allowanceAt) / 1000) * limit);
    this.#allowanceAt = now;
    if (this.#allowance <= 0) return false;
    this.#allowance -= size;
    return true;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#wakers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#wakers.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}

function countLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || ms === 0) {
      resolve();
      return;
    }
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish, { once: true });
  });
}
