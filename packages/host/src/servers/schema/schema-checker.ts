/** Checks values against schemas of servers without ever holding up the host (H06, H10, H24). */
import { Worker } from 'node:worker_threads';
import type { Json, JsonObject } from '@portolan/contract/json';
import { outOfBounds } from './bounds.ts';
import type { SchemaJob, SchemaReply } from './schema-worker.ts';
import type { SchemaVerdict } from './validate.ts';

/** As the worker says, or `unchecked` when it took too long or was not asked. */
export type CheckOutcome = SchemaVerdict | { kind: 'unchecked'; message: string };

export interface SchemaCheckerOptions {
  /** The worker's program; a bundle has it elsewhere. */
  worker?: URL;
  /** Milliseconds for one schema and value, compiling included. */
  limitMs?: number;
  /** Milliseconds without work after which the thread is given back. */
  idleMs?: number;
}

/** Loading the validator on a busy machine; a worker that takes longer is broken. */
const bootMs = 20_000;

interface Waiting {
  job: SchemaJob;
  resolve: (outcome: CheckOutcome) => void;
}

/** One thread, one check at a time. A check that exceeds its time costs the thread, and the next one gets a new one. */
export class SchemaChecker implements AsyncDisposable {
  readonly #options: SchemaCheckerOptions;
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #isReady = false;
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(options: SchemaCheckerOptions = {}) {
    this.#options = options;
  }

  /** Never rejects. */
  check(schema: JsonObject, value: Json): Promise<CheckOutcome> {
    const refusal = this.#isClosed ? 'the host is stopping' : outOfBounds(schema, value);
    if (refusal !== null) return Promise.resolve({ kind: 'unchecked', message: refusal });
    return new Promise((resolve) => {
      this.#queue.push({ job: { id: this.#nextId++, schema, value }, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { resolve } of this.#queue.splice(0)) resolve({ kind: 'unchecked', message: 'the host is stopping' });
    await this.#drop('the host is stopping');
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
    this.#setTimer(limitMs, () => void this.#drop(`the check took longer than ${limitMs} ms`));
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
    this.#next();
    await worker?.terminate();
  }

  #setTimer(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    // Kept alive only while somebody waits for an answer.
    this.#timer = setTimeout(then, ms);
    if (this.#current === undefined && this.#queue.length === 0) this.#timer.unref();
  }
}
