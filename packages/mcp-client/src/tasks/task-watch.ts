/** One task, asked about until it is over. */
import type { ToolResult } from '../client.ts';
import { LocalError, ServerError } from '../errors.ts';
import type { LocalErrorKind } from '../errors.ts';
import { readToolResult } from '../reading/tool-result.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { pause } from '../transport/event-stream-cursor.ts';
import type { Era } from '../transport/transport.ts';
import { readTask } from './read-task.ts';
import { isTerminal } from './task.ts';
import type { TaskEvent, TaskState, ToolTask } from './task.ts';
import type { TaskForm, Watched } from './task-form.ts';

/** Times in milliseconds. */
export interface TaskTiming {
  /** Between two questions, when the server does not say; grows from the first to the second. */
  firstPollMs: number;
  slowPollMs: number;
  /** What a server wishes for is kept within these. */
  leastPollMs: number;
  mostPollMs: number;
  /** Failures in a row after which the watching is given up. */
  failures: number;
}

export const defaultTaskTiming: TaskTiming = { firstPollMs: 1_000, slowPollMs: 10_000, leastPollMs: 50, mostPollMs: 600_000, failures: 12 };

export interface WatchStart {
  state: TaskState;
  tool: string;
  era: Era;
  requestId: number;
  reference: string | undefined;
  immediateResponse: string | undefined;
  /** Keys of inputs that were answered before a restart. */
  answered: Iterable<string>;
}

export interface WatchParts {
  form: TaskForm;
  timing: TaskTiming;
  /** Told once, when the task is over or given up. `isOver` says whether the server has nothing more to tell of it. */
  onEnd: (watch: TaskWatch, isOver: boolean) => void;
  onAnswered: (watch: TaskWatch) => void;
  report: (kind: string, message: string) => void;
}

/** After these the task may well go on at the server, so its id is kept. */
const RESUMABLE: ReadonlySet<LocalErrorKind> = new Set<LocalErrorKind>(['connection-closed', 'not-connected', 'request-lost', 'idle-timeout', 'total-timeout', 'cancelled']);

/** Begins to watch when it is made. */
export class TaskWatch implements ToolTask, Watched {
  readonly taskId: string;
  readonly tool: string;
  readonly era: Era;
  readonly requestId: number;
  readonly reference: string | undefined;
  readonly immediateResponse: string | undefined;
  readonly asked: Set<string>;
  /** Those of them that the server has the answers to: what is open yet has to be shown again after a restart. */
  readonly answeredKeys: Set<string>;
  readonly result: Promise<ToolResult>;
  readonly #parts: WatchParts;
  readonly #listeners = new Set<(event: TaskEvent) => void>();
  readonly #settled = Promise.withResolvers<ToolResult>();
  readonly #over = new AbortController();
  /** Ends the pause before the next question. */
  #wake = new AbortController();
  #state: TaskState;
  #polls = 0;
  #failures = 0;
  #isSettled = false;

  constructor(start: WatchStart, parts: WatchParts) {
    this.taskId = start.state.taskId;
    this.tool = start.tool;
    this.era = start.era;
    this.requestId = start.requestId;
    this.reference = start.reference;
    this.immediateResponse = start.immediateResponse;
    this.asked = new Set(start.answered);
    this.answeredKeys = new Set(start.answered);
    this.#state = start.state;
    this.#parts = parts;
    this.result = this.#settled.promise;
    // The events tell the same; whoever does not wait for the result must not be ended by it.
    this.result.catch(() => {});
    void this.#run();
  }

  get state(): TaskState {
    return this.#state;
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  listen(listener: (event: TaskEvent) => void): () => void {
    this.#listeners.add(listener);
    tell(listener, { type: 'state', state: this.#state }, this.#parts.report);
    return () => this.#listeners.delete(listener);
  }

  async cancel(): Promise<void> {
    if (this.#isSettled) return;
    const told = await this.#parts.form.cancel(this);
    this.#emit({ type: 'cancel-requested' });
    if (told !== undefined) this.hear(told);
    this.#wake.abort();
  }

  detach(): void {
    this.#end(false, () => this.#settled.reject(new LocalError('cancelled', `The task of ${this.tool} is no longer watched; it may go on at the server.`, { mayHaveHappened: true })));
  }

  /** Nobody waits any more. The server is told, where it can be. */
  abandon(why: LocalError): void {
    if (this.#isSettled) return;
    const cancelling = this.#parts.form.cancel(this);
    this.#end(true, () => this.#settled.reject(why));
    cancelling.catch((error: unknown) => this.#parts.report('task-cancel', `A task could not be cancelled: ${error instanceof Error ? error.message : String(error)}`));
  }

  /** A state that the server told without being asked for it. */
  hear(raw: JsonObject): void {
    try {
      this.#see(raw);
    } catch (error) {
      this.#parts.report('task-shape', error instanceof Error ? error.message : String(error));
      return;
    }
    if (this.#state.status !== 'working') this.#wake.abort();
  }

  #see(raw: JsonObject): void {
    if (this.#isSettled || isTerminal(this.#state.status)) return;
    const read = readTask(raw);
    if ('refused' in read) throw new LocalError('invalid-result', `The state of the task of ${this.tool} cannot be read. ${read.refused}`, { mayHaveHappened: true, raw });
    if (read.item.taskId !== this.taskId) throw new LocalError('invalid-result', `The server was asked about one task and answered about another.`, { mayHaveHappened: true, raw });
    const hasChanged = JSON.stringify(read.item.raw) !== JSON.stringify(this.#state.raw);
    this.#state = read.item;
    if (hasChanged) this.#emit({ type: 'state', state: read.item });
  }

  finish(result: JsonObject): void {
    this.#end(true, () => this.#settled.resolve(readToolResult(result)));
  }

  fail(error: unknown): void {
    const isOver = error instanceof ServerError || (error instanceof LocalError && !RESUMABLE.has(error.kind));
    this.#end(isOver, () => this.#settled.reject(error));
  }

  answered(keys: readonly string[]): void {
    for (const key of keys) this.answeredKeys.add(key);
    this.#parts.onAnswered(this);
    this.#wake.abort();
  }

  #end(isOver: boolean, settle: () => void): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    settle();
    this.#over.abort();
    this.#wake.abort();
    this.#parts.onEnd(this, isOver);
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isSettled) {
        const state = this.#state;
        if (isTerminal(state.status)) {
          await this.#conclude(state);
          return;
        }
        if (state.status === 'input_required') this.#parts.form.input(this, state);
        this.#wake = new AbortController();
        await pause(this.#pauseMs(), AbortSignal.any([this.#wake.signal, this.#over.signal]));
        if (!this.#isSettled && !isTerminal(this.#state.status)) await this.#ask();
      }
    } catch (error) {
      this.fail(error);
    }
  }

  async #conclude(state: TaskState): Promise<void> {
    if (state.status === 'cancelled') {
      const why = state.statusMessage === undefined ? '' : `: ${state.statusMessage}`;
      throw new LocalError('task-cancelled', `The task of ${this.tool} was cancelled${why}`, { mayHaveHappened: true });
    }
    this.finish(await this.#patiently(() => this.#parts.form.outcome(this, state)));
  }

  async #ask(): Promise<void> {
    this.#polls += 1;
    try {
      this.#see(await this.#parts.form.get(this));
      this.#failures = 0;
    } catch (error) {
      this.#tolerate(error);
    }
  }

  /** Repeats what fails for reasons that may pass. */
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        // Here an error of the server is the outcome.
        if (error instanceof ServerError) throw error;
        this.#tolerate(error);
        await pause(this.#pauseMs(), this.#over.signal);
      }
    }
  }

  /** @throws what is beyond hope */
  #tolerate(error: unknown): void {
    if (this.#isSettled) return;
    if (error instanceof ServerError && (error.kind === 'invalid-params' || error.kind === 'method-not-found' || error.kind === 'missing-capability')) {
      throw new LocalError('task-lost', `The server does not know the task of ${this.tool} any more: ${error.message}`, { mayHaveHappened: true, cause: error });
    }
    if (error instanceof LocalError && (error.kind === 'task-lost' || error.kind === 'connection-closed' || error.kind === 'cancelled' || error.lost?.status === 401 || error.lost?.status === 403)) throw error;
    this.#failures += 1;
    const message = error instanceof Error ? error.message : String(error);
    if (this.#failures >= this.#parts.timing.failures) throw new LocalError('request-lost', `The server could not be asked about the task of ${this.tool} any more: ${message}`, { mayHaveHappened: true, cause: error });
    this.#emit({ type: 'trouble', message, failures: this.#failures });
  }

  #pauseMs(): number {
    const { firstPollMs, slowPollMs, leastPollMs, mostPollMs } = this.#parts.timing;
    const wished = this.#state.pollIntervalMs ?? Math.min(slowPollMs, firstPollMs * 1.5 ** this.#polls);
    const slowed = wished * 2 ** Math.min(this.#failures, 6);
    return Math.min(mostPollMs, Math.max(leastPollMs, slowed));
  }

  #emit(event: TaskEvent): void {
    for (const listener of this.#listeners) tell(listener, event, this.#parts.report);
  }
}

function tell(listener: (event: TaskEvent) => void, event: TaskEvent, report: WatchParts['report']): void {
  try {
    listener(event);
  } catch (error) {
    report('listener-failed', `A listener of a task failed: ${String(error)}`);
  }
}
