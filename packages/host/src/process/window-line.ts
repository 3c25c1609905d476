/** One window's line to the host, with the limits a window has to keep to. */
import { isLongerThan, maxFrameFromWindow } from './messages.ts';
import type { ToHost } from './messages.ts';
import { RateLimit } from './rate-limit.ts';

/** `host-gone`: connect again. The others are the window's own doing. */
export type LineEnd = 'host-gone' | 'too-large' | 'too-many' | 'too-slow' | 'replaced';

/** What the shell does with what comes for a window. */
export interface WindowEnd {
  deliver(text: string): void;
  /** Once. Nothing is delivered afterwards. */
  onEnd(reason: LineEnd): void;
}

/** What the shell calls on behalf of a window. */
export interface WindowConnection {
  /** A frame from the window. */
  receive(text: string): void;
  /** The window has taken this many characters of what was delivered. */
  taken(size: number): void;
  /** The window is gone. */
  close(): void;
}

const framesPerSecond = 500;
const framesAtOnce = 4000;
/** What may wait for a host that is still starting, in characters. */
const maxWaiting = 8 * 1024 * 1024;
/** A window that leaves more than this untaken, in characters, is cut off: streams have long paused, so it is stuck. */
const maxUntaken = 128 * 1024 * 1024;

export class WindowLine implements WindowConnection {
  readonly #name: string;
  readonly #window: WindowEnd;
  readonly #send: (message: ToHost) => void;
  readonly #onDone: () => void;
  readonly #rate = new RateLimit(framesPerSecond, framesAtOnce);
  #waiting: string[] = [];
  #waitingSize = 0;
  #untaken = 0;
  #state: 'waiting' | 'open' | 'done' = 'waiting';

  constructor(name: string, window: WindowEnd, send: (message: ToHost) => void, onDone: () => void) {
    this.#name = name;
    this.#window = window;
    this.#send = send;
    this.#onDone = onDone;
  }

  /** The host is ready: what waited goes out. */
  open(): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'open';
    this.#send({ t: 'open', c: this.#name });
    for (const text of this.#waiting) this.#send({ t: 'frame', c: this.#name, text });
    this.#waiting = [];
  }

  receive(text: string): void {
    if (this.#state === 'done') return;
    if (isLongerThan(text, maxFrameFromWindow)) this.end('too-large');
    else if (!this.#rate.take()) this.end('too-many');
    else if (this.#state === 'open') this.#send({ t: 'frame', c: this.#name, text });
    else {
      this.#waitingSize += text.length;
      if (this.#waitingSize > maxWaiting) this.end('too-many');
      else this.#waiting.push(text);
    }
  }

  deliver(text: string): void {
    if (this.#state !== 'open') return;
    this.#untaken += text.length;
    if (this.#untaken > maxUntaken) this.end('too-slow');
    else this.#window.deliver(text);
  }

  taken(size: number): void {
    // Never more than was delivered: a window cannot buy itself credit.
    const real = Math.min(Math.max(0, Math.floor(size)), this.#untaken);
    if (this.#state !== 'open' || !(real > 0)) return;
    this.#untaken -= real;
    this.#send({ t: 'taken', c: this.#name, size: real });
  }

  close(): void {
    if (this.#state === 'done') return;
    this.#finish();
  }

  end(reason: LineEnd): void {
    if (this.#state === 'done') return;
    this.#finish();
    this.#window.onEnd(reason);
  }

  #finish(): void {
    if (this.#state === 'open') this.#send({ t: 'close', c: this.#name });
    this.#state = 'done';
    this.#waiting = [];
    this.#onDone();
  }
}
