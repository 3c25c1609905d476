/** The window's side of a PDF: one worker a document, asked one thing at a time, and ended when an answer takes too long. */
import type { PdfFault, PdfPicture, PdfReply, PdfRequest } from './pdf-protocol.ts';

/** The longest one answer may take, in milliseconds. */
const longestWait = 10_000;

/** What is needed of a worker. */
export interface PdfWorker {
  postMessage: (message: object, transfer: Transferable[]) => void;
  terminate: () => void;
  addEventListener: (type: 'error', listener: () => void) => void;
}

export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly fault: PdfFault;

  constructor(fault: PdfFault) {
    super(fault);
    this.fault = fault;
  }
}

/** How many documents are open in this window. */
let open = 0;
/** Each holds a thread and what it read; more wait for a press. */
export const mostOpenByThemselves = 3;
export const isRoomForAnother = (): boolean => open < mostOpenByThemselves;

export class PdfDocument {
  readonly #worker: PdfWorker;
  readonly #port: MessagePort;
  #waiting: { resolve: (reply: PdfReply) => void; reject: (error: PdfError) => void; timer: ReturnType<typeof setTimeout> } | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #fault: PdfFault | null = null;
  #isClosed = false;

  /** @throws {PdfError} `unavailable` */
  constructor(start: () => PdfWorker | null) {
    const worker = start();
    if (worker === null) throw new PdfError('unavailable');
    const { port1, port2 } = new MessageChannel();
    this.#worker = worker;
    this.#port = port1;
    open += 1;
    worker.addEventListener('error', () => this.#end('broken'));
    port1.addEventListener('message', ({ data }: MessageEvent<PdfReply>) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      if (waiting === null) return;
      clearTimeout(waiting.timer);
      if (data.kind === 'failed') waiting.reject(new PdfError(data.reason));
      else waiting.resolve(data);
    });
    port1.start();
    worker.postMessage({}, [port2]);
  }

  /**
   * Reads it. A copy goes to the worker.
   * @returns how many pages it has
   * @throws {PdfError}
   */
  async open(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const reply = await this.#ask({ kind: 'open', bytes: bytes.slice() });
    if (reply.kind !== 'opened' || reply.pages < 1) throw new PdfError('broken');
    return reply.pages;
  }

  /**
   * Draws a page, counted from 1, as wide as asked in device pixels or as is allowed.
   * @throws {PdfError} a page that is broken says nothing of the others; after `slow` the document is closed
   */
  async page(page: number, width: number): Promise<PdfPicture> {
    const reply = await this.#ask({ kind: 'page', page, width: Math.round(width) });
    if (reply.kind !== 'page') throw new PdfError('broken');
    return reply.picture;
  }

  close(): void {
    this.#end('broken');
  }

  #ask(request: PdfRequest): Promise<PdfReply> {
    const answered = this.#last.then(() => this.#send(request));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  #send(request: PdfRequest): Promise<PdfReply> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== null) return reject(new PdfError(this.#fault));
      this.#waiting = { resolve, reject, timer: setTimeout(() => this.#end('slow'), longestWait) };
      this.#port.postMessage(request, request.kind === 'open' ? [request.bytes.buffer] : []);
    });
  }

  #end(fault: PdfFault): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#fault ??= fault;
    open -= 1;
    this.#port.close();
    this.#worker.terminate();
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    waiting.reject(new PdfError(this.#fault));
  }
}
