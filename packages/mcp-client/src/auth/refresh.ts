/** One refresh request, and what its failure means for what is kept. */
import { AuthError } from './auth-error.ts';
import type { AuthorizationServer } from './discovery.ts';
import type { DpopIdentity } from './dpop.ts';
import { knownIdentity } from './registration.ts';
import type { RegistrationOptions } from './registration.ts';
import { hostOf, loadSdk, tokenFailure } from './sdk.ts';
import { grantOf } from './token-answer.ts';
import type { Grant } from './token-store.ts';

/**
 * @throws {AuthError} `token-refused` when the refresh token is of no use any more; `unavailable` and others when it may
 * well be
 */
export async function refresh(grant: Grant, server: AuthorizationServer, dpop: DpopIdentity | undefined, options: RegistrationOptions): Promise<Grant> {
  const { issuer, refreshToken, indicator, clientId } = grant;
  if (refreshToken === undefined) throw new AuthError('token-refused', `${hostOf(issuer)} gave no refresh token.`, { issuer });
  const identity = await knownIdentity(server, clientId, options);
  if (identity === undefined) throw new AuthError('token-refused', `This app is registered anew at ${hostOf(issuer)}; the old sign-in is of no use.`, { issuer });
  const sdk = await loadSdk();
  try {
    const tokens = await sdk.refreshAuthorization(server.url, {
      ...(server.metadata === undefined ? {} : { metadata: server.metadata }),
      clientInformation: identity.info,
      refreshToken,
      resource: indicator,
      ...(identity.authenticate === undefined ? {} : { addClientAuthentication: identity.authenticate }),
      ...(dpop === undefined ? {} : { dpop: dpop.session }),
      fetchFn: options.network.fetch,
    });
    const renewed = grantOf(tokens, { server, indicator, clientId, requestedScopes: grant.requestedScopes, dpop });
    // Not said again means unchanged. RFC 6749, section 6
    if (tokens.scope === undefined && grant.scopes !== undefined) renewed.scopes = grant.scopes;
    if (renewed.account === undefined && grant.account !== undefined) renewed.account = grant.account;
    return renewed;
  } catch (error) {
    const failure = tokenFailure(error, sdk, issuer);
    if (identity.by === 'dynamic' && (failure.code === 'invalid_client' || failure.code === 'unauthorized_client')) await options.store.delete({ kind: 'client', issuer }).catch(() => undefined);
    throw failure;
  }
}
