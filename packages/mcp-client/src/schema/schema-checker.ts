/** Checks values against schemas of servers without ever holding up the thread that asks. */
import { Worker } from 'node:worker_threads';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { outOfBounds, schemaBounds, valueBounds } from './bounds.ts';
import type { SchemaJob, SchemaReply } from './schema-worker.ts';
import type { SchemaVerdict } from './validate.ts';

/** As the thread says, or `unchecked` when it took too long or was not asked; `message` says why. */
export type CheckOutcome = SchemaVerdict | { kind: 'unchecked'; message: string };

export interface SchemaCheckerOptions {
  /** The worker's program; a bundle has it elsewhere. */
  worker?: URL;
  /** Milliseconds for one schema and value, compiling included; 250 unless told. */
  limitMs?: number;
  /** Milliseconds without work after which the thread is given back; a minute unless told. */
  idleMs?: number;
}

/** Loading the validator on a busy machine; a worker that takes longer is broken. */
const bootMs = 20_000;
/** Checks that may wait: more than an honest host ever has. */
const queueLimit = 256;
/** A schema that took too long is not tried again for this time, so that it cannot hold up the checks of other servers. */
const slowMs = 60_000;

/** What is known of a schema. Kept as long as the schema itself. */
interface Known {
  refusal: string | undefined;
  text: string;
  /** On the clock of `performance.now()`. */
  slowUntil: number;
}

interface Waiting {
  job: SchemaJob;
  known: Known;
  resolve: (outcome: CheckOutcome) => void;
}

/** One thread, one check at a time. A check that exceeds its time costs the thread, and the next one gets a new one. */
export class SchemaChecker implements AsyncDisposable {
  readonly #options: SchemaCheckerOptions;
  readonly #queue: Waiting[] = [];
  readonly #known = new WeakMap<JsonObject, Known>();
  #worker: Worker | undefined;
  #isReady = false;
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(options: SchemaCheckerOptions = {}) {
    this.#options = options;
  }

  /** Never rejects and never takes longer than the limit, once it is this check's turn. `findsAll`: all places that do not fit, not the first alone. */
  check(schema: JsonObject | boolean, value: Json, { findsAll = false }: { findsAll?: boolean } = {}): Promise<CheckOutcome> {
    const known = this.#look(schema);
    const refusal = this.#refusalOf(known, value);
    if (refusal !== undefined) return Promise.resolve({ kind: 'unchecked', message: refusal });
    return new Promise((resolve) => {
      this.#queue.push({ job: { id: this.#nextId++, schema: known.text, value: JSON.stringify(value), findsAll }, known, resolve });
      this.#next();
    });
  }

  #refusalOf(known: Known, value: Json): string | undefined {
    if (this.#isClosed) return stopping;
    if (known.refusal !== undefined) return known.refusal;
    if (known.slowUntil > performance.now()) return 'an earlier check against this schema took too long';
    if (this.#queue.length >= queueLimit) return `more than ${queueLimit} checks are waiting`;
    const excess = outOfBounds(value, valueBounds);
    return excess === null ? undefined : `the value is ${excess}`;
  }

  /** A schema stays the same object from call to call, so it is measured and written once. */
  #look(schema: JsonObject | boolean): Known {
    if (typeof schema === 'boolean') return { refusal: undefined, text: String(schema), slowUntil: 0 };
    let known = this.#known.get(schema);
    if (known === undefined) {
      const excess = outOfBounds(schema, schemaBounds);
      known = { refusal: excess === null ? undefined : `the schema is ${excess}`, text: excess === null ? JSON.stringify(schema) : '', slowUntil: 0 };
      this.#known.set(schema, known);
    }
    return known;
  }

  /** Answers everybody who waits with `unchecked` and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { resolve } of this.#queue.splice(0)) resolve({ kind: 'unchecked', message: stopping });
    await this.#drop(stopping);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #next(): void {
    if (this.#current !== undefined || this.#queue.length === 0 || this.#isClosed) return;
    if (this.#worker === undefined) this.#boot();
    if (!this.#isReady) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#current = waiting;
    const limitMs = this.#options.limitMs ?? 250;
    this.#setTimer(limitMs, () => {
      waiting.known.slowUntil = performance.now() + slowMs;
      void this.#drop(`the check took longer than ${limitMs} ms`);
    });
    this.#worker?.postMessage(waiting.job);
  }

  #boot(): void {
    const worker = new Worker(this.#options.worker ?? new URL('schema-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 } });
    this.#worker = worker;
    this.#isReady = false;
    worker.unref();
    worker.on('message', (reply: SchemaReply) => this.#onReply(worker, reply));
    worker.on('error', (error) => void this.#onGone(worker, error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => void this.#onGone(worker, 'the checking thread ended'));
    this.#setTimer(bootMs, () => void this.#onGone(worker, 'the checking thread did not start'));
  }

  #onReply(worker: Worker, reply: SchemaReply): void {
    if (worker !== this.#worker) return;
    clearTimeout(this.#timer);
    if (reply.kind === 'ready') this.#isReady = true;
    else {
      const done = this.#current;
      this.#current = undefined;
      if (done?.job.id === reply.id) done.resolve(reply.verdict);
    }
    this.#setTimer(this.#options.idleMs ?? 60_000, () => void this.#drop('idle'));
    this.#next();
  }

  /** A worker that ends by itself takes what it was asked along; before it was ready, everything waiting. */
  async #onGone(worker: Worker, message: string): Promise<void> {
    if (worker !== this.#worker) return;
    if (!this.#isReady) for (const { resolve } of this.#queue.splice(0)) resolve({ kind: 'unchecked', message });
    await this.#drop(message);
  }

  async #drop(message: string): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    const lost = this.#current;
    this.#worker = undefined;
    this.#isReady = false;
    this.#current = undefined;
    lost?.resolve({ kind: 'unchecked', message });
    this.#drain();
    this.#next();
    await worker?.terminate();
  }

  /** Those who wait for a schema that just turned out too slow wait no longer. */
  #drain(): void {
    const now = performance.now();
    for (let at = this.#queue.length - 1; at >= 0; at -= 1) {
      const waiting = this.#queue[at];
      if (waiting === undefined || waiting.known.slowUntil <= now) continue;
      this.#queue.splice(at, 1);
      waiting.resolve({ kind: 'unchecked', message: 'an earlier check against this schema took too long' });
    }
  }

  #setTimer(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    // Kept alive only while somebody waits for an answer.
    this.#timer = setTimeout(then, ms);
    if (this.#current === undefined && this.#queue.length === 0) this.#timer.unref();
  }
}

const stopping = 'checking has ended';
