/**
 * Messages between the window and the page that holds an app (I12): only from exactly that frame and its origin, only to that
 * origin, and no more of them than the page in between lets through. What the page itself says does not reach the bridge.
 */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

export interface FrameEvents {
  /** The page in between is there and waits for the app. */
  onReady: () => void;
  /** The app went to another page; the frame is empty now. */
  onLeft: () => void;
  /** Messages of the app were left out: too many, or too large. */
  onLimited: () => void;
  /** Far more came than the page in between would let through: it is not itself. */
  onFlood: () => void;
}

const prefix = 'ui/notifications/sandbox-';
/** Above what the page lets through: it only counts when that page is broken. */
const burst = 1000;
const perSecond = 200;

export class FrameTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #events: FrameEvents;
  #allowance = burst;
  #allowanceAt = performance.now();
  #isOver = false;

  /** @param origin of the frame's page */
  constructor(frame: HTMLIFrameElement, origin: string, events: FrameEvents) {
    this.#frame = frame;
    this.#origin = origin;
    this.#events = events;
  }

  start(): Promise<void> {
    addEventListener('message', this.#onMessage);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (!this.#isOver) this.#frame.contentWindow?.postMessage(message, this.#origin);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#isOver = true;
    removeEventListener('message', this.#onMessage);
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onMessage = (event: MessageEvent<unknown>): void => {
    if (event.source === null || event.source !== this.#frame.contentWindow || event.origin !== this.#origin) return;
    if (!this.#takes()) {
      void this.close();
      this.#events.onFlood();
      return;
    }
    const { data } = event;
    if (!isMessage(data)) return;
    if ('method' in data && data.method.startsWith(prefix)) this.#ofPage(data.method.slice(prefix.length));
    else this.onmessage?.(data);
  };

  #ofPage(what: string): void {
    if (what === 'proxy-ready') this.#events.onReady();
    else if (what === 'limited') this.#events.onLimited();
    else if (what === 'left') {
      void this.close();
      this.#events.onLeft();
    }
  }

  #takes(): boolean {
    const now = performance.now();
    this.#allowance = Math.min(burst, this.#allowance + ((now - this.#allowanceAt) / 1000) * perSecond);
    this.#allowanceAt = now;
    this.#allowance -= 1;
    return this.#allowance >= 0;
  }
}

/** The shape alone; the bridge looks at each message by its schema. */
function isMessage(data: unknown): data is JSONRPCMessage {
  return typeof data === 'object' && data !== null && 'jsonrpc' in data && data.jsonrpc === '2.0' && (!('method' in data) || typeof data.method === 'string');
}
