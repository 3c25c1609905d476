/**
 * Requests that go directly or through a proxy, as the route says for each. An address that may not be reached is refused
 * before a proxy hears of it; what a proxy does wrong is told apart from what the server does.
 */
import { Dispatcher, Pool, ProxyAgent } from 'undici';
import type { Agent } from 'undici';
import { ProxyError, toProxyError } from './proxy-error.ts';
import type { ProxyHop, ProxyRoute } from './proxy-route.ts';

export interface RoutedOptions {
  route: ProxyRoute;
  /** For what is reached without a proxy. Ends with this one. */
  direct: Agent;
  /** Rejects when a proxy may not be asked for that address. */
  judge?: (url: URL) => Promise<void>;
  /** Certificates of private authorities for what is reached through a proxy; the process's own where absent. */
  ca?: string[] | undefined;
  /** Milliseconds a proxy may take to be reached, and to reach the server. */
  connectMs?: number;
  /** Limits of the connections through a proxy, as of the direct ones. */
  limits?: { headersTimeout?: number; bodyTimeout?: number; maxHeaderSize?: number; keepAliveTimeout?: number };
}

// Settings change seldom; whoever changes them all day keeps no more open than this.
const maxProxies = 4;

export class RoutedDispatcher extends Dispatcher {
  readonly #options: RoutedOptions;
  readonly #proxies = new Map<string, ProxyAgent>();
  #isEnded = false;

  constructor(options: RoutedOptions) {
    super();
    this.#options = options;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const url = new URL(String(options.origin));
    const hop = this.#options.route(url);
    if (hop === undefined) return this.#options.direct.dispatch(options, handler);
    void this.#later(url, hop, options, handler);
    return true;
  }

  override close(): Promise<void>;
  override close(callback: () => void): void;
  override close(callback?: () => void): Promise<void> | void {
    const closed = this.#end((each) => each.close());
    if (callback === undefined) return closed;
    void afterwards(closed, callback);
  }

  override destroy(): Promise<void>;
  override destroy(error: Error | null): Promise<void>;
  override destroy(callback: () => void): void;
  override destroy(error: Error | null, callback: () => void): void;
  override destroy(error?: Error | null | (() => void), callback?: () => void): Promise<void> | void {
    const told = typeof error === 'function' ? error : callback;
    const ended = this.#end((each) => each.destroy());
    if (told === undefined) return ended;
    void afterwards(ended, told);
  }

  async #later(url: URL, hop: ProxyHop | Promise<ProxyHop | undefined>, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): Promise<void> {
    try {
      const through = await hop;
      if (through === undefined) {
        this.#options.direct.dispatch(options, handler);
        return;
      }
      await this.#options.judge?.(url);
      this.#proxy(through).dispatch({ ...options, origin: url.origin }, url.protocol === 'https:' ? handler : withProxyFaults(handler, through.origin, url.host));
    } catch (error) {
      // There is no connection yet that could be paused or resumed.
      handler.onResponseError?.(noConnection, error instanceof Error ? error : new Error(String(error)));
    }
  }

  #proxy({ origin, authorization }: ProxyHop): ProxyAgent {
    if (this.#isEnded) throw new Error('The connections are closed.');
    const key = `${origin} ${authorization ?? ''}`;
    const known = this.#proxies.get(key);
    if (known !== undefined) return known;
    const { ca, connectMs = 10_000, limits = {} } = this.#options;
    const made = new ProxyAgent({
      uri: origin,
      ...(authorization === undefined ? {} : { token: authorization }),
      ...(ca === undefined ? {} : { requestTls: { ca } }),
      ...limits,
      connectTimeout: connectMs,
      allowH2: false,
      clientFactory: (url, options) => new TunnelPool(url, { ...options, allowH2: false, headersTimeout: connectMs }),
    });
    this.#proxies.set(key, made);
    const [oldest] = this.#proxies;
    if (this.#proxies.size > maxProxies && oldest !== undefined) {
      this.#proxies.delete(oldest[0]);
      void oldest[1].close().catch(() => undefined);
    }
    return made;
  }

  async #end(how: (each: Dispatcher) => Promise<void>): Promise<void> {
    this.#isEnded = true;
    const all = [this.#options.direct, ...this.#proxies.values()];
    this.#proxies.clear();
    await Promise.allSettled(all.map(how));
  }
}

async function afterwards(work: Promise<void>, next: () => void): Promise<void> {
  await work;
  next();
}

type TunnelOptions = Omit<Dispatcher.ConnectOptions, 'origin'>;

/** Asks the proxy for tunnels; whatever fails up to there is the proxy's. */
class TunnelPool extends Pool {
  readonly #proxy: string;

  constructor(origin: URL, options: Pool.Options) {
    super(origin, options);
    this.#proxy = origin.origin;
  }

  override connect(options: TunnelOptions): Promise<Dispatcher.ConnectData>;
  override connect(options: TunnelOptions, callback: (error: Error | null, data: Dispatcher.ConnectData) => void): void;
  override connect(options: TunnelOptions, callback?: (error: Error | null, data: Dispatcher.ConnectData) => void): Promise<Dispatcher.ConnectData> | void {
    if (callback === undefined) return this.#tunnel(options);
    super.connect(options, callback);
  }

  async #tunnel(options: TunnelOptions): Promise<Dispatcher.ConnectData> {
    const target = options.path;
    let data: Dispatcher.ConnectData;
    try {
      data = await super.connect(options);
    } catch (error) {
      throw toProxyError(error, this.#proxy, target);
    }
    if (data.statusCode === 200) return data;
    data.socket.on('error', () => undefined).destroy();
    throw new ProxyError(data.statusCode === 407 ? 'credentials' : 'refused', this.#proxy, target, { status: data.statusCode });
  }
}

/** Plain http: is forwarded, not tunnelled: the connection that fails is the one to the proxy. */
function withProxyFaults(handler: Dispatcher.DispatchHandler, proxy: string, target: string): Dispatcher.DispatchHandler {
  let isOver = false;
  let hasStarted = false;
  let hasAnswer = false;
  return {
    onRequestStart: (controller, context: unknown) => {
      hasStarted = true;
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (controller, status, headers, socket) => handler.onRequestUpgrade?.(controller, status, headers, socket),
    onResponseStart: (controller, status, headers, message) => {
      hasAnswer = true;
      handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData: (controller, chunk) => {
      if (!isOver) handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd: (controller, trailers) => {
      if (!isOver) handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError: (controller, error) => {
      if (isOver) return;
      isOver = true;
      // A connection that never stood has no controller yet, whatever the types say.
      const isOurs = error.name === 'AbortError' || (hasStarted && controller.aborted);
      handler.onResponseError?.(controller, hasAnswer || isOurs ? error : toProxyError(error, proxy, target));
    },
  };
}

const noConnection: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  pause: () => undefined,
  resume: () => undefined,
  abort: () => undefined,
};
