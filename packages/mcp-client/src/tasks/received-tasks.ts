/**
 * Tasks of 2025-11-25 as their receiver: a server asks for a sample or an elicitation as a task, and comes back for the result
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#behavior-requirements). They belong to one
 * connection, so no server sees another's.
 */
import { randomUUID } from 'node:crypto';
import { InboundError } from '../jsonrpc/inbound.ts';
import type { InboundContext } from '../jsonrpc/inbound.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import { isTerminal, RELATED_TASK } from './task.ts';
import type { TaskStatus } from './task.ts';

/** A person may take long to answer; nobody's answer is kept for ever. In milliseconds. */
const DEFAULT_TTL_MS = 3_600_000;
const MOST_TTL_MS = 24 * 3_600_000;
const LEAST_TTL_MS = 1_000;
/** What we ask servers to wait between two questions. */
const POLL_MS = 1_000;
/** For each that may run, this many finished ones are kept. */
const KEPT = 4;

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const CANCELLED = -32000;

interface ReceivedTask {
  id: string;
  status: TaskStatus;
  statusMessage: string | undefined;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number;
  controller: AbortController;
  /** What `tasks/result` answers. Never rejects before it is waited for. */
  outcome: Promise<JsonObject>;
  settle: (outcome: JsonObject | InboundError) => void;
  expiry: NodeJS.Timeout;
}

export class ReceivedTasks {
  #isOn = false;
  readonly #peer: Peer;
  readonly #limit: number;
  readonly #tasks = new Map<string, ReceivedTask>();

  /** @param limit tasks that may run at once */
  constructor(peer: Peer, limit: number) {
    this.#peer = peer;
    this.#limit = limit;
  }

  /** Serves the four methods about tasks; before that, requests are never taken as tasks. */
  serve(): void {
    this.#isOn = true;
    this.#peer.handle('tasks/get', async (params) => wireOf(this.#find(params)));
    this.#peer.handle('tasks/list', async (params) => this.#list(params));
    this.#peer.handle('tasks/cancel', async (params) => this.#cancel(this.#find(params)));
    this.#peer.handle('tasks/result', async (params, context) => this.#result(this.#find(params), context.signal));
  }

  /** Whether the server wants this request as a task. */
  isWanted(params: JsonObject): boolean {
    return this.#isOn && isJsonObject(params['task']);
  }

  /**
   * Begins with the request and answers at once with its task.
   * @param work what the request asks for; ends early when its signal fires
   * @throws {InboundError} when too many run
   */
  begin(params: JsonObject, context: InboundContext, work: (signal: AbortSignal) => Promise<JsonObject>): JsonObject {
    const running = [...this.#tasks.values()].filter(({ status }) => !isTerminal(status)).length;
    if (running >= this.#limit) throw new InboundError(INTERNAL_ERROR, `Too many open tasks; the limit is ${this.#limit}`, { reason: 'too-many-tasks', limit: this.#limit });
    this.#makeRoom();
    const task = this.#create(isJsonObject(params['task']) ? params['task']['ttl'] : undefined);
    // The call for which the server asks waits for the person as it would without a task.
    const release = context.hold();
    void this.#run(task, work).finally(release);
    return { task: wireOf(task) };
  }

  /** The connection is over. */
  close(): void {
    for (const task of this.#tasks.values()) this.#delete(task);
  }

  async #run(task: ReceivedTask, work: (signal: AbortSignal) => Promise<JsonObject>): Promise<void> {
    try {
      const result = await work(task.controller.signal);
      this.#move(task, 'completed', undefined, result);
    } catch (error) {
      // As with other requests, the server gets nothing of an unforeseen error.
      const told = error instanceof InboundError ? error : new InboundError(INTERNAL_ERROR, 'Internal error');
      this.#move(task, 'failed', told.message, told);
    }
  }

  /** Once over, a task does not change any more. */
  #move(task: ReceivedTask, status: TaskStatus, message: string | undefined, outcome: JsonObject | InboundError): void {
    if (isTerminal(task.status) || this.#tasks.get(task.id) !== task) return;
    task.status = status;
    task.statusMessage = message;
    task.lastUpdatedAt = new Date().toISOString();
    task.settle(outcome);
    this.#peer.notify('notifications/tasks/status', wireOf(task));
  }

  #create(wanted: unknown): ReceivedTask {
    const ttlMs = typeof wanted === 'number' && wanted > 0 ? Math.round(Math.min(MOST_TTL_MS, Math.max(LEAST_TTL_MS, wanted))) : DEFAULT_TTL_MS;
    const now = new Date().toISOString();
    const { promise: outcome, resolve, reject } = Promise.withResolvers<JsonObject>();
    outcome.catch(() => {});
    const task: ReceivedTask = {
      id: randomUUID(),
      status: 'working',
      statusMessage: undefined,
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs,
      controller: new AbortController(),
      outcome,
      settle: (result) => (result instanceof InboundError ? reject(result) : resolve(result)),
      expiry: setTimeout(() => this.#delete(task), ttlMs),
    };
    task.expiry.unref();
    this.#tasks.set(task.id, task);
    return task;
  }

  #find(params: JsonObject): ReceivedTask {
    const { taskId } = params;
    const task = typeof taskId === 'string' ? this.#tasks.get(taskId) : undefined;
    if (task === undefined) throw new InboundError(INVALID_PARAMS, 'Task not found');
    return task;
  }

  /** All on one page: there are few. */
  #list(params: JsonObject): JsonObject {
    if (params['cursor'] !== undefined) throw new InboundError(INVALID_PARAMS, 'Unknown cursor');
    return { tasks: [...this.#tasks.values()].map(wireOf) };
  }

  #cancel(task: ReceivedTask): JsonObject {
    if (isTerminal(task.status)) throw new InboundError(INVALID_PARAMS, `The task is ${task.status} already`);
    this.#move(task, 'cancelled', 'Cancelled by request', new InboundError(CANCELLED, 'The task was cancelled'));
    task.controller.abort();
    return wireOf(task);
  }

  async #result(task: ReceivedTask, signal: AbortSignal): Promise<JsonObject> {
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => reject(new InboundError(INTERNAL_ERROR, 'Cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const result = await Promise.race([task.outcome, gone]);
      const meta = result['_meta'];
      return { ...result, _meta: { ...(isJsonObject(meta) ? meta : undefined), [RELATED_TASK]: { taskId: task.id } } };
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Forgets it, whatever its state: whoever waits for its result is told, and its dialog is closed. */
  #delete(task: ReceivedTask): void {
    clearTimeout(task.expiry);
    this.#tasks.delete(task.id);
    task.settle(new InboundError(INVALID_PARAMS, 'Task has expired'));
    task.controller.abort();
  }

  #makeRoom(): void {
    while (this.#tasks.size >= this.#limit * (1 + KEPT)) {
      const oldest = [...this.#tasks.values()].find(({ status }) => isTerminal(status));
      if (oldest === undefined) return;
      this.#delete(oldest);
    }
  }
}

function wireOf({ id, status, statusMessage, createdAt, lastUpdatedAt, ttlMs }: ReceivedTask): JsonObject {
  return { taskId: id, status, ...(statusMessage === undefined ? {} : { statusMessage }), createdAt, lastUpdatedAt, ttl: ttlMs, pollInterval: POLL_MS };
}
