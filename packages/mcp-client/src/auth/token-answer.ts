/** From the token endpoint's answer to what is kept. */
import { AuthError } from './auth-error.ts';
import { scopeList } from './challenge.ts';
import type { AuthorizationServer } from './discovery.ts';
import type { DpopIdentity } from './dpop.ts';
import { hostOf } from './sdk.ts';
import type { OAuthTokens } from './sdk.ts';
import { isSendable } from './token-store.ts';
import type { Grant } from './token-store.ts';

export interface AnswerContext {
  server: AuthorizationServer;
  indicator: string;
  clientId: string;
  requestedScopes: string[] | undefined;
  dpop: DpopIdentity | undefined;
}

/** Longer than any token lives; some servers answer milliseconds, or numbers nobody can wait for. */
const maxLifetimeSeconds = 10 * 365 * 24 * 60 * 60;

/** @throws {AuthError} `token-refused` for a token that cannot be sent in a header */
export function grantOf(tokens: OAuthTokens, { server, indicator, clientId, requestedScopes, dpop }: AnswerContext): Grant {
  const type = tokens.token_type.toLowerCase();
  if (!isSendable(tokens.access_token) || (type !== 'bearer' && type !== 'dpop') || (type === 'dpop' && dpop === undefined)) {
    throw new AuthError('token-refused', `${hostOf(server.issuer)} gave out a token of a kind that cannot be used here.`, { issuer: server.issuer });
  }
  const grant: Grant = {
    issuer: server.issuer,
    authorizationServerUrl: server.url,
    indicator,
    clientId,
    accessToken: tokens.access_token,
    tokenType: type === 'dpop' ? 'DPoP' : 'Bearer',
    receivedAt: Date.now(),
  };
  if (tokens.refresh_token !== undefined && tokens.refresh_token !== '') grant.refreshToken = tokens.refresh_token;
  // Nothing said means: as asked. RFC 6749, section 5.1
  const scopes = scopeList(tokens.scope) ?? requestedScopes;
  if (scopes !== undefined) grant.scopes = scopes;
  if (requestedScopes !== undefined) grant.requestedScopes = requestedScopes;
  const { expires_in: expiresIn } = tokens;
  // A lifetime of nothing or less is a mistake; the server will say when the token is over.
  if (expiresIn !== undefined && Number.isFinite(expiresIn) && expiresIn > 0) grant.expiresIn = Math.min(expiresIn, maxLifetimeSeconds);
  const account = accountOf(tokens.id_token);
  if (account !== undefined) grant.account = account;
  // Also for a bearer token: the refresh token may be bound.
  if (dpop !== undefined) grant.dpopKey = dpop.key;
  return grant;
}

/** Milliseconds before the end at which a token is renewed already, for clocks that differ and requests that take their time. */
const skewMs = 30_000;

/** When a token should be renewed; undefined when nobody knows how long it lives. */
export function renewalTime({ receivedAt, expiresIn }: Grant): number | undefined {
  if (expiresIn === undefined) return undefined;
  const lifetime = expiresIn * 1_000;
  // A short-lived token would otherwise be renewed for every request.
  return receivedAt + lifetime - Math.min(skewMs, lifetime / 10);
}

/** A clock that was set back makes a token look new; then the server's refusal has to tell. */
export function isDue(grant: Grant, now = Date.now()): boolean {
  const at = renewalTime(grant);
  return at !== undefined && now >= at;
}

/** The name in an ID token. Shown, never relied on: its signature is not checked. */
function accountOf(idToken: string | undefined): string | undefined {
  const payload = idToken?.split('.', 2)[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (typeof claims !== 'object' || claims === null) return undefined;
    for (const name of ['email', 'preferred_username', 'name', 'sub']) {
      const value: unknown = Reflect.get(claims, name);
      if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 200);
    }
  } catch {
    // Not a token of the kind that has a name in it.
  }
  return undefined;
}
