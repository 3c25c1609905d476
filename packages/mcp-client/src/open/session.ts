/** One transport with its peer and its events, before and after the era is known. */
import { ConnectedClient } from '../connected-client.ts';
import type { CallOptions, LogLevel } from '../client.ts';
import { createLegacyCaller, createModernCaller } from '../era/caller.ts';
import type { Caller } from '../era/caller.ts';
import type { Handshake, HandshakeOptions } from '../era/handshake.ts';
import { initialize } from '../era/initialize.ts';
import { emitNotification, EventHub } from '../features/events.ts';
import { handshakeMs } from './limits.ts';
import { Subscription } from '../features/subscription.ts';
import { Peer } from '../jsonrpc/peer.ts';
import type { Caps, CloseReason, Tap, Transport } from '../transport/transport.ts';

/** Lives as long as its transport. */
export class Session {
  readonly peer: Peer;
  readonly transport: Transport;
  readonly closed: Promise<CloseReason>;
  readonly #hub = new EventHub();
  readonly #caps: Caps;
  #subscription: Subscription | undefined;

  constructor(transport: Transport, caps: Caps, tap: Tap | undefined) {
    const closed = Promise.withResolvers<CloseReason>();
    this.transport = transport;
    this.closed = closed.promise;
    this.#caps = caps;
    this.peer = new Peer(transport, caps, {
      onNotification: (method, params) => {
        if (this.#subscription?.accept(method, params) === true) return;
        if (emitNotification(this.#hub, this.report, method, params)) return;
        this.report('unknown-notification', `The server sent a notification this client does not know: ${method.slice(0, 100)}`);
      },
      onProblem: (problem) => this.#hub.emit({ type: 'problem', ...problem }),
      onClosed: (reason) => {
        this.#subscription?.close();
        this.#hub.emit({ type: 'closed', reason });
        closed.resolve(reason);
      },
      ...(tap === undefined ? {} : { onSettled: (id, outcome, details) => tap({ kind: 'settled', at: Date.now(), id, outcome, ...details }) }),
    });
  }

  readonly report = (kind: string, message: string): void => this.peer.report(kind, message);

  /** The client once the handshake is done. */
  async toClient(handshake: Handshake, options: HandshakeOptions, logLevel: LogLevel | undefined): Promise<ConnectedClient> {
    const caller = this.#createCaller(handshake, options, logLevel);
    if (handshake.era === 'modern') {
      this.#subscription = new Subscription(this.peer, handshake.capabilities, this.#hub);
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
      transportKind: this.transport.kind,
      closed: this.closed,
      report: this.report,
      watchResource: (uri, isWanted, callOptions) => this.#watchResource(caller, uri, isWanted, callOptions),
      close: () => this.close(),
    });
  }

  async #watchResource(caller: Caller, uri: string, isWanted: boolean, options: CallOptions): Promise<void> {
    if (this.#subscription !== undefined) this.#subscription.watch(uri, isWanted);
    else await caller.request(isWanted ? 'resources/subscribe' : 'resources/unsubscribe', { uri }, options);
  }

  #createCaller(handshake: Handshake, options: HandshakeOptions, logLevel: LogLevel | undefined): Caller {
    if (handshake.era === 'modern') return createModernCaller(this.peer, options, logLevel);
    return createLegacyCaller(this.peer, async () => {
      await initialize(this.peer, this.transport, { ...options, signal: undefined, attempts: [], deadline: performance.now() + handshakeMs });
      if (logLevel !== undefined && handshake.capabilities.logging) this.peer.request('logging/setLevel', { level: logLevel }).catch(() => {});
      this.report('session-renewed', 'The server had forgotten the session; a new one was started.');
      // Whatever was listed belongs to the old session.
      for (const list of ['tools', 'resources', 'prompts'] as const) if (handshake.capabilities[list]) this.#hub.emit({ type: 'list-changed', list });
    });
  }

  async close(): Promise<void> {
    this.#subscription?.close();
    await this.peer.close();
  }
}
