/**
 * Lets a limited number of notifications per second through. Above the cap, those that carry no content of their own
 * (something changed) are merged and delivered late; the others are dropped and counted.
 */
import type { JsonObject } from './message.ts';
import { TokenBucket } from './token-bucket.ts';

/** Never dropped: rare by nature, and the subscription does not work without it. */
const ALWAYS = new Set(['notifications/subscriptions/acknowledged']);

const MERGEABLE = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
]);

/** Distinct resources remembered while the cap is exceeded. */
const MERGED_LIMIT = 1000;

export class NotificationGate {
  readonly #bucket: TokenBucket;
  readonly #perSecond: number;
  readonly #deliver: (method: string, params: JsonObject) => void;
  readonly #report: (kind: string, message: string) => void;
  readonly #merged = new Map<string, { method: string; params: JsonObject }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(perSecond: number, deliver: (method: string, params: JsonObject) => void, report: (kind: string, message: string) => void) {
    this.#perSecond = perSecond;
    this.#bucket = new TokenBucket(perSecond);
    this.#deliver = deliver;
    this.#report = report;
  }

  pass(method: string, params: JsonObject): void {
    if (ALWAYS.has(method) || this.#bucket.take()) {
      this.#tell(method, params);
      return;
    }
    if (MERGEABLE.has(method) && this.#merged.size < MERGED_LIMIT) {
      const uri = params['uri'];
      this.#merged.set(typeof uri === 'string' ? `${method} ${uri}` : method, { method, params });
      this.#timer ??= setTimeout(() => this.#flush(), 1000).unref();
      return;
    }
    this.reportDropped();
  }

  /** Takes one slot for something that is delivered elsewhere. */
  take(): boolean {
    return this.#bucket.take();
  }

  reportDropped(): void {
    this.#report('notification-rate', `The server sends more than ${this.#perSecond} notifications a second; the rest is dropped.`);
  }

  /** Delivers what was merged and stops. */
  close(): void {
    clearTimeout(this.#timer);
    this.#flush();
  }

  #flush(): void {
    this.#timer = undefined;
    const merged = [...this.#merged.values()];
    this.#merged.clear();
    for (const { method, params } of merged) this.#tell(method, params);
  }

  #tell(method: string, params: JsonObject): void {
    try {
      this.#deliver(method, params);
    } catch (error) {
      this.#report('listener-failed', `A notification listener failed: ${String(error)}`);
    }
  }
}
