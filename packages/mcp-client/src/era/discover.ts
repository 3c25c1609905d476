/** The modern handshake: `server/discover` (https://modelcontextprotocol.io/specification/2026-07-28/server/discover). */
import type { LogLevel } from '../client.ts';
import { ServerError } from '../errors.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Peer } from '../jsonrpc/peer.ts';
import { readCapabilities } from '../reading/capabilities.ts';
import { readImplementation } from '../reading/metadata.ts';
import { handshakeLimits, readInstructions } from './handshake.ts';
import type { Handshake, HandshakeOptions } from './handshake.ts';
import { completeResult } from './result-type.ts';
import { HEADER_MISMATCH, isLegacyVersion, MISSING_CLIENT_CAPABILITY, MODERN_VERSION, UNSUPPORTED_VERSION } from './versions.ts';

/** What the answer to the probe says about the server. */
export type ProbeVerdict =
  | { kind: 'modern'; handshake: Handshake }
  /** Its answer is none a modern server gives. `error` is what came instead of a result, if that was it. */
  | { kind: 'legacy'; error: unknown }
  /** Certainly modern, and it will not serve us. */
  | { kind: 'refused'; error: ServerError; message: string }
  | { kind: 'no-common-version'; offered: string[] };

const META = 'io.modelcontextprotocol/';

/** What every modern request carries in `_meta`. */
export function modernEnvelope(client: JsonObject, capabilities: JsonObject, logLevel: LogLevel | undefined): JsonObject {
  return {
    [`${META}protocolVersion`]: MODERN_VERSION,
    [`${META}clientInfo`]: client,
    [`${META}clientCapabilities`]: capabilities,
    ...(logLevel === undefined ? {} : { [`${META}logLevel`]: logLevel }),
  };
}

/** Asks once, and once more when the server names our version among those it supports. Never rejects. */
export async function probe(peer: Peer, options: HandshakeOptions, signal: AbortSignal): Promise<ProbeVerdict> {
  let retries = 1;
  for (;;) {
    try {
      const result = await ask(peer, options, signal);
      return readDiscover(peer, result);
    } catch (error) {
      if (!(error instanceof ServerError)) return { kind: 'legacy', error };
      options.attempts.push(`server/discover: error ${error.code}, ${error.message}`);
      const verdict = readRefusal(error);
      if (verdict !== 'retry') return verdict;
      if (retries === 0) return { kind: 'refused', error, message: 'The server refuses the very protocol version it says it supports.' };
      retries -= 1;
    }
  }
}

async function ask(peer: Peer, options: HandshakeOptions, signal: AbortSignal): Promise<JsonObject> {
  // For this request only: whether the later ones carry an envelope depends on its answer.
  const envelope = modernEnvelope(options.client, options.capabilities.modern, undefined);
  const answer = peer.request('server/discover', {}, { limits: handshakeLimits(options.deadline), signal, isCancellable: false, envelope });
  return completeResult('server/discover', await answer);
}

/** Reads a discover result; `{}` and the like come from servers that answer anything with an empty result. */
export function readDiscover(peer: Peer, result: JsonObject): ProbeVerdict {
  const { supportedVersions, capabilities } = result;
  if (!Array.isArray(supportedVersions) && !isJsonObject(capabilities)) return { kind: 'legacy', error: undefined };
  if (!Array.isArray(supportedVersions)) peer.report('versions-missing', `The server lists no supported versions; ${MODERN_VERSION} is assumed.`);
  else if (!supportedVersions.includes(MODERN_VERSION)) {
    const offered = supportedVersions.filter((version) => typeof version === 'string');
    return offered.some(isLegacyVersion) ? { kind: 'legacy', error: undefined } : { kind: 'no-common-version', offered };
  }
  const meta = result['_meta'];
  // Examples of drafts had serverInfo in the result itself; the revision moved it to `_meta`.
  const info = (isJsonObject(meta) ? meta[`${META}serverInfo`] : undefined) ?? result['serverInfo'];
  return {
    kind: 'modern',
    handshake: {
      era: 'modern',
      protocolVersion: MODERN_VERSION,
      server: readImplementation(isJsonObject(info) ? info : undefined),
      instructions: readInstructions(result),
      capabilities: readCapabilities(isJsonObject(capabilities) ? capabilities : undefined),
    },
  };
}

function readRefusal(error: ServerError): ProbeVerdict | 'retry' {
  if (error.code === UNSUPPORTED_VERSION) {
    const offered = error.supportedVersions;
    if (offered.includes(MODERN_VERSION)) return 'retry';
    return offered.length === 0 || offered.some(isLegacyVersion) ? { kind: 'legacy', error } : { kind: 'no-common-version', offered };
  }
  if (error.code === HEADER_MISMATCH) {
    return { kind: 'refused', error, message: `The server says that headers and message differ (${error.message}); a proxy between may strip Mcp-* headers.` };
  }
  if (error.code === MISSING_CLIENT_CAPABILITY) {
    const needed = error.requiredCapabilities.join(', ');
    return { kind: 'refused', error, message: `The server needs abilities that this client does not declare${needed === '' ? '' : `: ${needed.slice(0, 200)}`}.` };
  }
  return { kind: 'legacy', error };
}
