/**
 * stdio: one child process, newline-delimited JSON on its stdin and stdout, free text on its stderr
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio).
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import spawn from 'cross-spawn';
import type { StdioTarget } from '../connect-options.ts';
import { LocalError } from '../errors.ts';
import type { JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, RequestId } from '../jsonrpc/message.ts';
import { writeMessage } from '../jsonrpc/write-message.ts';
import { FloodBrake } from './flood-brake.ts';
import { NewlineFramer } from './framer.ts';
import { ProcessTree } from './process-tree.ts';
import { checkCwd, explainSpawn } from './spawn-problem.ts';
import type { SpawnProblem } from './spawn-problem.ts';
import { StderrRing } from './stderr-ring.ts';
import { readLine } from './stdio-lines.ts';
import { notRunning, Outbox } from './stdio-outbox.ts';
import type { Caps, CloseReason, Tap, Transport, TransportEvents } from './transport.ts';

export interface StdioDeps {
  caps: Caps;
  tap?: Tap;
  /** Called right after the spawn, and again when the whole group is gone. */
  onProcess?: (event: { type: 'spawned' | 'gone'; pid: number }) => void;
  onStderr?: (chunk: Uint8Array) => void;
  /** How long each step of the stop ladder waits; 2,000 ms unless told. */
  stopStepMs?: number;
}

export interface StdioTransport extends Transport {
  readonly kind: 'stdio';
  /** The last of what the server wrote to stderr, decoded, at most 64 KiB. */
  stderrTail(): string;
}

/** @returns a transport that has not started its process yet */
export function createStdioTransport(target: StdioTarget, deps: StdioDeps): StdioTransport {
  return new ChildTransport(target, deps);
}

/** Output still in the pipe when the process ends is read for this long; a grandchild may hold the pipe open for ever. */
const DRAIN_MS = 150;

class ChildTransport implements StdioTransport {
  readonly kind = 'stdio';
  readonly #target: StdioTarget;
  readonly #deps: StdioDeps;
  readonly #stderr: StderrRing;
  #events: TransportEvents | undefined;
  #child: ChildProcessWithoutNullStreams | undefined;
  #framer: NewlineFramer | undefined;
  #outbox: Outbox | undefined;
  #isClosing = false;
  #hasExited = false;
  #reason: CloseReason | undefined;
  #exited = Promise.withResolvers<void>();
  #closing: Promise<void> | undefined;

  constructor(target: StdioTarget, deps: StdioDeps) {
    this.#target = target;
    this.#deps = deps;
    this.#stderr = new StderrRing(64 * 1024);
  }

  async start(events: TransportEvents): Promise<void> {
    this.#events = events;
    const { cwd } = this.#target;
    const badCwd = cwd === undefined ? undefined : await checkCwd(cwd);
    if (badCwd !== undefined) throw this.#spawnFailed(badCwd);
    if (this.#isClosing) throw notRunning('The connection was closed before the server was started.');
    await this.#spawn();
  }

  async #spawn(): Promise<void> {
    const { command, args, env, cwd } = this.#target;
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(command, args, {
        env,
        ...(cwd === undefined ? {} : { cwd }),
        stdio: ['pipe', 'pipe', 'pipe'],
        shell: false,
        windowsHide: true,
        // A group of its own, so that everything the server starts can be ended with it.
        detached: process.platform !== 'win32',
      }) as ChildProcessWithoutNullStreams;
    } catch (error) {
      throw this.#spawnFailed(await explainSpawn(error, this.#target));
    }
    const started = Promise.withResolvers<void>();
    // First of all: an error nobody listens to would end this whole program.
    child.once('error', started.reject);
    child.once('spawn', started.resolve);
    // Without files for its pipes there is a child object and nothing else; its error says why (R42).
    if ((child.stdin as unknown) === undefined) {
      const reason: unknown = await started.promise.then(() => new Error('the process has no pipes'), (error: unknown) => error);
      throw this.#spawnFailed(await explainSpawn(reason, this.#target));
    }
    started.promise.catch(() => {});
    // Listeners must be there before the process can say anything.
    this.#listen(child);
    this.#child = child;
    this.#outbox = new Outbox(child.stdin, this.#deps.caps.frameBytes);
    if (child.pid !== undefined) {
      this.#deps.onProcess?.({ type: 'spawned', pid: child.pid });
      this.#deps.tap?.({ kind: 'lifecycle', at: Date.now(), text: `started process ${child.pid}`, code: 'process-started', details: { pid: child.pid } });
    }
    try {
      await started.promise;
    } catch (error) {
      throw this.#spawnFailed(await explainSpawn(error, this.#target));
    }
  }

  #spawnFailed(problem: SpawnProblem): LocalError {
    const closeReason: CloseReason = { kind: 'spawn-failed', code: problem.code, message: problem.message };
    this.#reason = closeReason;
    return new LocalError('not-connected', problem.message, { mayHaveHappened: false, closeReason });
  }

  #listen(child: ChildProcessWithoutNullStreams): void {
    const events = this.#requireEvents();
    const { caps, tap, onStderr } = this.#deps;
    const brake = new FloodBrake(caps.notificationsPerSecond);
    let bytes = 0;
    const sink = {
      onMessage: (message: JsonRpcMessage) => {
        if (!('id' in message)) brake.note();
        tap?.({ kind: 'message', direction: 'in', at: Date.now(), bytes, message });
        events.onMessage(message);
      },
      onRequestLost: events.onRequestLost.bind(events),
      onProblem: events.onProblem.bind(events),
    };
    const framer = new NewlineFramer(caps.frameBytes, {
      onFrame: (text, size) => {
        bytes = size;
        if (readLine(text, caps.depth, sink) === 'junk') tap?.({ kind: 'junk', at: Date.now(), bytes, text });
      },
      onInvalidUtf8: () => events.onProblem({ kind: 'invalid-utf8', message: 'The server wrote bytes that are not UTF-8; they were replaced.' }),
      onOverflow: (size) => {
        const limit = caps.frameBytes;
        const message = `The server sent a message of at least ${size} bytes; the limit is ${limit}.`;
        this.#end({ kind: 'cap', cap: 'frame-bytes', limit, message });
      },
    });
    this.#framer = framer;
    child.stdout.on('data', (chunk: Buffer) => {
      brake.begin();
      framer.push(chunk);
      this.#rest(child.stdout, brake.end());
    });
    child.stdout.on('error', () => {});
    child.stdout.once('end', () => {
      framer.end();
      // A server that closes its output can never answer again, but most only do so while exiting: their exit says more.
      setTimeout(() => this.#end({ kind: 'stdout-closed' }), DRAIN_MS * 2).unref();
    });
    child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      const reason: CloseReason = { kind: 'network', code: error.code ?? 'EPIPE', message: 'The server closed its input.' };
      setTimeout(() => this.#end(reason), DRAIN_MS * 2).unref();
    });
    this.#stderr.drain(child.stderr, (chunk) => {
      onStderr?.(chunk);
      tap?.({ kind: 'stderr', at: Date.now(), text: chunk.toString('utf8') });
    });
    child.on('error', () => {});
    child.once('exit', (code, signal) => this.#onExit(child, code, signal));
  }

  /** Leaves the rest of a flood in the pipe for a while. */
  #rest(stdout: Readable, ms: number): void {
    if (ms === 0 || this.#hasExited) return;
    stdout.pause();
    setTimeout(() => stdout.resume(), ms);
  }

  #onExit(child: ChildProcessWithoutNullStreams, code: number | null, signal: NodeJS.Signals | null): void {
    const finish = (): void => {
      clearTimeout(timer);
      child.off('close', finish);
      this.#framer?.end();
      this.#deps.tap?.({
        kind: 'lifecycle',
        at: Date.now(),
        ...(signal === null
          ? { text: `process exited with code ${code}`, code: 'process-exited', details: { exitCode: code ?? -1 } }
          : { text: `process was ended by ${signal}`, code: 'process-killed', details: { signal } }),
      });
      this.#settle(this.#isClosing ? { kind: 'closed-by-us' } : { kind: 'exit', code, signal });
      this.#exited.resolve();
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
      void this.close();
    };
    // What a process left behind is read without rests, or it would not be read in time.
    this.#hasExited = true;
    child.stdout.resume();
    const timer = setTimeout(finish, DRAIN_MS);
    child.once('close', finish);
  }

  /** Our side gives the connection up for a reason of its own; the process is stopped afterwards. */
  #end(reason: CloseReason): void {
    if (this.#reason !== undefined || this.#isClosing) return;
    this.#settle(reason);
    void this.close();
  }

  #settle(reason: CloseReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#framer?.stop();
    this.#outbox?.fail(reason);
    this.#requireEvents().onClosed(reason);
  }

  send(message: JsonRpcRequest | JsonRpcNotification | JsonRpcResponse): Promise<void> {
    if (this.#outbox === undefined || this.#reason !== undefined || this.#isClosing) return Promise.reject(notRunning('The connection to the server is over.'));
    let line: string;
    try {
      line = `${writeMessage(message)}\n`;
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#deps.tap?.({ kind: 'message', direction: 'out', at: Date.now(), bytes: Buffer.byteLength(line) - 1, message });
    return this.#outbox.push(line);
  }

  abandon(_id: RequestId): boolean {
    return false;
  }

  setEra(): void {}

  stderrTail(): string {
    return this.#stderr.tail();
  }

  close(): Promise<void> {
    this.#closing ??= this.#stop();
    return this.#closing;
  }

  /** The ladder: end of input, SIGTERM, SIGKILL; each step waits, and the signals go to the whole tree. */
  async #stop(): Promise<void> {
    this.#isClosing = true;
    const child = this.#child;
    if (child?.pid === undefined) {
      if (this.#reason === undefined && this.#events !== undefined) this.#settle({ kind: 'closed-by-us' });
      return;
    }
    const { pid } = child;
    const stepMs = this.#deps.stopStepMs ?? 2000;
    const tree = new ProcessTree(pid, { isContainer: this.#target.isContainer === true });
    await tree.look();
    child.stdin.end();
    if (!(await within(this.#exited.promise, stepMs))) await tree.look();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!(await tree.isAlive())) break;
      await tree.signal(signal);
      await this.#awaitEnd(tree, stepMs);
    }
    this.#settle({ kind: 'closed-by-us' });
    const isGone = !(await tree.isAlive());
    if (isGone) this.#deps.onProcess?.({ type: 'gone', pid });
    this.#deps.tap?.({ kind: 'lifecycle', at: Date.now(), text: isGone ? `process group ${pid} is gone` : `process group ${pid} could not be ended`, code: isGone ? 'group-gone' : 'group-stuck', details: { pid } });
  }

  /** Waits until nothing of the tree runs and the exit was told, at most `ms`. */
  async #awaitEnd(tree: ProcessTree, ms: number): Promise<void> {
    const deadline = performance.now() + ms;
    while (performance.now() < deadline && (await tree.isAlive())) await delay(20);
    await within(this.#exited.promise, Math.max(0, deadline - performance.now()));
  }

  #requireEvents(): TransportEvents {
    if (this.#events === undefined) throw new Error('start was not called');
    return this.#events;
  }
}

function within(promise: Promise<void>, ms: number): Promise<boolean> {
  const { promise: outcome, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  void promise.then(() => resolve(true));
  return outcome.finally(() => clearTimeout(timer));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
