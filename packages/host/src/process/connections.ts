/** Many windows over one channel: in the host process every connection becomes a FramePort of its own. */
import { HostError } from '@portolan/contract/errors';
import type { FramePort } from '@portolan/contract/frames';
import { isLongerThan, maxFrameFromHost } from './messages.ts';
import type { FromHost } from './messages.ts';

interface Connection {
  frames: ((text: string) => void)[];
  closes: (() => void)[];
  /** Characters sent and not yet taken by the window. */
  untaken: number;
}

export class Connections {
  readonly #open = new Map<string, Connection>();
  readonly #send: (message: FromHost) => void;

  constructor(send: (message: FromHost) => void) {
    this.#send = send;
  }

  /** A second `open` of the same name ends the first. */
  open(name: string): FramePort {
    this.close(name);
    const connection: Connection = { frames: [], closes: [], untaken: 0 };
    this.#open.set(name, connection);
    return {
      send: (text) => {
        if (this.#open.get(name) !== connection) return;
        const fitting = isLongerThan(text, maxFrameFromHost) ? tooLarge(text) : text;
        if (fitting === null) return;
        connection.untaken += fitting.length;
        this.#send({ t: 'frame', c: name, text: fitting });
      },
      onFrame: (listener) => void connection.frames.push(listener),
      onClose: (listener) => void connection.closes.push(listener),
      buffered: () => connection.untaken,
    };
  }

  receive(name: string, text: string): void {
    for (const listener of this.#open.get(name)?.frames ?? []) listener(text);
  }

  taken(name: string, size: number): void {
    const connection = this.#open.get(name);
    if (connection) connection.untaken = Math.max(0, connection.untaken - size);
  }

  close(name: string): void {
    const connection = this.#open.get(name);
    if (!connection) return;
    this.#open.delete(name);
    for (const listener of connection.closes) listener();
  }

  closeAll(): void {
    for (const name of this.#open.keys()) this.close(name);
  }
}

/** An answer that does not fit becomes an error of the same call, so that the window is told instead of left waiting. */
function tooLarge(text: string): string | null {
  const call = /^\{"t":"[a-z]+","n":(\d{1,16})[,}]/.exec(text)?.[1];
  if (call === undefined) return null;
  return JSON.stringify({ t: 'error', n: Number(call), p: new HostError('invalid-output', { size: text.length, limit: maxFrameFromHost }).problem });
}
