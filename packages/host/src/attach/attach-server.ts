/** The host's local socket for programs of the same person: the command line talks the windows' contract through it. */
import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { HostHandlers } from '@portolan/contract/contract';
import { serve } from '@portolan/contract/serve';
import { maxFrameFromWindow } from '../process/messages.ts';
import { RateLimit } from '../process/rate-limit.ts';
import { choosePlace, removeAddress, writeAddress } from './address-file.ts';
import type { Place } from './address-file.ts';
import { welcome } from './handshake.ts';
import { LinePort } from './line-port.ts';
import { attachHandlers } from './methods.ts';

export interface AttachServerOptions {
  /** Exists, belongs to this user alone, and its lock is held by this process. */
  dataDir: string;
  handlers: HostHandlers;
  onError: (where: string, error: unknown) => void;
}

/** Commands at once; a further one waits its turn outside. */
const maxConnections = 16;
const maxCalls = 64;
const mostWaiting = 128 * 1024 * 1024;
const framesPerSecond = 500;
const framesAtOnce = 4000;

export class AttachServer implements AsyncDisposable {
  readonly #options: AttachServerOptions;
  readonly #handlers: HostHandlers;
  readonly #token = randomBytes(32).toString('base64url');
  readonly #open = new Set<LinePort>();
  readonly #server: Server;
  readonly #place: Place;
  #next = 1;
  #onIdle: (() => void)[] = [];

  private constructor(options: AttachServerOptions) {
    this.#options = options;
    this.#handlers = attachHandlers(options.handlers);
    this.#place = choosePlace(options.dataDir);
    this.#server = createServer((socket) => void this.#accept(socket));
    this.#server.maxConnections = maxConnections;
  }

  /** Listens and writes the address file. Rejects when it cannot; the host goes on without. */
  static async listen(options: AttachServerOptions): Promise<AttachServer> {
    const made = new AttachServer(options);
    try {
      await made.#listen();
    } catch (error) {
      await made[Symbol.asyncDispose]();
      throw error;
    }
    return made;
  }

  /** Commands that are connected now. */
  get count(): number {
    return this.#open.size;
  }

  /** Takes nobody new from now on; resolves when those that are there are done. */
  async drained(): Promise<void> {
    await this.#retire();
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Ends every connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#retire();
    for (const port of this.#open) port.destroy();
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      // Between bind and chmod the folder, which is nobody else's, keeps others out.
      this.#server.listen({ path: this.#place.address }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#server.on('error', (error) => this.#options.onError('attach', error));
    if (process.platform !== 'win32') chmodSync(this.#place.address, 0o600);
    await writeAddress(this.#options.dataDir, { address: this.#place.address, token: this.#token, pid: process.pid });
  }

  async #retire(): Promise<void> {
    // The address first: whoever looks finds nobody rather than a closed door.
    await removeAddress(this.#options.dataDir).catch((error: unknown) => this.#options.onError('attach', error));
    this.#server.close();
    this.#place.remove();
  }

  async #accept(socket: Socket): Promise<void> {
    const port = new LinePort(socket, { mostIn: maxFrameFromWindow, mostWaiting });
    this.#open.add(port);
    port.onClose(() => {
      this.#open.delete(port);
      if (this.#open.size > 0) return;
      for (const done of this.#onIdle.splice(0)) done();
    });
    try {
      await welcome(port, this.#token);
    } catch {
      port.destroy();
      return;
    }
    const rate = new RateLimit(framesPerSecond, framesAtOnce);
    serve(
      {
        send: (text) => port.send(text),
        onFrame: (listener) => port.onFrame((text) => (rate.take() ? listener(text) : port.destroy())),
        onClose: (listener) => port.onClose(listener),
        buffered: () => port.buffered(),
      },
      this.#handlers,
      { connection: `cli-${this.#next++}`, maxOpen: maxCalls, onInternalError: (method, error) => this.#options.onError(method, error) },
    );
  }
}
