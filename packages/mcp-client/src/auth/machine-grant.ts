/**
 * Tokens without a person: client credentials, and assertions of an identity provider or a workload.
 * https://github.com/modelcontextprotocol/ext-auth
 */
import type { AddClientAuthentication, OAuthClientProvider } from '@modelcontextprotocol/client';
import { AuthError } from './auth-error.ts';
import { isSameIssuer } from './discovery.ts';
import type { Discovery } from './discovery.ts';
import type { DpopIdentity } from './dpop.ts';
import type { GuardedNetwork } from './guarded-fetch.ts';
import { assertionSigner } from './registration.ts';
import { hostOf, loadSdk, tokenFailure } from './sdk.ts';
import { grantOf } from './token-answer.ts';
import type { Grant } from './token-store.ts';

/** What an assertion is made for. */
export interface AssertionContext {
  /** The authorization server of the MCP server: the audience. */
  issuer: string;
  tokenEndpoint: string | undefined;
  resource: string;
  scopes: string[] | undefined;
  fetch: GuardedNetwork['fetch'];
}

interface MachineClient {
  /** The authorization server the credentials are for; they go nowhere else, whatever the MCP server says. */
  issuer: string;
  clientId: string;
}

export type MachineGrant =
  | (MachineClient & { kind: 'client-credentials'; clientSecret: string })
  /** `privateKey` is PEM (PKCS #8); ES256 unless told. */
  | (MachineClient & { kind: 'client-credentials'; privateKey: string; algorithm?: string })
  /** RFC 7523: workload identity federation, and the second half of enterprise-managed authorization. */
  | (MachineClient & { kind: 'jwt-bearer'; clientSecret?: string; assertion(context: AssertionContext): Promise<string> });

export interface IdentityProvider {
  /** Its issuer, whose metadata names the token endpoint, or the token endpoint itself. */
  issuer?: string;
  tokenEndpoint?: string;
  clientId: string;
  clientSecret?: string;
  /** The ID token of the person who works with this app; asked for each time. */
  idToken(): Promise<string>;
}

/**
 * The assertion of enterprise-managed authorization: the company's identity provider exchanges the person's ID token for a
 * grant at the MCP server's authorization server.
 */
export function enterpriseAssertion(provider: IdentityProvider): (context: AssertionContext) => Promise<string> {
  return async ({ issuer, resource, scopes, fetch }) => {
    const sdk = await loadSdk();
    const { clientId, clientSecret, tokenEndpoint } = provider;
    const common = {
      audience: issuer,
      resource,
      idToken: await provider.idToken(),
      clientId,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
      fetchFn: fetch,
    };
    try {
      const { jwtAuthGrant } = tokenEndpoint === undefined
        ? await sdk.discoverAndRequestJwtAuthGrant({ ...common, idpUrl: provider.issuer ?? '' })
        : await sdk.requestJwtAuthorizationGrant({ ...common, tokenEndpoint });
      return jwtAuthGrant;
    } catch (error) {
      if (error instanceof AuthError) throw error;
      throw new AuthError('token-refused', `The identity provider ${hostOf(tokenEndpoint ?? provider.issuer ?? '')} gave no grant for ${hostOf(resource)}.`, { issuer });
    }
  };
}

export interface MachineRequest {
  discovery: Discovery;
  scopes: string[] | undefined;
  network: GuardedNetwork;
  dpop: DpopIdentity | undefined;
}

/** One token request. @throws {AuthError} `issuer-changed`, `token-refused`, `unavailable` */
export async function obtain(machine: MachineGrant, { discovery, scopes, network, dpop }: MachineRequest): Promise<Grant> {
  const { server, indicator } = discovery;
  if (!isSameIssuer(machine.issuer, server.issuer)) {
    throw new AuthError('issuer-changed', `The server's tokens come from ${hostOf(server.issuer)}, but the credentials are for ${hostOf(machine.issuer)}; they were not sent.`, { issuer: server.issuer });
  }
  const sdk = await loadSdk();
  const context: AssertionContext = { issuer: server.issuer, tokenEndpoint: server.metadata?.token_endpoint, resource: indicator, scopes, fetch: network.fetch };
  const params = await paramsOf(machine, context);
  if (scopes !== undefined) params.set('scope', scopes.join(' '));
  const authenticate = await authenticationOf(machine);
  try {
    const tokens = await sdk.fetchToken(providerOf(machine, server.issuer, params, authenticate, dpop), server.url, {
      ...(server.metadata === undefined ? {} : { metadata: server.metadata }),
      resource: indicator,
      fetchFn: network.fetch,
    });
    return grantOf(tokens, { server, indicator, clientId: machine.clientId, requestedScopes: scopes, dpop });
  } catch (error) {
    throw tokenFailure(error, sdk, server.issuer);
  }
}

async function paramsOf(machine: MachineGrant, context: AssertionContext): Promise<URLSearchParams> {
  if (machine.kind === 'client-credentials') return new URLSearchParams({ grant_type: 'client_credentials' });
  return new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: await machine.assertion(context) });
}

async function authenticationOf(machine: MachineGrant): Promise<AddClientAuthentication | undefined> {
  return 'privateKey' in machine ? assertionSigner(machine.clientId, machine.privateKey, machine.algorithm) : undefined;
}

/** The official package asks an object for everything; this one knows only what a token request needs. */
function providerOf(machine: MachineGrant, issuer: string, params: URLSearchParams, authenticate: AddClientAuthentication | undefined, dpop: DpopIdentity | undefined): OAuthClientProvider {
  const secret = 'clientSecret' in machine ? machine.clientSecret : undefined;
  const unused = (): never => {
    throw new Error('No person takes part in this grant.');
  };
  return {
    redirectUrl: undefined,
    clientMetadata: { redirect_uris: [] },
    clientInformation: () => ({ client_id: machine.clientId, issuer, ...(secret === undefined ? {} : { client_secret: secret }) }),
    prepareTokenRequest: () => params,
    ...(authenticate === undefined ? {} : { addClientAuthentication: authenticate }),
    ...(dpop === undefined ? {} : { dpop: () => dpop.session }),
    tokens: () => undefined,
    saveTokens: unused,
    redirectToAuthorization: unused,
    saveCodeVerifier: unused,
    codeVerifier: unused,
  };
}
