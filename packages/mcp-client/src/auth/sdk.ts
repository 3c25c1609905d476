/** The official package's OAuth functions, loaded when a server first asks for authorization, and its errors in our words. */
import type * as Sdk from '@modelcontextprotocol/client';
import { AuthError } from './auth-error.ts';

export type { AuthorizationServerMetadata, OAuthProtectedResourceMetadata, OAuthTokens, StoredOAuthClientInformation } from '@modelcontextprotocol/client';
export type OAuthSdk = typeof Sdk;

let loading: Promise<OAuthSdk> | undefined;

/** Takes a third of a second and some megabytes, which servers without authorization do not pay for. */
export function loadSdk(): Promise<OAuthSdk> {
  loading ??= import('@modelcontextprotocol/client');
  return loading;
}

/** OAuth's registered error codes look like this; whatever does not is text of a stranger. */
export function readErrorCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value) ? value : undefined;
}

/** What an authorization server answered to a token request, without a word of its body. */
export function tokenFailure(error: unknown, sdk: OAuthSdk, issuer: string): AuthError {
  if (error instanceof AuthError) return error;
  const host = hostOf(issuer);
  if (error instanceof sdk.InsecureTokenEndpointError) return new AuthError('unsafe-address', `The token endpoint of ${host} is not served over https:.`, { issuer });
  if (error instanceof sdk.IssuerMismatchError) return issuerMismatch(issuer);
  if (!(error instanceof sdk.OAuthError)) return new AuthError('token-refused', `${host} answered the token request with something that is no token.`, { issuer });
  const code = readErrorCode(error.code);
  const isDown = code === 'server_error' || code === 'temporarily_unavailable' || code === 'too_many_requests';
  if (isDown) return new AuthError('unavailable', `${host} could not give out a token at the moment.`, { issuer, code });
  return new AuthError('token-refused', `${host} gave out no token${code === undefined ? '' : `: ${code}`}.`, { issuer, ...(code === undefined ? {} : { code }) });
}

export function issuerMismatch(issuer: string): AuthError {
  return new AuthError('issuer-mismatch', `The answer does not come from ${hostOf(issuer)}, where the sign-in began; it was thrown away.`, { issuer });
}

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the authorization server';
}
