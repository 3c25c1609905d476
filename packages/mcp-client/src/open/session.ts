/** One transport with its peer and its events, before and after the era is known. */
import { ConnectedClient } from '../connected-client.ts';
import type { CallOptions, LogLevel } from '../client.ts';
import { createLegacyCaller, createModernCaller } from '../era/caller.ts';
import type { Caller, CallerParts } from '../era/caller.ts';
import type { Handshake, HandshakeOptions } from '../era/handshake.ts';
import { initialize } from '../era/initialize.ts';
import { serveInputs } from '../era/legacy-inputs.ts';
import { Rounds } from '../era/rounds.ts';
import { Tracing } from '../era/tracing.ts';
import type { TraceSource } from '../era/tracing.ts';
import { emitNotification, EventHub } from '../features/events.ts';
import type { Declared } from '../features/inputs/declare.ts';
import { Inputs } from '../features/inputs/inputs.ts';
import { ResultCache } from '../features/result-cache.ts';
import type { ClientHandlers } from '../handlers.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { handshakeMs } from './limits.ts';
import { Subscriptions } from '../features/subscription.ts';
import { Peer } from '../jsonrpc/peer.ts';
import { ReceivedTasks } from '../tasks/received-tasks.ts';
import type { TaskOptions } from '../tasks/task.ts';
import { Tasks } from '../tasks/tasks.ts';
import type { Caps, CloseReason, Tap, Transport } from '../transport/transport.ts';

export interface SessionSetup {
  caps: Caps;
  handlers: ClientHandlers;
  declared: Declared;
  trace: true | TraceSource | undefined;
  /** Whether answers are kept for as long as the server says they are good. */
  cache: boolean;
  tasks: TaskOptions;
  tap: Tap | undefined;
}

/** Lives as long as its transport. */
export class Session {
  readonly peer: Peer;
  readonly transport: Transport;
  readonly closed: Promise<CloseReason>;
  readonly #hub: EventHub;
  readonly #caps: Caps;
  readonly #cache: ResultCache;
  readonly #inputs: Inputs;
  readonly #rounds: Rounds;
  readonly #tracing: Tracing | undefined;
  readonly #taskOptions: TaskOptions;
  readonly #receivedTasks: ReceivedTasks;
  #tasks: Tasks | undefined;
  #subscription: Subscriptions | undefined;
  #renew: (() => Promise<void>) | undefined;
  /** What a legacy server was told of, and a new session must be told again. */
  readonly #watched = new Set<string>();
  #logLevel: LogLevel | undefined;

  constructor(transport: Transport, { caps, handlers, declared, trace, cache, tasks, tap }: SessionSetup) {
    const closed = Promise.withResolvers<CloseReason>();
    this.transport = transport;
    this.closed = closed.promise;
    this.#caps = caps;
    this.#cache = new ResultCache(cache);
    this.#hub = new EventHub((event) => this.#cache.onEvent(event));
    this.#inputs = new Inputs({ handlers, declared, definitionBytes: caps.definitionBytes, report: (kind, message) => this.report(kind, message) });
    this.#rounds = new Rounds({ inputs: this.#inputs, rounds: caps.rounds, inputsAtOnce: caps.inboundRequests });
    this.#tracing = trace === undefined ? undefined : new Tracing(trace, (kind, message) => this.report(kind, message));
    this.peer = new Peer(transport, caps, {
      onNotification: (method, params) => this.#onNotification(method, params),
      onProblem: (problem) => this.#hub.emit({ type: 'problem', ...problem }),
      onSessionExpired: () => {
        this.#renew?.().catch((error: unknown) => this.report('session-lost', `The server has forgotten the session, and a new one could not be started: ${String(error)}`));
      },
      onClosed: (reason) => {
        this.#subscription?.close();
        this.#rounds.close(reason);
        this.#tasks?.close(reason);
        this.#receivedTasks.close();
        this.#hub.emit({ type: 'closed', reason });
        closed.resolve(reason);
      },
      ...(tap === undefined ? {} : { onSettled: (id, outcome, details) => tap({ kind: 'settled', at: Date.now(), id, outcome, ...details }) }),
    });
    // A server may ask as soon as it has seen the end of the handshake.
    this.#taskOptions = tasks;
    this.#receivedTasks = new ReceivedTasks(this.peer, caps.inboundRequests);
    serveInputs(this.peer, this.#inputs, this.#receivedTasks, (params) => this.#tasks?.relatedCall(params));
  }

  readonly report = (kind: string, message: string): void => this.peer.report(kind, message);

  #onNotification(method: string, params: JsonObject): void {
    if (this.#subscription?.accept(method, params) === true || this.#tasks?.accept(method, params) === true) return;
    if (emitNotification(this.#hub, this.report, method, params)) return;
    if (method === 'notifications/elicitation/complete') this.#onElicitationComplete(params['elicitationId']);
    else this.report('unknown-notification', `The server sent a notification this client does not know: ${method.slice(0, 100)}`);
  }

  #onElicitationComplete(elicitationId: unknown): void {
    // For ids that are unknown or done the specification wants nothing to happen.
    if (typeof elicitationId === 'string' && this.#inputs.complete(elicitationId)) this.#hub.emit({ type: 'elicitation-complete', elicitationId });
    else this.report('unknown-elicitation', 'The server announced the end of an elicitation that is not open.');
  }

  /** The client once the handshake is done. */
  async toClient(handshake: Handshake, options: HandshakeOptions, logLevel: LogLevel | undefined): Promise<ConnectedClient> {
    this.#inputs.protocolVersion = handshake.protocolVersion;
    this.#logLevel = logLevel;
    const caller = this.#createCaller(handshake, options, logLevel);
    const tasks = this.#createTasks(handshake, caller);
    if (handshake.era === 'modern') {
      this.#subscription = new Subscriptions(this.peer, handshake.capabilities, this.#hub);
      await this.#subscription.start();
    } else if (logLevel !== undefined && handshake.capabilities.logging) {
      // Not waited for: a server that refuses its own capability, or forgets to answer, still serves everything else.
      caller.setLogLevel(logLevel, {}).catch((error: unknown) => this.report('log-level', `The server did not accept the log level: ${String(error)}`));
    }
    return new ConnectedClient({
      handshake,
      caller,
      hub: this.#hub,
      caps: this.#caps,
      cache: this.#cache,
      tasks,
      transportKind: this.transport.kind,
      closed: this.closed,
      report: this.report,
      watchResource: (uri, isWanted, callOptions) => this.#watchResource(caller, uri, isWanted, callOptions),
      rootsChanged: () => {
        if (handshake.era === 'legacy' && this.#inputs.declared.roots) this.peer.notify('notifications/roots/list_changed');
      },
      revalidate: () => {
        this.#subscription?.refresh();
        this.transport.refresh?.();
      },
      close: () => this.close(),
    });
  }

  #createTasks({ era, capabilities, protocolVersion }: Handshake, caller: Caller): Tasks {
    const { store, receives = true } = this.#taskOptions;
    this.#tasks = new Tasks({ caller, rounds: this.#rounds, era, capabilities, store, errorTextBytes: this.#caps.errorTextBytes, stopProgress: (id) => this.peer.stopProgress(id), report: this.report });
    // Older versions know no tasks: their servers get the answer itself, whatever they write beside their question.
    if (era === 'legacy' && protocolVersion >= '2025-11-25' && receives) this.#receivedTasks.serve();
    return this.#tasks;
  }

  async #watchResource(caller: Caller, uri: string, isWanted: boolean, options: CallOptions): Promise<void> {
    if (this.#subscription !== undefined) {
      this.#subscription.watch(uri, isWanted);
      return;
    }
    await caller.request(isWanted ? 'resources/subscribe' : 'resources/unsubscribe', { uri }, options);
    if (isWanted) this.#watched.add(uri);
    else this.#watched.delete(uri);
  }

  #createCaller(handshake: Handshake, options: HandshakeOptions, logLevel: LogLevel | undefined): Caller {
    const parts: CallerParts = {
      peer: this.peer,
      rounds: this.#rounds,
      takesUrls: this.#inputs.takesUrls,
      tracing: this.#tracing,
      onVersionRefused: (supported) => this.#hub.emit({ type: 'version-refused', supported }),
    };
    this.#rounds.era = handshake.era;
    if (handshake.era === 'modern') return createModernCaller(parts, options, logLevel);
    const caller = createLegacyCaller(parts, async () => {
      await initialize(this.peer, this.transport, { ...options, signal: undefined, attempts: [], deadline: performance.now() + handshakeMs });
      this.#restore(handshake);
    });
    this.#renew = caller.renew;
    return {
      ...caller,
      setLogLevel: async (level, callOptions) => {
        await caller.setLogLevel(level, callOptions);
        this.#logLevel = level;
      },
    };
  }

  /** A new session knows nothing of what the old one was told, and its owner nothing of what changed between them. */
  #restore({ capabilities }: Handshake): void {
    if (this.#logLevel !== undefined && capabilities.logging) this.peer.request('logging/setLevel', { level: this.#logLevel }).catch(() => {});
    this.report('session-renewed', 'The server had forgotten the session; a new one was started.');
    for (const list of ['tools', 'resources', 'prompts'] as const) if (capabilities[list]) this.#hub.emit({ type: 'list-changed', list });
    for (const uri of this.#watched) {
      this.peer.request('resources/subscribe', { uri }).then(
        () => this.#hub.emit({ type: 'resource-updated', uri }),
        (error: unknown) => this.report('subscription-lost', `The server no longer tells of updates of ${uri.slice(0, 200)}: ${String(error)}`),
      );
    }
  }

  async close(): Promise<void> {
    this.#subscription?.close();
    await this.peer.close();
  }
}
