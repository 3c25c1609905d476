/** The legacy handshake (https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization). */
import { ConnectError, ServerError } from '../errors.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import { readCapabilities } from '../reading/capabilities.ts';
import { readImplementation } from '../reading/metadata.ts';
import type { Transport } from '../transport/transport.ts';
import { handshakeLimits, readInstructions } from './handshake.ts';
import type { Handshake, HandshakeOptions } from './handshake.ts';
import { INVALID_PARAMS, isLegacyVersion, LEGACY_VERSIONS, MODERN_VERSION, OLDEST_VERSION, UNSUPPORTED_VERSION } from './versions.ts';

/**
 * The whole handshake: `initialize` and, when the server agrees, `notifications/initialized`.
 * @throws what `offerInitialize` throws
 */
export async function initialize(peer: Peer, transport: Transport, options: HandshakeOptions): Promise<Handshake> {
  const handshake = await offerInitialize(peer, options);
  confirmInitialized(peer, transport, handshake);
  return handshake;
}

/** The second half: from here on the connection is legacy. */
export function confirmInitialized(peer: Peer, transport: Transport, handshake: Handshake): void {
  transport.setEra('legacy', handshake.protocolVersion);
  peer.notify('notifications/initialized');
}

/**
 * The first half: `initialize` alone, which commits us to nothing.
 * @throws {ServerError} the server refused
 * @throws {ConnectError} its version is none of ours
 * @throws {LocalError} there was no answer
 */
export async function offerInitialize(peer: Peer, options: HandshakeOptions): Promise<Handshake> {
  const result = await askInitialize(peer, options);
  const protocolVersion = readVersion(peer, result, options.attempts);
  const { capabilities, serverInfo } = result;
  return {
    era: 'legacy',
    protocolVersion,
    server: readImplementation(isJsonObject(serverInfo) ? serverInfo : undefined),
    instructions: readInstructions(result),
    capabilities: readCapabilities(isJsonObject(capabilities) ? capabilities : undefined),
  };
}

/** Offers the newest revision; a server that refuses it instead of answering with its own is offered what it can do. */
async function askInitialize(peer: Peer, options: HandshakeOptions): Promise<JsonObject> {
  let offers: readonly string[] = LEGACY_VERSIONS;
  let refusal: ServerError | undefined;
  for (;;) {
    const [offer, ...rest] = offers;
    if (offer === undefined) throw new ConnectError('version', 'The server accepts no protocol version that this client speaks.', { attempts: options.attempts, cause: refusal });
    try {
      return await peer.request(
        'initialize',
        { protocolVersion: offer, capabilities: options.capabilities.legacy, clientInfo: options.client },
        { limits: handshakeLimits(options.deadline), isCancellable: false, ...(options.signal === undefined ? {} : { signal: options.signal }) },
      );
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      options.attempts.push(`initialize with ${offer}: error ${error.code}, ${error.message}`);
      const next = offersAfter(error, rest);
      if (next === undefined) throw error;
      offers = next;
      refusal = error;
    }
  }
}

/** What to offer after a refusal, or undefined when the refusal was not about the version. */
function offersAfter(error: ServerError, rest: string[]): string[] | undefined {
  const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
  if (Array.isArray(supported)) return rest.filter((version) => supported.includes(version));
  const isAboutVersion = error.code === UNSUPPORTED_VERSION || (error.code === INVALID_PARAMS && /protocol\s?version/i.test(error.message));
  return isAboutVersion ? rest : undefined;
}

function readVersion(peer: Peer, result: JsonObject, attempts: string[]): string {
  const version = result['protocolVersion'];
  if (isLegacyVersion(version)) return version;
  if (version === undefined || version === null) {
    peer.report('version-missing', `The server names no protocol version; ${OLDEST_VERSION} is assumed.`);
    return OLDEST_VERSION;
  }
  if (version === MODERN_VERSION) throw new ConnectError('version', `The server answers initialize with version ${MODERN_VERSION}, which has no initialize, and does not answer server/discover as that version wants.`, { attempts, offered: MODERN_VERSION });
  const shown = (typeof version === 'string' ? version : JSON.stringify(version)).slice(0, 60);
  throw new ConnectError('version', `The server speaks protocol version ${JSON.stringify(shown)}; this client speaks ${LEGACY_VERSIONS.join(', ')} and 2026-07-28.`, { attempts, offered: shown });
}
