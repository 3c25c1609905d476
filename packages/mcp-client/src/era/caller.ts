/** How a feature asks the server something: the same call in both eras. */
import type { LogLevel } from '../client.ts';
import { LocalError } from '../errors.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import type { RequestOptions } from '../jsonrpc/pending.ts';
import type { Era } from '../transport/transport.ts';
import { modernEnvelope } from './discover.ts';
import type { HandshakeOptions } from './handshake.ts';
import { inputNotSupported, readResultType } from './result-type.ts';

export interface Caller {
  readonly era: Era;
  /**
   * Sends a request and returns its complete result.
   * @throws {ServerError | LocalError}
   */
  request(method: string, params: JsonObject | undefined, options: RequestOptions): Promise<JsonObject>;
  /** Legacy: `logging/setLevel`. Modern: the level goes with every later request. */
  setLogLevel(level: LogLevel, options: RequestOptions): Promise<void>;
}

/** @param renew starts a new session by `initialize`; called once for all requests that found the same one gone */
export function createLegacyCaller(peer: Peer, renew: () => Promise<void>): Caller {
  let renewing: Promise<void> | undefined;
  let renewals = 0;
  const renewOnce = (): Promise<void> => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
      renewals += 1;
    });
    return renewing;
  };
  const request = async (method: string, params: JsonObject | undefined, options: RequestOptions): Promise<JsonObject> => {
    // Between two sessions a request belongs to neither; whoever asked for the new one hears of its failure.
    await renewing?.catch(() => undefined);
    const before = renewals;
    try {
      return await peer.request(method, params, options);
    } catch (error) {
      if (!(error instanceof LocalError) || error.lost?.kind !== 'session-expired') throw error;
    }
    // The news of the old session's end may come after the new one began: that one must not be thrown away.
    if (renewals === before) await renewOnce();
    // A server that answers 404 to the session has not looked at the request, so even a tool call may be sent again.
    return peer.request(method, params, options);
  };
  return {
    era: 'legacy',
    request,
    async setLogLevel(level, options) {
      await request('logging/setLevel', { level }, options);
    },
  };
}

export function createModernCaller(peer: Peer, identity: Pick<HandshakeOptions, 'client' | 'capabilities'>, logLevel: LogLevel | undefined): Caller {
  peer.envelope = modernEnvelope(identity.client, identity.capabilities, logLevel);
  return {
    era: 'modern',
    async request(method, params, options) {
      const answer = readResultType(method, await peer.request(method, params, options));
      if (answer.kind === 'complete') return answer.result;
      throw inputNotSupported(method, answer.round);
    },
    setLogLevel(level) {
      peer.envelope = modernEnvelope(identity.client, identity.capabilities, level);
      return Promise.resolve();
    },
  };
}
