/** Lines on their way to a child's stdin: written together, each sender told what became of its own. */
import type { Writable } from 'node:stream';
import { LocalError } from '../errors.ts';
import { closedError } from '../jsonrpc/close-reason.ts';
import type { CloseReason } from './transport.ts';

/** Lines handed to the child in one write. Sends of one turn of the event loop share it. */
interface Batch {
  text: string;
  lines: number;
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: LocalError) => void;
}

export class Outbox {
  readonly #stream: Writable;
  readonly #limit: number;
  readonly #written = new Set<Batch>();
  #forming: Batch | undefined;

  /** @param limit bytes that may wait for the child to read before more are refused */
  constructor(stream: Writable, limit: number) {
    this.#stream = stream;
    this.#limit = limit;
  }

  /** Resolves when the line was handed to the system. @throws {LocalError} `connection-closed` */
  push(line: string): Promise<void> {
    if (!this.#stream.writable) return Promise.reject(notRunning('The connection to the server is over.'));
    const waiting = this.#stream.writableLength;
    if (waiting > this.#limit) return Promise.reject(notRunning(`The server does not read its input: ${waiting} bytes are waiting for it.`));
    let batch = this.#forming;
    if (batch === undefined) {
      batch = { text: line, lines: 1, ...Promise.withResolvers<void>() };
      this.#forming = batch;
      queueMicrotask(() => this.#flush());
    } else {
      batch.text += line;
      batch.lines += 1;
    }
    return batch.promise;
  }

  #flush(): void {
    const batch = this.#forming;
    if (batch === undefined) return;
    this.#forming = undefined;
    this.#written.add(batch);
    // No waiting for 'drain': the callback comes in every case, also when the child dies with the pipe full.
    this.#stream.write(batch.text, (error) => {
      // A broken pipe says only that nobody reads; why is known a moment later, and `fail` brings it.
      if (error) return;
      this.#written.delete(batch);
      batch.resolve();
    });
  }

  /** The connection is over for this reason: nothing that still waits will be read. */
  fail(reason: CloseReason): void {
    this.#forming?.reject(closedError(reason, false));
    this.#forming = undefined;
    // A lone line that was cut cannot have been understood; of several, the first may have been.
    for (const batch of this.#written) batch.reject(closedError(reason, batch.lines > 1));
    this.#written.clear();
  }
}

export function notRunning(message: string): LocalError {
  return new LocalError('connection-closed', message, { mayHaveHappened: false });
}
