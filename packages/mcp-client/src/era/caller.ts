/** How a feature asks the server something: the same call in both eras. */
import type { LogLevel } from '../client.ts';
import { ConnectError, LocalError, ServerError } from '../errors.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import type { RequestOptions } from '../jsonrpc/pending.ts';
import type { Era } from '../transport/transport.ts';
import { modernEnvelope } from './discover.ts';
import type { HandshakeOptions } from './handshake.ts';
import { openRequiredUrls } from './legacy-inputs.ts';
import { completeResult, readResultType } from './result-type.ts';
import { MachineTime } from './machine-time.ts';
import { isRoundMethod } from './rounds.ts';
import type { RoundRequest, Rounds } from './rounds.ts';
import type { Tracing } from './tracing.ts';
import { MODERN_VERSION } from './versions.ts';

/** A request as a feature makes it. */
export interface CallerOptions extends RequestOptions {
  /** Told when the result depends on more than the params: a person or a model was asked on the way. */
  onRounds?: () => void;
}

export interface Caller {
  readonly era: Era;
  /**
   * Sends a request and returns its complete result.
   * @throws {ServerError | LocalError}
   */
  request(method: string, params: JsonObject | undefined, options: CallerOptions): Promise<JsonObject>;
  /** Legacy: `logging/setLevel`. Modern: the level goes with every later request. */
  setLogLevel(level: LogLevel, options: RequestOptions): Promise<void>;
  /** Legacy: starts a new session in place of one the server has forgotten; once for all who ask at the same time. */
  renew?(): Promise<void>;
}

export interface CallerParts {
  peer: Peer;
  rounds: Rounds;
  /** Whether there is somebody to open a page for the server. */
  takesUrls: boolean;
  tracing: Tracing | undefined;
  /** Told when the server says in the middle of a connection that it does not speak its version (any more). */
  onVersionRefused: (supported: string[]) => void;
}

/** @param renew starts a new session by `initialize`; called once for all requests that found the same one gone */
export function createLegacyCaller(parts: CallerParts, renew: () => Promise<void>): Caller {
  const { peer, tracing } = parts;
  let renewing: Promise<void> | undefined;
  let renewals = 0;
  const renewOnce = (): Promise<void> => {
    renewing ??= renew()
      .catch((error: unknown) => {
        const supported = versionsOf(error);
        if (supported !== undefined) parts.onVersionRefused(supported);
        throw error;
      })
      .finally(() => {
        renewing = undefined;
        renewals += 1;
      });
    return renewing;
  };
  const send = async (method: string, params: JsonObject | undefined, options: RequestOptions): Promise<JsonObject> => {
    // Between two sessions a request belongs to neither; whoever asked for the new one hears of its failure.
    if (renewing !== undefined) await unlessAborted(renewing.catch(() => undefined), method, options.signal, false);
    const before = renewals;
    let refusal: LocalError;
    try {
      return await peer.request(method, params, options);
    } catch (error) {
      if (error instanceof ServerError && error.kind === 'unsupported-version') parts.onVersionRefused(error.supportedVersions);
      if (!(error instanceof LocalError) || error.lost?.kind !== 'session-expired') throw error;
      refusal = error;
    }
    const mayHaveHappened = refusal.lost?.wasAccepted === true;
    // The news of the old session's end may come after the new one began: that one must not be thrown away.
    if (renewals === before) {
      const renewed = renewOnce().catch((error: unknown) => {
        throw notRenewed(method, error, mayHaveHappened);
      });
      await unlessAborted(renewed, method, options.signal, mayHaveHappened);
    }
    // It was under way when the session ended: whether it was done nobody knows, and the caller is to decide.
    if (mayHaveHappened) throw refusal;
    // A server that answers 404 to the session has not looked at the request, so even a tool call may be sent again.
    return peer.request(method, params, options);
  };
  const request = (method: string, params: JsonObject | undefined, options: CallerOptions): Promise<JsonObject> => {
    const traced = tracing === undefined ? options : tracing.begin(method, options);
    const startedAt = performance.now();
    const answer = send(method, params, traced);
    if (!isRoundMethod(method) || !parts.takesUrls) return answer;
    const sent = { method, params: params ?? {}, options: traced, requestId: peer.lastId };
    return answer.catch((error: unknown) => openUrlsAndRetry(parts.rounds, send, sent, startedAt, error));
  };
  return {
    era: 'legacy',
    request,
    renew: renewOnce,
    async setLogLevel(level, options) {
      await request('logging/setLevel', { level }, options);
    },
  };
}

/** Nobody who gives up waits for a new session; it comes all the same, for the others. */
async function unlessAborted(work: Promise<void>, method: string, signal: AbortSignal | undefined, mayHaveHappened: boolean): Promise<void> {
  if (signal === undefined) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new LocalError('cancelled', `${method} was cancelled while a new session was started.`, { mayHaveHappened }));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** What a server speaks that refuses `initialize` for its version: it came in the place of the one before. Undefined for other failures. */
function versionsOf(error: unknown): string[] | undefined {
  if (error instanceof ConnectError && error.kind === 'version') return error.cause instanceof ServerError ? error.cause.supportedVersions : [];
  return error instanceof ServerError && (error.kind === 'unsupported-version' || error.kind === 'method-not-found') ? error.supportedVersions : undefined;
}

/** What `initialize` failed with says nothing of the request that needed the session: an error code of it least of all. */
function notRenewed(method: string, error: unknown, mayHaveHappened: boolean): LocalError {
  const why = error instanceof Error ? error.message : String(error);
  const { closeReason, lost } = error instanceof LocalError ? error : { closeReason: undefined, lost: undefined };
  return new LocalError(closeReason === undefined ? 'request-lost' : 'connection-closed', `${method} was not done: the server has forgotten the session, and a new one could not be started. ${why}`, {
    mayHaveHappened,
    cause: error,
    ...(closeReason === undefined ? {} : { closeReason }),
    ...(lost === undefined ? {} : { lost }),
  });
}

type Send = (method: string, params: JsonObject | undefined, options: RequestOptions) => Promise<JsonObject>;

/** -32042: the server wants pages opened first. It has not begun with the request, so it may be sent again. */
async function openUrlsAndRetry(rounds: Rounds, send: Send, request: RoundRequest & { options: CallerOptions }, startedAt: number, first: unknown): Promise<JsonObject> {
  const { method, params, options } = request;
  const clock = new MachineTime(options, startedAt);
  let error = first;
  for (let number = 1; ; number += 1) {
    if (!(error instanceof ServerError) || error.kind !== 'url-elicitation-required' || number > rounds.limit) throw error;
    options.onRounds?.();
    clock.stop();
    if (!(await openRequiredUrls(rounds, request, error, number))) throw error;
    try {
      return await send(method, params, clock.resume(method, options));
    } catch (again) {
      error = again;
    }
  }
}

export function createModernCaller(parts: CallerParts, identity: Pick<HandshakeOptions, 'client' | 'capabilities'>, logLevel: LogLevel | undefined): Caller {
  const { peer, tracing } = parts;
  peer.envelope = modernEnvelope(identity.client, identity.capabilities.modern, logLevel);
  const send = async (method: string, params: JsonObject | undefined, options: RequestOptions): Promise<JsonObject> => {
    try {
      return await peer.request(method, params, options);
    } catch (error) {
      if (!(error instanceof ServerError) || error.kind !== 'unsupported-version') throw error;
      if (!error.supportedVersions.includes(MODERN_VERSION)) {
        parts.onVersionRefused(error.supportedVersions);
        throw error;
      }
    }
    // It refused what it says it speaks, before doing anything: one more time is the correction the specification asks for.
    return peer.request(method, params, options);
  };
  return {
    era: 'modern',
    async request(method, params, options) {
      const traced = tracing === undefined ? options : tracing.begin(method, options);
      if (!isRoundMethod(method)) return completeResult(method, await send(method, params, traced));
      const startedAt = performance.now();
      const sending = send(method, params, traced);
      const requestId = peer.lastId;
      const answer = readResultType(method, await sending, options.takesTask);
      if (answer.kind === 'complete') return answer.result;
      options.onRounds?.();
      const request: RoundRequest = { method, params: params ?? {}, options: traced, requestId };
      const sendAgain = (next: JsonObject, nextOptions: RequestOptions): Promise<JsonObject> => send(method, next, tracing === undefined ? nextOptions : tracing.goOn(nextOptions));
      return parts.rounds.complete(request, answer.round, new MachineTime(options, startedAt), sendAgain);
    },
    setLogLevel(level) {
      peer.envelope = modernEnvelope(identity.client, identity.capabilities.modern, level);
      return Promise.resolve();
    },
  };
}
