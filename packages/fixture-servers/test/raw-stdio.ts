import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { isDict, parseJson } from '../src/engine/json.ts';
import type { Dict } from '../src/engine/types.ts';
import type { FixtureOptions } from '../src/options.ts';
import { stdioFixture } from '../src/start.ts';
import type { FixtureName } from '../src/start.ts';
import { initializeParams, modernParams } from './messages.ts';

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A spawned fixture, spoken to in bytes: no part of a client stands between the test and the wire. */
export class RawStdio {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every complete line of stdout. */
  readonly lines: string[] = [];
  readonly exited: Promise<Exit>;
  #stdout = Buffer.alloc(0);
  #stderr = Buffer.alloc(0);
  #rest = '';
  #nextId = 1;
  readonly #wake = new Set<() => void>();

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    this.exited = new Promise((resolve) => {
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => {
      this.#stdout = Buffer.concat([this.#stdout, chunk]);
      const parts = (this.#rest + chunk.toString('utf8')).split('\n');
      this.#rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.#notify();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = Buffer.concat([this.#stderr, chunk]);
      this.#notify();
    });
    child.on('close', () => this.#notify());
  }

  /** Every byte of stdout so far. */
  get stdout(): Buffer {
    return this.#stdout;
  }

  get stderr(): Buffer {
    return this.#stderr;
  }

  /** The lines that are JSON, parsed; noise is left out. */
  get messages(): unknown[] {
    return this.lines.map(parseJson).filter((value) => value !== undefined);
  }

  send(message: unknown): void {
    this.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  /** Sends a request and waits for the response with its id. */
  request(method: string, params: Dict = {}): Promise<Dict> {
    const id = this.#nextId++;
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.message((message) => message['id'] === id && !('method' in message));
  }

  /** A modern request with its envelope. */
  modern(method: string, params: Dict = {}, meta: Dict = {}): Promise<Dict> {
    return this.request(method, modernParams(params, meta));
  }

  /** The legacy handshake; returns the result message of `initialize`. */
  async initialize(revision = '2025-11-25', capabilities: Dict = {}): Promise<Dict> {
    const answer = await this.request('initialize', initializeParams(revision, capabilities));
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  call(name: string, args: Dict = {}, meta?: Dict): Promise<Dict> {
    return this.request('tools/call', { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) });
  }

  /** Waits for the first message, already here or still to come, that fits. */
  async message(fits: (message: Dict) => boolean): Promise<Dict> {
    const find = (): Dict | undefined => this.messages.filter(isDict).find(fits);
    await this.until(() => find() !== undefined);
    return find() ?? {};
  }

  /** Waits until a condition holds; fails after ten seconds with what has been seen. */
  async until(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`Waited in vain. stdout: ${this.#stdout.toString().slice(-500)} stderr: ${this.#stderr.toString().slice(-500)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, 50);
        const wake = this.#wake;
        wake.add(done);
        function done(): void {
          clearTimeout(timer);
          wake.delete(done);
          resolve();
        }
      });
    }
  }

  #notify(): void {
    for (const wake of this.#wake) wake();
  }
}

/** Spawns a fixture for the running test; it is killed when the test is over. `words` follow the options on the command line. */
export function openStdio(name: FixtureName, options: FixtureOptions = {}, words: readonly string[] = [], env?: Record<string, string>): RawStdio {
  const { command, args } = stdioFixture(name, options);
  const child = spawn(command, [...args, ...words], { stdio: 'pipe', ...(env === undefined ? {} : { env }) });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) {
      await new Promise((resolve) => {
        child.once('exit', resolve);
      });
    }
  });
  return new RawStdio(child);
}
