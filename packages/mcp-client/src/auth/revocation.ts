/** Telling the authorization server that tokens are of no use any more (RFC 7009). */
import type { AuthorizationServer } from './discovery.ts';
import type { GuardedNetwork } from './guarded-fetch.ts';
import { checkOAuthUrl } from './oauth-url.ts';
import type { NetworkRule } from './oauth-url.ts';
import { knownIdentity } from './registration.ts';
import type { RegistrationOptions } from './registration.ts';
import { loadSdk } from './sdk.ts';
import type { Grant } from './token-store.ts';

export interface RevocationDeps {
  network: GuardedNetwork;
  rule: NetworkRule;
  registration: RegistrationOptions;
}

/** Does nothing when the authorization server has no place for it. @throws when the request fails; the tokens are forgotten anyway */
export async function revoke(grant: Grant, server: AuthorizationServer, { network, rule, registration }: RevocationDeps): Promise<void> {
  const endpoint: unknown = server.metadata === undefined ? undefined : Reflect.get(server.metadata, 'revocation_endpoint');
  if (typeof endpoint !== 'string') return;
  const url = checkOAuthUrl(endpoint, 'The revocation endpoint', rule);
  const identity = await knownIdentity(server, grant.clientId, registration);
  if (identity === undefined) return;
  const sdk = await loadSdk();
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  // The refresh token takes the access tokens made from it along.
  const params = new URLSearchParams(grant.refreshToken === undefined ? { token: grant.accessToken, token_type_hint: 'access_token' } : { token: grant.refreshToken, token_type_hint: 'refresh_token' });
  const { client_id: clientId, client_secret: secret } = identity.info;
  if (identity.authenticate !== undefined) await identity.authenticate(headers, params, url, server.metadata);
  else if (secret !== undefined && sdk.selectClientAuthMethod(identity.info, server.metadata?.token_endpoint_auth_methods_supported ?? []) === 'client_secret_basic') {
    headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${secret}`, 'utf8').toString('base64')}`);
  } else {
    params.set('client_id', clientId);
    if (secret !== undefined) params.set('client_secret', secret);
  }
  await network.fetch(url, { method: 'POST', headers, body: params });
}
