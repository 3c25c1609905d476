/** Frames over a local socket: one JSON text a line, both ways, with a limit on what may come without a line end. */
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import type { FramePort } from '@portolan/contract/frames';
import { isLongerThan } from '../process/messages.ts';

export interface LineLimits {
  /** Longest line that is taken, in bytes of UTF-8. A longer one ends the connection. */
  mostIn: number;
  /** Bytes that may wait for the other side before the connection is given up. */
  mostWaiting: number;
}

/**
 * Takes the socket over: lines go to whoever listens, in order, and none is lost between two listeners. The port closes
 * once, when the socket does, for whatever reason.
 */
export class LinePort implements FramePort {
  readonly #socket: Socket;
  readonly #limits: LineLimits;
  readonly #closes: (() => void)[] = [];
  readonly #decoder = new StringDecoder('utf8');
  #listener: ((text: string) => void) | null = null;
  #waiting: string[] = [];
  #rest = '';
  #isClosed = false;

  constructor(socket: Socket, limits: LineLimits) {
    this.#socket = socket;
    this.#limits = limits;
    socket.on('data', (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    // Whatever went wrong, `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#closed());
  }

  send(text: string): void {
    if (this.#isClosed) return;
    this.#socket.write(`${text}\n`);
    if (this.#socket.writableLength > this.#limits.mostWaiting) this.#socket.destroy();
  }

  /** One listener at a time: a new one takes the place of the last. */
  onFrame(listener: (text: string) => void): void {
    this.#listener = listener;
    for (const text of this.#waiting.splice(0)) listener(text);
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) queueMicrotask(listener);
    else this.#closes.push(listener);
  }

  buffered(): number {
    return this.#socket.writableLength;
  }

  /** Ends the connection once what was sent is out. */
  end(): void {
    this.#socket.end();
    this.#socket.destroySoon();
  }

  /** Ends the connection now. */
  destroy(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#rest += text;
    let from = 0;
    for (let at = this.#rest.indexOf('\n', from); at >= 0; at = this.#rest.indexOf('\n', from)) {
      const line = this.#rest.slice(from, at);
      from = at + 1;
      if (isLongerThan(line, this.#limits.mostIn)) {
        this.#socket.destroy();
        return;
      }
      if (line === '') continue;
      if (this.#listener) this.#listener(line);
      else this.#waiting.push(line);
      if (this.#socket.destroyed) return;
    }
    this.#rest = from === 0 ? this.#rest : this.#rest.slice(from);
    if (isLongerThan(this.#rest, this.#limits.mostIn)) this.#socket.destroy();
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const listener of this.#closes) listener();
  }
}
