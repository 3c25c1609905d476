/**
 * Who this client is to an authorization server: registered beforehand, described by a document of its own, registered
 * now, or nobody yet. https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration
 */
import type { AddClientAuthentication } from '@modelcontextprotocol/client';
import { AuthError } from './auth-error.ts';
import { isSameIssuer } from './discovery.ts';
import type { AuthorizationServer } from './discovery.ts';
import type { GuardedNetwork } from './guarded-fetch.ts';
import { hostOf, loadSdk, readErrorCode } from './sdk.ts';
import type { StoredOAuthClientInformation } from './sdk.ts';
import { decodeClient, encodeClient } from './token-store.ts';
import type { TokenStore } from './token-store.ts';

/** How this client introduces itself. */
export interface ClientMetadata {
  name: string;
  /** Its home page. */
  uri?: string;
  logoUri?: string;
  /**
   * The https: address of a document that describes this client (CIMD), with a path. Its `client_id` is this very address,
   * its `redirect_uris` hold the one of the redirect settings without a port.
   */
  documentUrl?: string;
}

/** What a person registered at an authorization server beforehand. */
export interface Preregistered {
  clientId: string;
  clientSecret?: string;
  /** Instead of a secret: signs an assertion for every token request. PEM (PKCS #8). */
  privateKey?: string;
  /** Of `privateKey`; ES256 unless told. */
  algorithm?: string;
  /** The authorization server it is registered at. Without it, the first one the server names is taken, and remembered. */
  issuer?: string;
}

export interface ClientIdentity {
  by: 'preregistered' | 'document' | 'dynamic';
  info: StoredOAuthClientInformation;
  /** Replaces the authentication by secret. */
  authenticate?: AddClientAuthentication;
}

export interface RegistrationOptions {
  client: ClientMetadata;
  preregistered: Preregistered | undefined;
  store: TokenStore;
  network: GuardedNetwork;
}

/** What can be said before anything is registered. @throws {AuthError} `client-id-needed`, `issuer-changed` */
export function planRegistration(server: AuthorizationServer, options: RegistrationOptions): ClientIdentity['by'] {
  const { preregistered, client } = options;
  if (preregistered !== undefined) {
    if (preregistered.issuer !== undefined && !isSameIssuer(preregistered.issuer, server.issuer)) {
      throw new AuthError('issuer-changed', `The server's tokens now come from ${hostOf(server.issuer)}, but the client id was given for ${hostOf(preregistered.issuer)}; it was not sent.`, { issuer: server.issuer });
    }
    return 'preregistered';
  }
  if (server.metadata?.client_id_metadata_document_supported === true && client.documentUrl !== undefined && isDocumentUrl(client.documentUrl)) return 'document';
  if (server.metadata === undefined || server.metadata.registration_endpoint !== undefined) return 'dynamic';
  throw new AuthError('client-id-needed', `${hostOf(server.issuer)} does not let apps register themselves: register this app there and enter its client id.`, { issuer: server.issuer });
}

function isDocumentUrl(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:' && new URL(value).pathname !== '/';
}

/** The registration in the store, whatever it was made for. */
export async function storedClient(issuer: string, store: TokenStore): Promise<{ info: StoredOAuthClientInformation; redirectUri: string } | undefined> {
  const stored = decodeClient(await store.get({ kind: 'client', issuer }));
  if (stored === undefined) return undefined;
  const expires = Reflect.get(stored.info, 'client_secret_expires_at');
  return typeof expires === 'number' && expires > 0 && expires * 1_000 < Date.now() ? undefined : stored;
}

/**
 * The identity for requests that need no redirect, as refreshing does. Undefined when it was lost.
 */
export async function knownIdentity(server: AuthorizationServer, clientId: string, options: RegistrationOptions): Promise<ClientIdentity | undefined> {
  const by = planRegistration(server, options);
  if (by === 'dynamic') {
    const stored = await storedClient(server.issuer, options.store);
    return stored?.info.client_id === clientId ? { by, info: stored.info } : undefined;
  }
  const identity = await staticIdentity(by, server, options);
  return identity.info.client_id === clientId ? identity : undefined;
}

/** Registers when that is the way and has not been done for this redirect address. @throws {AuthError} */
export async function identify(server: AuthorizationServer, redirectUri: string, scopes: string[] | undefined, options: RegistrationOptions): Promise<ClientIdentity> {
  const by = planRegistration(server, options);
  if (by !== 'dynamic') return staticIdentity(by, server, options);
  const stored = await storedClient(server.issuer, options.store);
  if (stored?.redirectUri === redirectUri) return { by, info: stored.info };
  const info = await register(server, redirectUri, scopes, options);
  await options.store.set({ kind: 'client', issuer: server.issuer }, encodeClient({ info, redirectUri }));
  return { by, info };
}

async function staticIdentity(by: 'preregistered' | 'document', { issuer }: AuthorizationServer, { preregistered, client }: RegistrationOptions): Promise<ClientIdentity> {
  if (by === 'document' || preregistered === undefined) return { by, info: { client_id: client.documentUrl ?? '', issuer } };
  const { clientId, clientSecret, privateKey, algorithm } = preregistered;
  const info = { client_id: clientId, issuer, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
  return privateKey === undefined ? { by, info } : { by, info, authenticate: await assertionSigner(clientId, privateKey, algorithm) };
}

/** RFC 7523, section 2.2: the token endpoint gets a signed statement instead of a secret. */
export async function assertionSigner(clientId: string, privateKey: string, algorithm = 'ES256'): Promise<AddClientAuthentication> {
  const sdk = await loadSdk();
  return sdk.createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg: algorithm });
}

async function register(server: AuthorizationServer, redirectUri: string, scopes: string[] | undefined, { client, network }: RegistrationOptions): Promise<StoredOAuthClientInformation> {
  const sdk = await loadSdk();
  const { issuer, url, metadata } = server;
  try {
    const info = await sdk.registerClient(url, {
      ...(metadata === undefined ? {} : { metadata }),
      clientMetadata: {
        client_name: client.name,
        ...(client.uri === undefined ? {} : { client_uri: client.uri }),
        ...(client.logoUri === undefined ? {} : { logo_uri: client.logoUri }),
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: authMethod(metadata?.token_endpoint_auth_methods_supported),
        application_type: 'native',
      },
      ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
      fetchFn: network.fetch,
    });
    return { ...info, issuer };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const code = error instanceof sdk.RegistrationRejectedError ? codeIn(error.body) : undefined;
    if (error instanceof sdk.RegistrationRejectedError && error.status >= 500) throw new AuthError('unavailable', `${hostOf(issuer)} could not register this app (HTTP ${error.status}).`, { issuer });
    throw new AuthError('registration-refused', `${hostOf(issuer)} did not register this app${code === undefined ? '' : ` (${code})`}: register it there by hand and enter its client id.`, { issuer, ...(code === undefined ? {} : { code }) });
  }
}

/** An app on somebody's machine keeps no secret; one is asked for only where nothing else is taken. */
function authMethod(supported: string[] | undefined): string {
  if (supported === undefined || supported.includes('none')) return 'none';
  return ['client_secret_basic', 'client_secret_post'].find((method) => supported.includes(method)) ?? 'none';
}

function codeIn(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? readErrorCode(Reflect.get(value, 'error')) : undefined;
  } catch {
    return undefined;
  }
}
