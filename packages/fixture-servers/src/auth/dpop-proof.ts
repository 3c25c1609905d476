import { createHash, createPublicKey, verify } from 'node:crypto';
import { isDict } from '../engine/json.ts';
import type { Dict } from '../engine/types.ts';

export interface ProofExpectation {
  method: string;
  url: string;
  /** The token the proof has to be for. */
  accessToken?: string;
  nonce?: string;
}

/** Proofs are good once: the same one again is a replay. */
export class ProofChecker {
  readonly #seen = new Set<string>();

  /** The thumbprint of the key that signed it, or what is wrong with it. RFC 9449, section 4.3 */
  check(proof: string, { method, url, accessToken, nonce }: ProofExpectation): { thumbprint: string } | { problem: string; isNonceMissing: boolean } {
    const [head = '', body = '', signature = ''] = proof.split('.');
    const header = decode(head);
    const claims = decode(body);
    const jwk = header['jwk'];
    if (header['typ'] !== 'dpop+jwt' || header['alg'] !== 'ES256' || !isDict(jwk) || 'd' in jwk) return refuse('no DPoP proof header');
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    if (!verify('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) return refuse('bad signature');
    if (claims['htm'] !== method || claims['htu'] !== url) return refuse(`made for ${String(claims['htm'])} ${String(claims['htu'])}, not ${method} ${url}`);
    if (typeof claims['jti'] !== 'string' || this.#seen.has(claims['jti'])) return refuse('used before');
    if (accessToken !== undefined && claims['ath'] !== createHash('sha256').update(accessToken).digest('base64url')) return refuse('for another token');
    this.#seen.add(claims['jti']);
    if (nonce !== undefined && claims['nonce'] !== nonce) return { problem: 'nonce missing', isNonceMissing: true };
    return { thumbprint: thumbprintOf(jwk) };
  }
}

function refuse(problem: string): { problem: string; isNonceMissing: boolean } {
  return { problem, isNonceMissing: false };
}

/** RFC 7638, for the only kind of key that is taken. */
function thumbprintOf(jwk: Dict): string {
  return createHash('sha256').update(JSON.stringify({ crv: jwk['crv'], kty: jwk['kty'], x: jwk['x'], y: jwk['y'] })).digest('base64url');
}

function decode(part: string): Dict {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isDict(value) ? value : {};
  } catch {
    return {};
  }
}
