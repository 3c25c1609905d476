/** Why there is no usable token, as a problem of the contract: the kind picks the words, nothing of a stranger's text is in it. */
import type { Problem } from '@portolan/contract/errors';
import { HostError } from '@portolan/contract/errors';
import type { AuthError } from '@portolan/mcp-client/auth/auth-error';

/** The details of `server-needs-authorization`. `authorizationServer` is a host name. */
export function authDetails(error: AuthError): Problem['details'] {
  const { kind, issuer, code, scopes } = error;
  return {
    reason: kind,
    ...(issuer !== undefined && URL.canParse(issuer) ? { authorizationServer: new URL(issuer).host } : {}),
    ...(code === undefined ? {} : { oauthCode: code }),
    ...(scopes === undefined ? {} : { scopes: scopes.slice(0, 50).map((scope) => scope.slice(0, 200)) }),
  };
}

export function toAuthProblem(error: AuthError, server: string): Problem {
  return new HostError('server-needs-authorization', { server, ...authDetails(error) }, { log: error.message.slice(0, 2000) }).problem;
}
