/**
 * Calls that go on at servers: kept from the moment a server makes a task of one, taken up again whenever that server can be asked,
 * and told to their chats once what came is on the disk (P16, P17, C18, O07).
 */
import type { EventOf } from '@portolan/contract/contract';
import type { ProgressView, ToolResultView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { CallId, ConversationId, JobId, ServerId } from '@portolan/contract/ids';
import type { JobView } from '@portolan/contract/jobs';
import type { Client } from '@portolan/mcp-client/client';
import { LocalError } from '@portolan/mcp-client/errors';
import type { LocalErrorKind } from '@portolan/mcp-client/errors';
import type { TaskEvent, TaskStore, ToolTask } from '@portolan/mcp-client/tasks/task';
import { Broadcast } from '../broadcast.ts';
import { Leaving } from '../conversations/leaving.ts';
import { JobCancelled, JobGoesOn } from './job-signals.ts';
import type { JobEnd, JobServer, SqliteJobStore, StoredJob } from './job-store.ts';
import { toJobView } from './job-view.ts';
import type { ChatJobs, FollowedCall, JobChats, JobDoor, JobKeeper, JobServers } from './jobs-port.ts';

type JobsEvent = EventOf<'jobs/watch'>;

export interface JobsDeps {
  store: SqliteJobStore;
  servers: () => JobServers;
  chats: () => JobChats;
  /** Null for a chat that is gone. */
  titleOf: (id: ConversationId) => string | null;
  /** One that nobody sees end may be told of outside of the windows. */
  onEnded?: (job: JobView) => void;
  onError?: (error: unknown) => void;
  /** Milliseconds in which changes of one job reach a window as one. */
  coalesceMs?: number;
}

/** A call of a chat, or one made by hand, that waits for its job. */
interface Waiter {
  resolve(result: ToolResultView): void;
  reject(error: unknown): void;
}

/** After these the job may well go on: it is asked about again on the next connection. */
const unheard: ReadonlySet<LocalErrorKind> = new Set<LocalErrorKind>(['connection-closed', 'not-connected', 'cancelled', 'request-lost', 'idle-timeout', 'total-timeout']);
/** Of these the reason is worth telling: the connection stands. */
const troubled: ReadonlySet<LocalErrorKind> = new Set<LocalErrorKind>(['request-lost', 'idle-timeout', 'total-timeout']);
/** Characters kept of what a server says about a job. */
const messageLength = 500;

export class Jobs implements JobKeeper, JobDoor, ChatJobs, Disposable {
  readonly #deps: JobsDeps;
  readonly #events: Broadcast<JobsEvent>;
  readonly #tasks = new Map<JobId, ToolTask>();
  readonly #idOf = new WeakMap<ToolTask, JobId>();
  readonly #waiters = new Map<JobId, Waiter>();
  readonly #progress = new Map<JobId, ProgressView>();
  readonly #troubles = new Map<JobId, Problem>();
  /** What was written down last of each, and when it was last heard of: servers change the date alone with every answer. */
  readonly #heardOf = new Map<JobId, { noted: string; at: number }>();
  readonly #dirty = new Set<JobId>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: JobsDeps) {
    this.#deps = deps;
    this.#events = new Broadcast<JobsEvent>({ resync: () => [this.#snapshot()] });
  }

  /** Gives chats what had come when the host ended. To be called once, when everything stands. */
  async start(): Promise<void> {
    this.#deps.store.setAllBackground();
    // One that waits to be seen by the person holds up none of the others.
    await Promise.all(
      this.#deps.store.untold().map((job) => {
        const result = this.#deps.store.result(job.id);
        const state = job.state === 'working' || job.state === 'input_required' ? 'failed' : job.state;
        return this.#tell(job, result !== null && (state === 'done' || state === 'failed') ? { state, result } : { state: state === 'done' ? 'failed' : state, problem: job.problem });
      }),
    );
  }

  watch(signal: AbortSignal): AsyncIterable<JobsEvent> {
    return this.#events.subscribe(signal, [this.#snapshot()]);
  }

  storeOf(server: JobServer): TaskStore {
    const { store } = this.#deps;
    return {
      save: (record) => {
        const { replaced } = store.save(server, record);
        // The server gave one id to two calls: of the first nothing can be asked any more.
        if (replaced !== null) this.#end(replaced, { state: 'lost', problem: new HostError('call-lost', { reason: 'task-lost', server: server.name, tool: record.tool }).problem });
        return Promise.resolve();
      },
      // What came of it is kept with it, in one stroke; until then it is one to ask about.
      remove: () => Promise.resolve(),
      list: () => Promise.resolve(store.records(server)),
    };
  }

  async connected(server: JobServer, client: Pick<Client, 'resumeTask'>): Promise<void> {
    try {
      await Promise.all(this.#deps.store.open(server).map((job) => this.#resume(job, client)));
    } catch (error) {
      this.#deps.onError?.(error);
    }
  }

  async #resume(job: StoredJob, client: Pick<Client, 'resumeTask'>): Promise<void> {
    if (this.#tasks.has(job.id)) return;
    const task = await client.resumeTask(job.taskId, job.callId === null ? {} : { reference: job.callId });
    // An earlier look may have been quicker.
    if (this.#tasks.has(job.id)) return;
    this.#troubles.delete(job.id);
    this.#watchTask(job.id, job.server, task, job.tool);
  }

  async follow(task: ToolTask, { server, title, signal, onJob }: FollowedCall): Promise<ToolResultView> {
    const job = this.#deps.store.open(server).findLast((each) => each.taskId === task.taskId && !this.#tasks.has(each.id));
    // The disk refused: it cannot be kept, but is waited for all the same.
    if (job === undefined) return this.#followUnkept(task, server, signal);
    if (title !== undefined) this.#deps.store.setTitle(job.id, title);
    const { promise, resolve, reject } = Promise.withResolvers<ToolResultView>();
    this.#waiters.set(job.id, { resolve, reject });
    this.#watchTask(job.id, server, task, job.tool);
    onJob?.(job.id);
    const onAbort = (): void => {
      if (signal.reason instanceof Leaving) this.goOn(job.id);
      else {
        const waiter = this.#release(job.id);
        // It was let go just before: what is stopped is the answer alone.
        if (waiter === undefined) return;
        waiter.reject(new JobCancelled(server.name, job.tool));
        this.cancel(job.id).catch(() => {
          // Told by the job itself.
        });
      }
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #followUnkept(task: ToolTask, server: JobServer, signal: AbortSignal): Promise<ToolResultView> {
    const stop = (): void => {
      task.cancel().catch((error: unknown) => this.#deps.onError?.(error));
      task.detach();
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await this.#deps.servers().resultOf(server.id, task.tool, await task.result);
    } catch (error) {
      throw this.#deps.servers().errorOf(server.id, server.name, task.tool, error);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  progress(task: ToolTask, progress: ProgressView): void {
    const id = this.#idOf.get(task);
    if (id === undefined || !this.#tasks.has(id)) return;
    this.#progress.set(id, progress);
    this.#changed(id);
  }

  ofCall(callId: CallId): StoredJob | null {
    return this.#deps.store.ofCall(callId);
  }

  told(id: JobId): void {
    this.#tried(() => this.#deps.store.setTold(id));
  }

  /** Nobody waits for it any longer; it goes on. */
  goOn(id: JobId): void {
    const waiter = this.#release(id);
    if (waiter === undefined) return;
    this.#tried(() => this.#deps.store.setBackground(id));
    waiter.reject(new JobGoesOn(id));
    this.#changed(id);
  }

  /** Errors: `job-unknown`, `server-not-ready`, `server-not-supported`, `server-error`. */
  async cancel(id: JobId): Promise<void> {
    const job = this.#known(id);
    if (job.endedAt !== null) return;
    const task = this.#tasks.get(id);
    if (task === undefined) throw new HostError('server-not-ready', { server: job.server.name });
    try {
      await task.cancel();
      this.#deps.store.setCancel(id, 'asked');
    } catch (error) {
      this.#tried(() => this.#deps.store.setCancel(id, 'refused'));
      throw this.#deps.servers().errorOf(job.server.id, job.server.name, job.tool, error);
    } finally {
      this.#changed(id);
    }
  }

  /** Errors: `job-unknown`, `server-not-ready`. */
  async askAgain(id: JobId): Promise<void> {
    const job = this.#known(id);
    if (job.endedAt !== null || this.#tasks.has(id)) return;
    const client = this.#deps.servers().clientOf(job.server.id, job.server.launchHash);
    if (client === null) throw new HostError('server-not-ready', { server: job.server.name });
    await this.#resume(job, client);
    this.#changed(id);
  }

  /** It ends as lost, whatever it does at the server. */
  giveUp(id: JobId): void {
    const { server, tool } = this.#known(id);
    this.#end(id, { state: 'lost', problem: new HostError('call-lost', { reason: 'given-up', server: server.name, tool }).problem });
    this.#tasks.get(id)?.detach();
    this.#tasks.delete(id);
  }

  result(id: JobId): ToolResultView | null {
    this.#known(id);
    return this.#deps.store.result(id);
  }

  get(id: JobId): StoredJob {
    return this.#known(id);
  }

  remove(ids: readonly JobId[]): void {
    for (const id of ids) if (this.#deps.store.remove(id)) this.#events.publish({ type: 'removed', jobId: id });
  }

  restore(ids: readonly JobId[]): void {
    for (const id of ids) if (this.#deps.store.restore(id)) this.#changed(id);
  }

  /** A server is known under another id. */
  moved(from: ServerId, to: ServerId): void {
    this.#deps.store.move(from, to);
    this.#events.publish(this.#snapshot());
  }

  /** Stops watching; what goes on is taken up by the next host. */
  [Symbol.dispose](): void {
    for (const id of this.#waiters.keys()) this.goOn(id);
    for (const task of this.#tasks.values()) task.detach();
    this.#tasks.clear();
    clearTimeout(this.#timer);
    this.#events.close();
  }

  #watchTask(id: JobId, server: JobServer, task: ToolTask, tool: string): void {
    this.#tasks.set(id, task);
    this.#idOf.set(task, id);
    task.listen((event) => this.#heard(id, event));
    task.result.then(
      async (result) => {
        const view = await this.#deps.servers().resultOf(server.id, tool, result);
        this.#end(id, { state: view.isError ? 'failed' : 'done', result: view });
      },
      (error: unknown) => this.#failed(id, server, tool, error),
    ).catch((error: unknown) => {
      this.#deps.onError?.(error);
      this.#letTaskGo(id, new HostError('internal', { where: 'job' }).problem);
    });
    this.#changed(id);
  }

  #heard(id: JobId, event: TaskEvent): void {
    if (event.type === 'state') {
      const { status, statusMessage, ttlMs, pollIntervalMs } = event.state;
      this.#troubles.delete(id);
      const noted = JSON.stringify([status, statusMessage, ttlMs, pollIntervalMs]);
      const hasChanged = this.#heardOf.get(id)?.noted !== noted;
      this.#heardOf.set(id, { noted, at: Date.now() });
      if (hasChanged) this.#tried(() => this.#deps.store.note(id, event.state, statusMessage === undefined ? null : this.#deps.servers().clean(statusMessage).slice(0, messageLength)));
    } else if (event.type === 'trouble') {
      this.#troubles.set(id, new HostError('server-unreachable', { message: this.#deps.servers().clean(event.message).slice(0, messageLength) }).problem);
    } else this.#tried(() => this.#deps.store.setCancel(id, 'asked'));
    this.#changed(id);
  }

  #failed(id: JobId, server: JobServer, tool: string, error: unknown): void {
    const kind = error instanceof LocalError ? error.kind : null;
    if (kind !== null && unheard.has(kind)) {
      this.#letTaskGo(id, troubled.has(kind) ? problemOf(this.#deps.servers().errorOf(server.id, server.name, tool, error)) : null);
      return;
    }
    const state = kind === 'task-cancelled' ? 'cancelled' : kind === 'task-lost' ? 'lost' : 'failed';
    this.#end(id, { state, problem: state === 'cancelled' ? null : problemOf(this.#deps.servers().errorOf(server.id, server.name, tool, error)) });
  }

  /** It is not asked about for now; the next connection, or the person, takes it up. */
  #letTaskGo(id: JobId, problem: Problem | null): void {
    this.#tasks.delete(id);
    this.#progress.delete(id);
    if (problem !== null) this.#troubles.set(id, problem);
    this.#changed(id);
  }

  /** What came is on the disk before anybody is told. */
  #end(id: JobId, end: JobEnd): void {
    this.#tasks.delete(id);
    this.#progress.delete(id);
    this.#troubles.delete(id);
    this.#heardOf.delete(id);
    const waiter = this.#release(id);
    const isKept = this.#tried(() => this.#deps.store.end(id, end));
    const job = this.#tried(() => this.#deps.store.get(id)) ?? null;
    this.#changed(id);
    if (waiter !== undefined) {
      if (job?.callId === null) this.told(id);
      if ('result' in end) waiter.resolve(end.result);
      else if (end.state === 'cancelled') waiter.reject(new JobCancelled(job?.server.name ?? '', job?.tool ?? ''));
      else waiter.reject(end.problem === null ? new HostError('call-lost', {}) : HostError.fromProblem(end.problem));
    } else if (job !== null && isKept === true) void this.#tell(job, end);
    if (job !== null && isKept === true) this.#deps.onEnded?.(this.#view(job));
  }

  async #tell(job: StoredJob, end: JobEnd): Promise<void> {
    const { id, callId, conversationId, messageId } = job;
    try {
      const isTold = callId === null || conversationId === null || messageId === null || (await this.#deps.chats().jobEnded({ id, callId, conversationId, messageId }, end));
      if (isTold) this.#deps.store.setTold(id);
      this.#changed(id);
    } catch (error) {
      // The next start tells it.
      this.#deps.onError?.(error);
    }
  }

  #release(id: JobId): Waiter | undefined {
    const waiter = this.#waiters.get(id);
    this.#waiters.delete(id);
    return waiter;
  }

  #known(id: JobId): StoredJob {
    const job = this.#deps.store.get(id);
    if (job === null) throw new HostError('job-unknown', { job: id });
    return job;
  }

  #snapshot(): JobsEvent {
    return { type: 'snapshot', jobs: this.#deps.store.list().map((job) => this.#view(job)) };
  }

  #view(job: StoredJob): JobView {
    const { id } = job;
    return toJobView(job, { isWatched: this.#tasks.has(id), isBackground: job.isBackground || (job.endedAt === null && !this.#waiters.has(id)), heardAt: Math.max(job.heardAt, this.#heardOf.get(id)?.at ?? 0), progress: this.#progress.get(id) ?? null, trouble: this.#troubles.get(id) ?? null, chatTitle: job.conversationId === null ? null : this.#deps.titleOf(job.conversationId) });
  }

  #changed(id: JobId): void {
    this.#dirty.add(id);
    this.#timer ??= setTimeout(() => this.#flush(), this.#deps.coalesceMs ?? 200).unref();
  }

  #flush(): void {
    this.#timer = undefined;
    const ids = [...this.#dirty];
    this.#dirty.clear();
    if (this.#events.size === 0) return;
    this.#tried(() => {
      for (const id of ids) {
        const job = this.#deps.store.get(id);
        if (job !== null && !job.isRemoved) this.#events.publish({ type: 'changed', job: this.#view(job) });
      }
    });
  }

  /** A disk that refuses costs what would have been kept, not the job. */
  #tried<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#deps.onError?.(error);
      return undefined;
    }
  }
}

function problemOf(error: Error): Problem {
  return error instanceof HostError ? error.problem : new HostError('internal', { where: 'job' }).problem;
}
