/** Connecting: transports in the order they are worth trying, at most one more process, and a failure that says it all. */
import type { ConnectOptions, Connection, EraVerdict, HttpTarget, StdioTarget } from '../connect-options.ts';
import { implementationJson } from '../era/handshake.ts';
import type { Handshake, HandshakeOptions } from '../era/handshake.ts';
import { negotiate } from '../era/negotiate.ts';
import { MODERN_VERSION } from '../era/versions.ts';
import { ConnectError, LocalError } from '../errors.ts';
import { declare } from '../features/inputs/declare.ts';
import type { Declared } from '../features/inputs/declare.ts';
import { declareTasks } from '../tasks/declare-tasks.ts';
import { createHttpTransport } from '../transport/http.ts';
import { createSseTransport } from '../transport/sse.ts';
import { createStdioTransport } from '../transport/stdio.ts';
import type { StdioTransport } from '../transport/stdio.ts';
import { defaultCaps } from '../transport/transport.ts';
import type { Caps, Era, Transport } from '../transport/transport.ts';
import { canFallBackToSse, explainFailure, isExit, isTelling, isWorthAnotherTry } from './failure.ts';
import { handshakeMs, patientProbeMs, probeMs, verdictMs } from './limits.ts';
import { Session } from './session.ts';

/** `HandshakeOptions` with all that was declared. */
type Handshaking = HandshakeOptions & { capabilities: Declared };

/** One way to try: a transport and the eras it may settle on. */
interface Attempt {
  era: 'auto' | Era;
  transport: () => Transport;
  /** Milliseconds; `probeMs` unless told. */
  probeMs?: number;
}

/**
 * Opens a connection to an MCP server of any revision, over any transport.
 * @throws {ConnectError} with everything that was tried
 */
export async function open(options: ConnectOptions): Promise<Connection> {
  const attempts: string[] = [];
  const handshake: Handshaking = {
    client: implementationJson(options.client),
    capabilities: declareTasks(declare(options.capabilities ?? {}, options.handlers ?? {}), options.tasks ?? {}),
    deadline: performance.now() + (options.handshakeMs ?? handshakeMs),
    signal: options.signal,
    attempts,
  };
  const opening = new Opening(options, handshake);
  if (options.signal?.aborted === true) throw new ConnectError('cancelled', 'Connecting was cancelled.', { attempts });
  return options.target.kind === 'stdio' ? opening.overStdio(options.target) : opening.overHttp(options.target);
}

/** The state of one `connect`. */
class Opening {
  readonly #options: ConnectOptions;
  readonly #handshake: Handshaking;
  readonly #caps: Caps;

  constructor(options: ConnectOptions, handshake: Handshaking) {
    this.#options = options;
    this.#handshake = handshake;
    this.#caps = { ...defaultCaps, ...options.caps };
  }

  async overStdio(target: StdioTarget): Promise<Connection> {
    const { tap, onProcess, onStderr } = this.#options;
    let last: StdioTransport | undefined;
    const transport = (): Transport => {
      last = createStdioTransport(target, { caps: this.#caps, ...(tap === undefined ? {} : { tap }), ...(onProcess === undefined ? {} : { onProcess }), ...(onStderr === undefined ? {} : { onStderr }) });
      return last;
    };
    const plan = this.#plan();
    const tries = plan.map((step) => () => this.#try({ ...step, transport }));
    // A server that dies of an unknown first request may still speak an old revision.
    if (plan.length === 1 && plan[0]?.era === 'auto') {
      tries.push(() => {
        this.#handshake.attempts.push('started the server once more and spoke to it as to an old one');
        return this.#try({ era: 'legacy', transport });
      });
    }
    let failure: unknown;
    for (const attempt of tries) {
      // Only a death is worth another process; a verdict that failed is worth asking again.
      if (failure !== undefined && !(this.#hasTime() && (isExit(failure) || plan.length > 1))) break;
      try {
        return await attempt();
      } catch (error) {
        failure = error;
      }
      if (!isWorthAnotherTry(failure)) break;
    }
    throw explainFailure(failure, this.#handshake.attempts, last?.stderrTail());
  }

  /** The eras to try in turn: what is remembered goes first, and asking again follows when it fails. */
  #plan(): { era: 'auto' | Era; probeMs?: number }[] {
    const { era = 'auto', verdict } = this.#options;
    if (era !== 'auto' || verdict === undefined || Date.now() - verdict.at >= verdictMs) return [{ era }];
    // The handshake of a modern server is the probe itself; it is only given more time before initialize goes beside it.
    return verdict.era === 'modern' ? [{ era: 'auto', probeMs: patientProbeMs }] : [{ era: 'legacy' }, { era: 'auto' }];
  }

  #hasTime(): boolean {
    return this.#options.signal?.aborted !== true && performance.now() < this.#handshake.deadline;
  }

  async overHttp(target: HttpTarget): Promise<Connection> {
    const { tap } = this.#options;
    const deps = { caps: this.#caps, ...(tap === undefined ? {} : { tap }) };
    const streamable = (): Transport => createHttpTransport(target, deps);
    const sse = (): Transport => createSseTransport(target, deps);
    const kind = target.transport ?? 'auto';
    let failure: unknown;
    if (kind !== 'sse') {
      for (const step of this.#plan()) {
        try {
          return await this.#try({ ...step, transport: streamable });
        } catch (error) {
          failure = error;
        }
        if (!isWorthAnotherTry(failure) || !this.#hasTime()) break;
      }
      const isOver = kind === 'streamable-http' || this.#options.era === 'modern' || !this.#hasTime();
      if (isOver || !canFallBackToSse(failure)) throw explainFailure(failure, this.#handshake.attempts, undefined);
    }
    try {
      // Only the oldest revisions are spoken over this transport.
      return await this.#try({ era: 'legacy', transport: sse });
    } catch (error) {
      this.#handshake.attempts.push(`HTTP+SSE: ${error instanceof Error ? error.message : String(error)}`);
      throw explainFailure(failure === undefined || isTelling(error) ? error : failure, this.#handshake.attempts, undefined);
    }
  }

  /** Starts, negotiates, and closes what it started when that fails. */
  async #try(attempt: Attempt): Promise<Connection> {
    const { handlers = {}, trace, cache = true, tasks = {}, tap } = this.#options;
    const session = new Session(attempt.transport(), { caps: this.#caps, handlers, declared: this.#handshake.capabilities, trace, cache, tasks, tap });
    const { signal, deadline } = this.#handshake;
    try {
      const handshake = await untilAborted(this.#open(session, attempt), signal, deadline);
      const client = await session.toClient(handshake, this.#handshake, this.#options.logLevel);
      const { era, protocolVersion, nextEra = era } = handshake;
      const verdict: EraVerdict = { era: nextEra, protocolVersion: nextEra === era ? protocolVersion : MODERN_VERSION, at: Date.now() };
      return { client, verdict };
    } catch (error) {
      const closing = session.close();
      // A person who cancels does not wait for the stop ladder; everybody else must not find two processes.
      if (signal?.aborted === true) closing.catch(() => {});
      else await closing;
      throw error;
    }
  }

  async #open(session: Session, attempt: Attempt): Promise<Handshake> {
    await session.peer.start();
    return negotiate(session.peer, session.transport, attempt.era, this.#handshake, attempt.probeMs ?? probeMs);
  }
}

/** Rejects as soon as the signal fires or the deadline passes, whatever `work` is busy with. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, deadline: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => finish(() => reject(new LocalError('total-timeout', 'The handshake took too long.', { mayHaveHappened: true }))),
      // A little later than the requests' own limit, whose message says more.
      Math.max(0, deadline - performance.now()) + 50,
    );
    const onAbort = (): void => finish(() => reject(new LocalError('cancelled', 'Connecting was cancelled.', { mayHaveHappened: true })));
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    signal?.addEventListener('abort', onAbort);
    work.then(
      (value) => finish(() => resolve(value)),
      (error: unknown) => finish(() => reject(error instanceof Error ? error : new Error(String(error)))),
    );
  });
}
