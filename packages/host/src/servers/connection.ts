/** One connection that stands: its lists, its health, what was tolerated, and how it ended. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { CompleteLimits } from '@portolan/contract/servers';
import type { CallOptions, Client, ClientEvent, TimeLimits } from '@portolan/mcp-client/client';
import { LocalError } from '@portolan/mcp-client/errors';
import type { ConnectionTrace } from '../ports.ts';
import { CallGate } from './call-gate.ts';
import type { ServerLog } from './log/server-log.ts';
import type { Policy } from './policy.ts';
import { fromCloseReason, toHostError } from './problems.ts';
import type { ProblemContext } from './problems.ts';
import { limitsOfTool } from './server-limits.ts';
import { ServerLists } from './server-lists.ts';
import type { Warnings } from './warnings.ts';

export interface ConnectionOptions {
  policy: Pick<Policy, 'refetchMs' | 'refetchMaxMs' | 'healthMs' | 'healthAnswerMs'>;
  context: Pick<ProblemContext, 'server' | 'command' | 'url'>;
  log: ServerLog;
  trace: ConnectionTrace;
  warnings: Warnings;
  /** Legacy: what the person did in the browser is done. */
  onElicitationComplete?: (elicitationId: string) => void;
  /** When the server last wrote anything, on the clock of `performance.now()`. */
  heardAt: () => number;
  /** Asked at each call, for they may be changed while it runs. */
  limits: () => CompleteLimits;
  /** A list changed. */
  onLists: () => void;
  /** Health or warnings changed. */
  onChange: () => void;
  /** How long it took to answer was measured anew. */
  onLatency: () => void;
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
  readonly #gate = new CallGate();
  /** Round trip of the last sign of life, in milliseconds. */
  latencyMs: number | null = null;
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
    this.#timer = setInterval(() => this.#lookWhenQuiet(), options.policy.healthMs * (client.transport === 'stdio' ? 1 : remoteHealthFactor)).unref();
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

  /** Calls that run now. */
  get openCalls(): number {
    return this.#gate.running;
  }

  /**
   * Runs one request when it is its turn. @throws {HostError} in the contract's words, always: whatever happens to the
   * connection meanwhile.
   */
  async request<T>(what: { tool?: string; signal?: AbortSignal }, run: (client: Client, trace: ConnectionTrace, limits: TimeLimits) => Promise<T>): Promise<T> {
    const all = this.#options.limits();
    const { callsAtOnce } = all;
    const { callSeconds, callTotalSeconds } = limitsOfTool(all, what.tool);
    let leave: (() => void) | undefined;
    try {
      leave = await this.#gate.enter(callsAtOnce, what.signal);
      // Whoever waited for a turn may have waited for one that never comes.
      if (this.#isOver) throw await this.over;
      return await run(this.client, this.#options.trace, { idleMs: callSeconds * 1000, totalMs: callTotalSeconds * 1000 });
    } catch (error) {
      if (what.signal?.aborted === true && leave === undefined) throw new HostError('cancelled', { server: this.#options.context.server });
      const isGone = error instanceof LocalError && (error.kind === 'connection-closed' || error.kind === 'request-lost');
      if (isGone) void this.look();
      const { tool } = what;
      throw toHostError(error, { ...this.#options.context, ...(tool === undefined ? {} : { tool }), seconds: callSeconds, totalSeconds: callTotalSeconds, ...(isGone ? { log: this.#options.log.lastStderr(50) } : {}) });
    } finally {
      leave?.();
    }
  }

  /** The machine was asleep or the network changed: streams are opened anew, and what may have changed unheard is read again. */
  async revalidate(): Promise<void> {
    if (this.#isOver) return;
    this.client.revalidate();
    await this.look();
    if (this.#missed > 0 || this.#isOver) return;
    for (const list of ['tools', 'resources', 'prompts'] as const) if (this.client.capabilities[list]) this.lists.changed(list);
  }

  /** A server that has just been heard needs no asking. */
  #lookWhenQuiet(): void {
    const quietMs = performance.now() - this.#options.heardAt();
    if (quietMs >= this.#options.policy.healthMs / 2 || this.#missed > 0) void this.look();
  }

  /** Asks for a sign of life now and reads lists that could not be read; also after the machine was asleep. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isOver || this.#givenUpFor !== undefined) return;
    this.#isLooking = true;
    const { healthAnswerMs } = this.#options.policy;
    const limits: CallOptions = { limits: { idleMs: healthAnswerMs, totalMs: healthAnswerMs } };
    try {
      this.latencyMs = Math.round((await this.client.ping(limits)) * 10) / 10;
      this.#missed = 0;
      this.#recover('ping');
      this.#options.onLatency();
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
    if (this.#missed < missedLooks || this.openCalls > 0) return;
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
      case 'elicitation-complete':
        this.#options.onElicitationComplete?.(event.elicitationId);
        break;
      case 'resource-updated':
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
    const message = problem.details['message'];
    if (isNew) this.#options.log.lifecycle('ailing', { what, problem: problem.code, ...(typeof message === 'string' ? { message } : {}) });
    this.#options.onChange();
  }

  #recover(what: string): void {
    if (!this.#ailments.delete(what)) return;
    this.#options.log.lifecycle('recovered', { what });
    this.#options.onChange();
  }
}
