/** The tasks of one connection: begun by calls, taken up again by their ids, told of by notifications. */
import type { CallOptions, Listing, ServerCapabilities } from '../client.ts';
import type { Caller } from '../era/caller.ts';
import type { Rounds } from '../era/rounds.ts';
import { LocalError } from '../errors.ts';
import { readList } from '../features/list.ts';
import type { FeatureContext } from '../features/list.ts';
import type { RelatedCall } from '../handlers.ts';
import { closedError } from '../jsonrpc/close-reason.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { CloseReason, Era } from '../transport/transport.ts';
import { createLegacyForm, readTaskAbilities } from './legacy-form.ts';
import type { LegacyTaskAbilities } from './legacy-form.ts';
import { createModernForm } from './modern-form.ts';
import { immediateResponseIn, readTask, taskIn } from './read-task.ts';
import { isTerminal, RELATED_TASK } from './task.ts';
import type { TaskRecord, TaskState, TaskStore, ToolTask } from './task.ts';
import type { TaskForm } from './task-form.ts';
import { defaultTaskTiming, TaskWatch } from './task-watch.ts';
import type { TaskTiming } from './task-watch.ts';

export interface TasksParts {
  caller: Caller;
  rounds: Rounds;
  era: Era;
  capabilities: ServerCapabilities;
  store: TaskStore | undefined;
  errorTextBytes: number;
  /** Progress of this request is no longer wanted. */
  stopProgress: (requestId: number) => void;
  report: (kind: string, message: string) => void;
  timing?: Partial<TaskTiming>;
}

/** A call whose answer may be a task. */
export interface AnsweredCall {
  tool: string;
  requestId: number;
  options: CallOptions;
  result: JsonObject;
}

const REMEMBERED_ENDED = 256;

export class Tasks {
  /** Whether tools may be called as tasks at our wish: legacy servers that offer it. */
  readonly canAsk: boolean;
  /** Whether a modern server may answer with a task. */
  readonly accepts: boolean;
  readonly #parts: TasksParts;
  readonly #abilities: LegacyTaskAbilities;
  readonly #form: TaskForm;
  readonly #watches = new Map<string, TaskWatch>();
  /** Those whose record was removed from the store. */
  readonly #forgotten = new WeakSet<TaskWatch>();
  /** Ids of the last tasks that ended here, oldest first. */
  readonly #ended = new Set<string>();
  /** Calls under way whose answer may be a task. */
  #expected = 0;
  #closeReason: CloseReason | undefined;

  constructor(parts: TasksParts) {
    const isLegacy = parts.era === 'legacy';
    this.#parts = parts;
    this.#abilities = isLegacy ? readTaskAbilities(parts.capabilities.raw) : { calls: false, cancels: true, lists: false };
    this.canAsk = this.#abilities.calls;
    this.accepts = !isLegacy && parts.store !== undefined;
    this.#form = isLegacy ? createLegacyForm(parts.caller, this.#abilities, parts.report) : createModernForm(parts);
  }

  /** A call begins whose answer may be a task. Returns what is to be called when it is known what it was. */
  expect(): () => void {
    this.#expected += 1;
    return () => {
      this.#expected -= 1;
    };
  }

  /**
   * Follows the task that an answer is; undefined for an answer that is a result.
   * @throws {LocalError} `invalid-result` when it is a task that cannot be asked about
   */
  async begin({ tool, requestId, options, result }: AnsweredCall): Promise<TaskWatch | undefined> {
    const raw = this.accepts || this.canAsk ? taskIn(result) : undefined;
    if (raw === undefined) return undefined;
    const read = readTask(raw);
    if ('refused' in read) throw new LocalError('invalid-result', `${tool} became a task, which cannot be followed. ${read.refused}`, { mayHaveHappened: true, raw: result });
    const { item: state } = read;
    const { reference } = options;
    await this.#save({
      taskId: state.taskId,
      tool,
      era: this.#parts.era,
      createdAt: Date.now(),
      ...(state.ttlMs === undefined ? {} : { ttlMs: state.ttlMs }),
      answered: [],
      ...(reference === undefined ? {} : { reference }),
    });
    return this.#watch(state, tool, requestId, reference, immediateResponseIn(result), []);
  }

  /**
   * Takes a task up again, of this connection or an earlier one. Whether the server still knows it is the first news of it.
   * @throws {LocalError} `not-supported` in the modern era without a store
   */
  async resume(taskId: string, options: CallOptions = {}): Promise<ToolTask> {
    const open = this.#watches.get(taskId);
    if (open !== undefined) return open;
    if (this.#parts.era === 'modern' && !this.accepts) throw new LocalError('not-supported', 'Tasks of modern servers need a store for their ids.', { mayHaveHappened: false });
    const record = await this.#find(taskId);
    // What every task begins with; asked about at once.
    const state: TaskState = { taskId, status: 'working', pollIntervalMs: 0, repairs: [], raw: { taskId } };
    return this.#watches.get(taskId) ?? this.#watch(state, record?.tool ?? '', 0, options.reference ?? record?.reference, undefined, record?.answered ?? []);
  }

  /** @throws {LocalError} `not-supported` when the server does not list tasks, as in the modern era none does */
  async list(context: FeatureContext, options: CallOptions): Promise<Listing<TaskState>> {
    if (!this.#abilities.lists) throw new LocalError('not-supported', 'The server does not offer a list of tasks.', { mayHaveHappened: false });
    // States change by the moment: never from the cache.
    return readList(context, { method: 'tasks/list', field: 'tasks', kind: { key: 'taskId', read: readTask }, isDeclared: true, group: 'tools' }, { ...options, cache: 'reload' });
  }

  /** A call that was to be a task was answered at once: its progress is over. */
  stopProgress(requestId: number): void {
    this.#parts.stopProgress(requestId);
  }

  /** @returns true for a notification about tasks */
  accept(method: string, params: JsonObject): boolean {
    if (method !== 'notifications/tasks/status' && method !== 'notifications/tasks') return false;
    const { taskId } = params;
    const watch = typeof taskId === 'string' ? this.#watches.get(taskId) : undefined;
    if (watch !== undefined) watch.hear(params);
    // What is told before the answer that names the task, or once more after its end, is no mistake of the server's.
    else if (this.#expected === 0 && !(typeof taskId === 'string' && this.#ended.has(taskId))) this.#parts.report('unknown-task', 'The server told of a task that is not followed here.');
    return true;
  }

  /** The call behind a task that a request of the server names in its `_meta`. */
  relatedCall(params: JsonObject): RelatedCall | undefined {
    const meta = params['_meta'];
    const related = isJsonObject(meta) ? meta[RELATED_TASK] : undefined;
    const taskId = isJsonObject(related) ? related['taskId'] : undefined;
    const watch = typeof taskId === 'string' ? this.#watches.get(taskId) : undefined;
    return watch === undefined ? undefined : { method: 'tools/call', name: watch.tool, requestId: watch.requestId, reference: watch.reference, isCertain: true };
  }

  /** The connection is over; what was stored can be resumed on another. */
  close(reason: CloseReason): void {
    this.#closeReason = reason;
    for (const watch of this.#watches.values()) watch.fail(closedError(reason, true));
  }

  #watch(state: TaskState, tool: string, requestId: number, reference: string | undefined, immediateResponse: string | undefined, answered: string[]): TaskWatch {
    const { era, report, stopProgress, timing } = this.#parts;
    if (this.#closeReason !== undefined) throw closedError(this.#closeReason, true);
    this.#watches.get(state.taskId)?.detach();
    const watch = new TaskWatch(
      { state, tool, era, requestId, reference, immediateResponse, answered },
      {
        form: this.#form,
        timing: { ...defaultTaskTiming, ...timing },
        report,
        onAnswered: (answeredWatch) => void this.#saveAnswered(answeredWatch),
        onEnd: (ended, isOver) => {
          if (this.#watches.get(ended.taskId) === ended) this.#watches.delete(ended.taskId);
          this.#noteEnd(ended.taskId);
          if (requestId > 0) stopProgress(requestId);
          if (isOver) void this.#forget(ended);
        },
      },
    );
    if (!isTerminal(state.status)) this.#watches.set(state.taskId, watch);
    return watch;
  }

  #noteEnd(taskId: string): void {
    this.#ended.add(taskId);
    const [oldest] = this.#ended;
    if (this.#ended.size > REMEMBERED_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }

  async #saveAnswered(watch: TaskWatch): Promise<void> {
    const record = await this.#find(watch.taskId);
    // The task may have ended while a slow store was read.
    if (record !== undefined && !this.#forgotten.has(watch)) await this.#save({ ...record, answered: [...watch.answeredKeys] });
  }

  async #find(taskId: string): Promise<TaskRecord | undefined> {
    const records = await this.#stored((store) => store.list());
    return records?.find((record) => record.taskId === taskId);
  }

  async #save(record: TaskRecord): Promise<void> {
    await this.#stored((store) => store.save(record));
  }

  async #forget(watch: TaskWatch): Promise<void> {
    this.#forgotten.add(watch);
    await this.#stored((store) => store.remove(watch.taskId));
  }

  /** A store that fails costs the resuming of a task, not the task. */
  async #stored<T>(act: (store: TaskStore) => Promise<T>): Promise<T | undefined> {
    const { store, report } = this.#parts;
    if (store === undefined) return undefined;
    try {
      return await act(store);
    } catch (error) {
      report('task-store', `The store of tasks failed: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
}
