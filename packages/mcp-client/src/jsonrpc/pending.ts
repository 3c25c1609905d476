/** One request that waits for its answer, and how it is dressed. */
import type { Progress, TimeLimits } from '../client.ts';
import { isJsonObject } from './message.ts';
import type { JsonObject } from './message.ts';

/** 60 s of silence, 10 min in all. */
export const defaultLimits: TimeLimits = { idleMs: 60_000, totalMs: 600_000 };

export interface RequestOptions {
  signal?: AbortSignal;
  limits?: Partial<TimeLimits>;
  onProgress?: (progress: Progress) => void;
  /** Ask for progress even when nobody looks at it, because it extends the idle limit. */
  wantsProgress?: boolean;
  /** Extra HTTP headers. */
  headers?: Record<string, string>;
  /** False for `initialize`, which the specification forbids to cancel. */
  isCancellable?: boolean;
  /** Replaces the peer's envelope for this request. */
  envelope?: JsonObject;
  /** Told synchronously, before the message leaves. */
  onId?: (id: number) => void;
  /** More `_meta` for this request alone. */
  meta?: JsonObject;
  /** The host's own name for the call; handed back with what the server asks because of it. */
  reference?: string;
  /** Its progress is told after its answer too, until `stopProgress`: the answer may be a task that goes on. */
  keepsProgress?: boolean;
  /** Modern era: an answer of the result type `task` is handed back as it is. */
  takesTask?: boolean;
}

export interface Pending {
  id: number;
  method: string;
  resolve: (result: JsonObject) => void;
  reject: (error: Error) => void;
  idleMs: number;
  /** These three are on the clock of `performance.now()`. */
  idleAt: number;
  totalAt: number;
  startedAt: number;
  isSent: boolean;
  isCancellable: boolean;
  onProgress: ((progress: Progress) => void) | undefined;
  lastProgress: number;
  /** Held back by the rate cap; delivered before the answer at the latest. */
  heldProgress: Progress | undefined;
  signal: AbortSignal | undefined;
  onAbort: (() => void) | undefined;
  params: JsonObject | undefined;
  reference: string | undefined;
  /** How many dialogs are open because of it: a person's time counts against no deadline. */
  pauses: number;
  pausedAt: number;
  keepsProgress: boolean;
}

/** The entry and the promise of its answer. */
export function createPending(id: number, method: string, params: JsonObject | undefined, options: RequestOptions): { entry: Pending; answer: Promise<JsonObject> } {
  const { limits } = options;
  const now = performance.now();
  const idleMs = limits?.idleMs ?? defaultLimits.idleMs;
  const { promise: answer, resolve, reject } = Promise.withResolvers<JsonObject>();
  const entry: Pending = {
    id,
    method,
    resolve,
    reject,
    idleMs,
    idleAt: now + idleMs,
    totalAt: now + (limits?.totalMs ?? defaultLimits.totalMs),
    startedAt: now,
    isSent: false,
    isCancellable: options.isCancellable !== false,
    onProgress: options.onProgress,
    lastProgress: Number.NEGATIVE_INFINITY,
    heldProgress: undefined,
    signal: options.signal,
    onAbort: undefined,
    params,
    reference: options.reference,
    pauses: 0,
    pausedAt: 0,
    keepsProgress: options.keepsProgress === true,
  };
  return { entry, answer };
}

/** Params with their `_meta`. Keys that the caller put there win over the envelope's. */
export function withMeta(params: JsonObject | undefined, envelope: JsonObject | undefined, extra: JsonObject | undefined, progressToken: number | undefined): { params?: JsonObject } {
  if (envelope === undefined && extra === undefined && progressToken === undefined) return params === undefined ? {} : { params };
  const own = params?.['_meta'];
  const meta: JsonObject = { ...envelope, ...extra, ...(isJsonObject(own) ? own : undefined) };
  if (progressToken !== undefined) meta['progressToken'] = progressToken;
  return { params: { ...params, _meta: meta } };
}

/** Stops the clocks of a request. May be called again before `resume`. */
export function pause(entry: Pending): void {
  entry.pauses += 1;
  if (entry.pauses === 1) entry.pausedAt = performance.now();
}

/** Undoes one `pause`; the last one sets the clocks going where they stood. */
export function resume(entry: Pending): void {
  entry.pauses -= 1;
  if (entry.pauses > 0) return;
  const shift = performance.now() - entry.pausedAt;
  entry.idleAt += shift;
  entry.totalAt += shift;
}
