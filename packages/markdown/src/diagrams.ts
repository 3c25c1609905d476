/** The page's side of drawing diagrams: one worker, one diagram at a time, killed when it does not answer in time. */
import { isDrawable } from './diagram-kind.ts';
import type { DiagramReply, DiagramRequest } from './diagram-protocol.ts';
import type { DiagramColours, DiagramPicture } from './diagram-svg.ts';

/** Milliseconds for one diagram; the first also waits for what draws it to load. */
const timeLimit = 2_000;
const firstTimeLimit = 10_000;
/** A longer text, in characters, is not drawn. */
export const maxDiagramLength = 20_000;

/** Pictures kept, so that one that scrolls back into view has its height at once and moves nothing. */
const picturesKept = 60;

export type DiagramProblem = 'too-long' | 'too-slow' | 'unknown' | 'wrong' | 'unavailable';
export type DrawnDiagram = { picture: DiagramPicture } | { problem: DiagramProblem };

export interface DiagramWorker {
  postMessage: (message: DiagramRequest) => void;
  terminate: () => void;
  addEventListener(type: 'message', listener: (event: { data: DiagramReply }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
}

export class Diagrams {
  readonly #start: () => DiagramWorker | null;
  readonly #limits: { first: number; next: number };
  #worker: DiagramWorker | null = null;
  #isWarm = false;
  #last: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  readonly #drawn = new Map<string, DrawnDiagram>();

  constructor(start: () => DiagramWorker | null, limits = { first: firstTimeLimit, next: timeLimit }) {
    this.#start = start;
    this.#limits = limits;
  }

  /** What needs no drawing, or was drawn a while ago. */
  known(source: string, colours: DiagramColours): DrawnDiagram | null {
    if (source.length > maxDiagramLength) return { problem: 'too-long' };
    if (!isDrawable(source)) return { problem: 'unknown' };
    return this.#drawn.get(keyOf(source, colours)) ?? null;
  }

  /** Never rejects. */
  draw(source: string, colours: DiagramColours): Promise<DrawnDiagram> {
    const known = this.known(source, colours);
    if (known) return Promise.resolve(known);
    const drawing = this.#last.then(async () => {
      const drawn = this.known(source, colours) ?? (await this.#drawOne(source, colours));
      if ('picture' in drawn) this.#keep(keyOf(source, colours), drawn);
      return drawn;
    });
    this.#last = drawing;
    return drawing;
  }

  #keep(key: string, drawn: DrawnDiagram): void {
    this.#drawn.delete(key);
    this.#drawn.set(key, drawn);
    const oldest = this.#drawn.keys().next().value;
    if (this.#drawn.size > picturesKept && oldest !== undefined) this.#drawn.delete(oldest);
  }

  #drawOne(source: string, colours: DiagramColours): Promise<DrawnDiagram> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    if (!worker) return Promise.resolve({ problem: 'unavailable' });
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const fail = (problem: DiagramProblem) => {
        clearTimeout(timer);
        worker.terminate();
        if (this.#worker === worker) this.#worker = null;
        this.#isWarm = false;
        resolve({ problem });
      };
      const timer = setTimeout(() => fail('too-slow'), this.#isWarm ? this.#limits.next : this.#limits.first);
      worker.addEventListener('message', ({ data }) => {
        if (data.id !== id) return;
        clearTimeout(timer);
        this.#isWarm = true;
        resolve('picture' in data ? { picture: data.picture } : { problem: data.problem });
      });
      worker.addEventListener('error', () => fail('unavailable'));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ id, source, colours });
    });
  }
}

const keyOf = (source: string, colours: DiagramColours): string => JSON.stringify([colours, source]);
