/**
 * Finding a server's era on one connection: the modern probe first, `initialize` when that brings nothing
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning).
 */
import { ConnectError, LocalError } from '../errors.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import type { Era, Transport } from '../transport/transport.ts';
import { probe } from './discover.ts';
import type { ProbeVerdict } from './discover.ts';
import type { Handshake, HandshakeOptions } from './handshake.ts';
import { confirmInitialized, initialize, offerInitialize } from './initialize.ts';

/** No handshake came about on this connection; what each attempt failed with, in order. */
export class NegotiationFailed extends Error {
  override readonly name = 'NegotiationFailed';
  /** From `server/discover`; undefined when it was not sent, or answered by something no modern server answers. */
  readonly probeError: unknown;
  /** From `initialize`; undefined when it was not sent. */
  readonly initializeError: unknown;
  constructor(probeError: unknown, initializeError: unknown) {
    super('No era could be agreed on.');
    this.probeError = probeError;
    this.initializeError = initializeError;
  }
}

/**
 * @param probeMs how long the probe may stay unanswered before `initialize` is sent as well, in milliseconds. Old servers
 * ignore requests before `initialize`; slow ones answer both, and the first answer decides.
 * @throws {NegotiationFailed} with the causes
 * @throws {ConnectError} when the server said something final: no common version, abilities we lack
 */
export async function negotiate(peer: Peer, transport: Transport, era: 'auto' | Era, options: HandshakeOptions, probeMs: number): Promise<Handshake> {
  if (era === 'legacy') return initialize(peer, transport, options).catch((error: unknown) => fail(undefined, error));
  const stopProbe = new AbortController();
  const signal = options.signal === undefined ? stopProbe.signal : AbortSignal.any([options.signal, stopProbe.signal]);
  const asked = probe(peer, options, signal);
  const limit = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => limit.resolve(undefined), probeMs);
  const early = await (era === 'modern' ? asked : Promise.race([asked, limit.promise]));
  clearTimeout(timer);
  try {
    if (early !== undefined) return await decide(early, peer, transport, era, options);
    options.attempts.push(`server/discover: no answer in ${probeMs} ms`);
    return await race(asked, offerInitialize(peer, options), peer, transport, options);
  } finally {
    stopProbe.abort();
  }
}

async function decide(verdict: ProbeVerdict, peer: Peer, transport: Transport, era: 'auto' | Era, options: HandshakeOptions): Promise<Handshake> {
  const { attempts } = options;
  if (verdict.kind === 'modern') {
    transport.setEra('modern', verdict.handshake.protocolVersion);
    return verdict.handshake;
  }
  if (verdict.kind === 'refused') throw new ConnectError('version', verdict.message, { attempts, cause: verdict.error });
  if (verdict.kind === 'no-common-version') {
    const offered = verdict.offered.join(', ').slice(0, 200);
    throw new ConnectError('version', `The server speaks ${offered}, none of which this client speaks.`, { attempts, offered });
  }
  noteAttempt(attempts, 'server/discover', verdict.error);
  if (era === 'modern' || isFinal(verdict.error)) throw new NegotiationFailed(verdict.error, undefined);
  return initialize(peer, transport, options).catch((error: unknown) => {
    noteAttempt(attempts, 'initialize', error);
    return fail(verdict.error, error);
  });
}

/** How long `initialize` may lag behind a good answer to the probe that was sent before it, in milliseconds. */
const LAG_MS = 1_000;

/** How long the probe may lag behind a good answer to `initialize` over HTTP, where both travel on connections of their own. */
const PROBE_LAG_MS = 300;

/** Both requests are under way: the first that succeeds decides, and one failure leaves it to the other. */
async function race(asked: Promise<ProbeVerdict>, offered: Promise<Handshake>, peer: Peer, transport: Transport, options: HandshakeOptions): Promise<Handshake> {
  const initialized = offered.then(
    (handshake) => ({ kind: 'initialized' as const, handshake }),
    (error: unknown) => ({ kind: 'failed' as const, error }),
  );
  const first = await Promise.race([asked, initialized]);
  const second = await secondAnswer(first, asked, initialized, transport);
  const answers = second === undefined ? [first] : [first, second];
  for (const answer of answers) {
    if (answer.kind === 'failed') noteAttempt(options.attempts, 'initialize', answer.error);
    if (answer.kind === 'legacy') noteAttempt(options.attempts, 'server/discover', answer.error);
  }
  const legacy = answers.find((answer) => answer.kind === 'initialized');
  const probed = answers.find((answer) => answer.kind !== 'initialized' && answer.kind !== 'failed');
  if (legacy !== undefined && !(probed?.kind === 'modern' && transport.kind !== 'stdio')) {
    confirmInitialized(peer, transport, legacy.handshake);
    return probed?.kind === 'modern' ? { ...legacy.handshake, nextEra: 'modern' } : legacy.handshake;
  }
  if (probed !== undefined && probed.kind !== 'legacy') return decide(probed, peer, transport, 'auto', options);
  const failed = answers.find((answer) => answer.kind === 'failed');
  return fail(probed?.error, failed?.error);
}

/**
 * A process that serves both eras may be pinned to the legacy one by the `initialize` it just got, whatever it said to the
 * probe before: when it accepts that too, the connection stays legacy. HTTP tells the eras apart request by request.
 */
async function secondAnswer<T, U>(first: { kind: string }, asked: Promise<T>, initialized: Promise<U>, transport: Transport): Promise<T | U | undefined> {
  if (first.kind === 'failed') return asked;
  if (first.kind === 'legacy') return initialized;
  if (first.kind === 'initialized') return transport.kind === 'stdio' ? undefined : within(asked, PROBE_LAG_MS);
  return first.kind === 'modern' && transport.kind === 'stdio' ? within(initialized, LAG_MS) : undefined;
}

function within<T>(answer: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** After these a second request on the same connection cannot fare better. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof LocalError)) return false;
  if (error.kind === 'connection-closed' || error.kind === 'cancelled') return true;
  const { lost } = error;
  return lost !== undefined && (lost.status === 401 || lost.status === 403 || (lost.kind === 'network' && lost.isUnsent));
}

function noteAttempt(attempts: string[], what: string, error: unknown): void {
  // What a server answered was noted where it was read.
  if (error instanceof LocalError) attempts.push(`${what}: ${error.message}`);
}

function fail(probeError: unknown, initializeError: unknown): never {
  if (initializeError instanceof ConnectError) throw initializeError;
  throw new NegotiationFailed(probeError, initializeError);
}
