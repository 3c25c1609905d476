/** The page's side of highlighting: one worker, started when first needed, killed when it does not answer in time. */
import type { HighlightReply, HighlightRequest, Line, ReleaseRequest } from './highlight-protocol.ts';
import type { LanguageId } from './languages.ts';

/** Longest time one part may take, in milliseconds, once its language is there. */
const timeLimit = 1_000;
/** The first part of a language also waits for the language to load. */
const firstTimeLimit = 5_000;
/** Longer code is shown without colours. */
export const maxHighlightedLength = 200_000;

interface Waiting {
  resolve: (lines: Line[] | null) => void;
  session: number;
}

/** What a worker must be able to do; the browser's Worker, or a stand-in of the same kind. */
export interface WorkerLike {
  postMessage: (message: HighlightRequest | ReleaseRequest) => void;
  terminate: () => void;
  addEventListener(type: 'message', listener: (event: { data: HighlightReply }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export interface HighlighterOptions {
  start: () => WorkerLike | null;
  timeLimit?: number | undefined;
  firstTimeLimit?: number | undefined;
}

/**
 * Gives code its colours, part by part. A block whose part takes too long loses them for good; the worker is replaced
 * and other blocks start again from their first part.
 */
export class Highlighter {
  readonly #options: HighlighterOptions;
  #worker: WorkerLike | null = null;
  #waiting = new Map<number, Waiting>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #queue: HighlightRequest[] = [];
  #running: HighlightRequest | null = null;
  #nextId = 1;
  #nextSession = 1;
  #isUnavailable = false;
  #bad = new Set<number>();
  #warm = new Set<LanguageId>();
  /** Parts of a session the present worker has seen. */
  #known = new Map<number, number>();

  constructor(options: HighlighterOptions) {
    this.#options = options;
  }

  /** A number for one code block. */
  openSession(): number {
    return this.#nextSession++;
  }

  closeSession(session: number): void {
    this.#queue = this.#queue.filter((request) => request.session !== session || this.#settle(request.id, null));
    this.#known.delete(session);
    this.#bad.delete(session);
    this.#worker?.postMessage({ release: session });
  }

  /** How many parts the worker knows of a session: the next one to send. */
  knownParts(session: number): number {
    return this.#known.get(session) ?? 0;
  }

  /** The coloured lines of one part, or null when it is to stay plain. Parts of a session are sent in order. */
  highlight(session: number, part: number, language: LanguageId, code: string): Promise<Line[] | null> {
    if (this.#isUnavailable || this.#bad.has(session) || code.length > maxHighlightedLength) return Promise.resolve(null);
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, session });
      this.#queue.push({ id, session, part, language, code });
      this.#runNext();
    });
  }

  #runNext(): void {
    if (this.#running) return;
    const request = this.#queue.shift();
    if (!request) return;
    const worker = this.#startWorker();
    if (!worker) {
      this.#isUnavailable = true;
      this.#settleAll(null);
      return;
    }
    this.#running = request;
    const limit = this.#warm.has(request.language) ? (this.#options.timeLimit ?? timeLimit) : (this.#options.firstTimeLimit ?? firstTimeLimit);
    this.#timer = setTimeout(() => this.#giveUp(), limit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(request);
  }

  #startWorker(): WorkerLike | null {
    if (this.#worker) return this.#worker;
    const worker = this.#options.start();
    if (!worker) return null;
    worker.addEventListener('message', (event) => this.#onReply(event.data));
    worker.addEventListener('error', () => {
      // The script itself did not load: there will be no colours in this window.
      this.#isUnavailable = true;
      this.#stopWorker();
      this.#settleAll(null);
    });
    this.#worker = worker;
    return worker;
  }

  #onReply({ id, lines }: HighlightReply): void {
    const request = this.#running;
    if (!request || request.id !== id) return;
    clearTimeout(this.#timer);
    this.#running = null;
    if (lines) {
      this.#warm.add(request.language);
      this.#known.set(request.session, request.part + 1);
    }
    this.#settle(id, lines);
    this.#runNext();
  }

  /** The running part took too long: its block stays plain, everyone else goes on with a new worker. */
  #giveUp(): void {
    const request = this.#running;
    this.#stopWorker();
    if (request) {
      this.#bad.add(request.session);
      this.#settle(request.id, null);
    }
    this.#runNext();
  }

  #stopWorker(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
    this.#known.clear();
    this.#warm.clear();
  }

  /** Answers one request; false, so that it can be used to drop it from a list. */
  #settle(id: number, lines: Line[] | null): false {
    this.#waiting.get(id)?.resolve(lines);
    this.#waiting.delete(id);
    return false;
  }

  #settleAll(lines: null): void {
    this.#queue = [];
    for (const id of this.#waiting.keys()) this.#settle(id, lines);
  }
}
