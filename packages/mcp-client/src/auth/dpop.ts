/** Keys of tokens bound to one (RFC 9449): made when a server takes such tokens, kept with them, one proof for every request. */
import { webcrypto } from 'node:crypto';
import type { DpopSession } from '@modelcontextprotocol/client';
import { loadSdk } from './sdk.ts';
import type { AuthorizationServerMetadata } from './sdk.ts';
import type { DpopKey } from './token-store.ts';

const algorithm = 'ES256';
const curve = { name: 'ECDSA', namedCurve: 'P-256' };

export interface DpopIdentity {
  key: DpopKey;
  /** Signs proofs and remembers the nonces of each origin. */
  session: DpopSession;
}

/** `auto` uses bound tokens where both the server and its authorization server say that they know them. */
export type DpopMode = 'auto' | 'always' | 'never';

export function wantsDpop(mode: DpopMode, takesDpop: boolean, metadata: AuthorizationServerMetadata | undefined): boolean {
  if (mode !== 'auto') return mode === 'always';
  const offered: unknown = metadata === undefined ? undefined : Reflect.get(metadata, 'dpop_signing_alg_values_supported');
  return takesDpop && Array.isArray(offered) && offered.includes(algorithm);
}

export async function createDpopIdentity(): Promise<DpopIdentity> {
  const sdk = await loadSdk();
  // It has to leave this object once, for the store: a refresh token of this client is bound to it as well.
  const pair = await sdk.generateDpopKeyPair({ alg: algorithm, extractable: true });
  const privateJwk = { ...(await webcrypto.subtle.exportKey('jwk', pair.privateKey)) };
  return openDpopIdentity({ privateJwk, publicJwk: { ...pair.publicJwk }, thumbprint: pair.thumbprint });
}

/** From here on the key cannot be taken out of the process's key handle again. */
export async function openDpopIdentity(key: DpopKey): Promise<DpopIdentity> {
  const sdk = await loadSdk();
  const privateKey = await webcrypto.subtle.importKey('jwk', key.privateJwk, curve, false, ['sign']);
  const publicKey = await webcrypto.subtle.importKey('jwk', key.publicJwk, curve, true, ['verify']);
  const session = await sdk.DpopSession.create({ keyPair: { privateKey, publicKey, publicJwk: key.publicJwk, thumbprint: key.thumbprint, alg: algorithm } });
  return { key, session };
}
