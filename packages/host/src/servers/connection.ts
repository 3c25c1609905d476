/** One connection that stands: its lists, its health, what was tolerated, and how it ended. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { CallOptions, Client, ClientEvent } from '@portolan/mcp-client/client';
import { LocalError } from '@portolan/mcp-client/errors';
import type { ConnectionTrace } from '../ports.ts';
import type { ServerLog } from './log/server-log.ts';
import type { Policy } from './policy.ts';
import { fromCloseReason, toHostError } from './problems.ts';
import type { ProblemContext } from './problems.ts';
import { ServerLists } from './server-lists.ts';
import type { Warnings } from './warnings.ts';

export interface ConnectionOptions {
  policy: Pick<Policy, 'refetchMs' | 'refetchMaxMs' | 'healthMs' | 'healthAnswerMs'>;
  context: Pick<ProblemContext, 'server' | 'command' | 'url'>;
  log: ServerLog;
  trace: ConnectionTrace;
  warnings: Warnings;
  /** A list changed. */
  onLists: () => void;
  /** Health or warnings changed. */
  onChange: () => void;
}

/** A remote server is looked at less often: it costs somebody money. */
const remoteHealthFactor = 4;
/** Looks that may go unanswered before the connection is given up, as long as no call is open on it. */
const missedLooks = 3;

export class ServerConnection {
  readonly client: Client;
  readonly lists: ServerLists;
  /** Resolves with the reason when the connection is over, whoever ended it. */
  readonly over: Promise<HostError>;
  readonly #options: ConnectionOptions;
  readonly #ailments = new Map<string, Problem>();
  #openCalls = 0;
  #missed = 0;
  #isLooking = false;
  #isOver = false;
  #givenUpFor: HostError | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(client: Client, options: ConnectionOptions) {
    this.client = client;
    this.#options = options;
    this.lists = new ServerLists(client, { policy: options.policy, onChange: options.onLists, onRead: (list, error) => this.#onListRead(list, error) });
    const stopListening = client.listen((event) => this.#onEvent(event));
    this.#timer = setInterval(() => void this.look(), options.policy.healthMs * (client.transport === 'stdio' ? 1 : remoteHealthFactor)).unref();
    this.over = client.closed.then((reason) => {
      this.#isOver = true;
      clearInterval(this.#timer);
      stopListening();
      this.lists.close();
      options.log.endOfStderr();
      options.trace.end();
      return this.#givenUpFor ?? fromCloseReason(reason, { ...options.context, log: options.log.lastStderr(200) });
    });
  }

  /** What is wrong although the connection stands; null when it is well. */
  get ailment(): Problem | null {
    const [first] = this.#ailments.values();
    return first ?? null;
  }

  /**
   * Runs one request. @throws {HostError} in the contract's words, always: whatever happens to the connection meanwhile.
   */
  async request<T>(what: { tool?: string }, run: (client: Client, trace: ConnectionTrace) => Promise<T>): Promise<T> {
    this.#openCalls += 1;
    try {
      return await run(this.client, this.#options.trace);
    } catch (error) {
      const isGone = error instanceof LocalError && (error.kind === 'connection-closed' || error.kind === 'request-lost');
      if (isGone) void this.look();
      throw toHostError(error, { ...this.#options.context, ...what, ...(isGone ? { log: this.#options.log.lastStderr(50) } : {}) });
    } finally {
      this.#openCalls -= 1;
    }
  }

  /** Asks for a sign of life now and reads lists that could not be read; also after the machine was asleep. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isOver || this.#givenUpFor !== undefined) return;
    this.#isLooking = true;
    const { healthAnswerMs } = this.#options.policy;
    const limits: CallOptions = { limits: { idleMs: healthAnswerMs, totalMs: healthAnswerMs } };
    try {
      await this.client.ping(limits);
      this.#missed = 0;
      this.#recover('ping');
      void this.lists.load();
    } catch (error) {
      // What ends the connection is told by its end, not by the look that ran into it.
      const isEnding = error instanceof LocalError && (error.kind === 'connection-closed' || error.kind === 'not-connected');
      if (!this.#isOver && !isEnding) this.#miss(error);
    } finally {
      this.#isLooking = false;
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  #miss(error: unknown): void {
    this.#missed += 1;
    const { policy, context } = this.#options;
    const problem = error instanceof LocalError && (error.kind === 'idle-timeout' || error.kind === 'total-timeout')
      ? new HostError('server-timeout', { server: context.server, seconds: policy.healthAnswerMs / 1000 })
      : toHostError(error, context);
    this.#ail('ping', problem.problem);
    // A server that is busy with a call may have no time to answer; its call is worth more than our impatience.
    if (this.#missed < missedLooks || this.#openCalls > 0) return;
    this.#givenUpFor = problem;
    void this.client.close();
  }

  #onEvent(event: ClientEvent): void {
    const { log, warnings, onChange } = this.#options;
    switch (event.type) {
      case 'list-changed':
        this.lists.changed(event.list);
        break;
      case 'log':
        log.append({ source: 'message', level: event.level, logger: event.logger, text: typeof event.data === 'string' ? event.data : JSON.stringify(event.data) });
        break;
      case 'problem':
        warnings.set(event.kind, { message: event.message, sample: event.sample, count: event.count });
        onChange();
        break;
      case 'resource-updated':
      case 'elicitation-complete':
      case 'version-refused':
      case 'closed':
        break;
    }
  }

  #onListRead(list: string, error: unknown): void {
    if (this.#isOver) return;
    if (error === null) this.#recover(list);
    else this.#ail(list, toHostError(error, { ...this.#options.context }).problem);
  }

  #ail(what: string, problem: Problem): void {
    const isNew = !this.#ailments.has(what);
    this.#ailments.set(what, problem);
    if (isNew) this.#options.log.lifecycle(`${what} failed: ${problem.code}${'message' in problem.details ? `, ${String(problem.details['message'])}` : ''}`);
    this.#options.onChange();
  }

  #recover(what: string): void {
    if (!this.#ailments.delete(what)) return;
    this.#options.log.lifecycle(`${what} works again`);
    this.#options.onChange();
  }
}
