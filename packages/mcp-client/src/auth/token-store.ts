/** Where tokens and registrations are kept: a port for the host's secret store, and what is written there. */
import type { StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import { scopeList } from './challenge.ts';

/** Everything is kept under the authorization server that gave it out, tokens under the MCP server's address besides. */
export type StoreKey =
  | { kind: 'tokens'; issuer: string; resource: string }
  | { kind: 'client'; issuer: string }
  /** Which authorization server an MCP server's tokens are from; holds no secret, but decides where secrets go. */
  | { kind: 'issuer'; resource: string };

/** Values are secret and opaque. A host that has several accounts for one server gives each its own store. */
export interface TokenStore {
  get(key: StoreKey): Promise<string | undefined>;
  set(key: StoreKey, value: string): Promise<void>;
  delete(key: StoreKey): Promise<void>;
}

/** One name for a key, for stores that know only names. */
export function storeKeyName(key: StoreKey): string {
  const parts = key.kind === 'tokens' ? [key.issuer, key.resource] : [key.kind === 'client' ? key.issuer : key.resource];
  return ['oauth', key.kind, ...parts.map(encodeURIComponent)].join('/');
}

/** Forgotten with the process. */
export function createMemoryTokenStore(): TokenStore {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(storeKeyName(key)),
    set: async (key, value) => void values.set(storeKeyName(key), value),
    delete: async (key) => void values.delete(storeKeyName(key)),
  };
}

/** Tokens as they were given out. */
export interface Grant {
  issuer: string;
  /** Where the metadata of the issuer was found; may differ from `issuer` by a final slash. */
  authorizationServerUrl: string;
  /** The indicator sent with every request for these tokens. */
  indicator: string;
  clientId: string;
  accessToken: string;
  tokenType: 'Bearer' | 'DPoP';
  refreshToken?: string;
  /** Granted, as far as the authorization server said. */
  scopes?: string[];
  /** Asked for. */
  requestedScopes?: string[];
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** Seconds after `receivedAt`; absent when nobody knows. */
  expiresIn?: number;
  /** Whose tokens these are, for display only: nothing has verified it. */
  account?: string;
  /** The key that DPoP tokens are bound to. */
  dpopKey?: DpopKey;
}

export interface DpopKey {
  privateJwk: Record<string, unknown>;
  publicJwk: Record<string, unknown>;
  thumbprint: string;
}

/** A registration, with the redirect address it was made for. */
export interface StoredClient {
  info: StoredOAuthClientInformation;
  redirectUri: string;
}

export function encodeGrant(grant: Grant): string {
  return JSON.stringify(grant);
}

/** Undefined for anything that is no grant: a store may hold what an older or broken version wrote. */
export function decodeGrant(text: string | undefined): Grant | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const { issuer, authorizationServerUrl, indicator, clientId, accessToken, receivedAt } = value;
  if (typeof issuer !== 'string' || typeof authorizationServerUrl !== 'string' || typeof indicator !== 'string' || typeof clientId !== 'string') return undefined;
  if (typeof accessToken !== 'string' || !isSendable(accessToken) || typeof receivedAt !== 'number') return undefined;
  const grant: Grant = { issuer, authorizationServerUrl, indicator, clientId, accessToken, tokenType: value['tokenType'] === 'DPoP' ? 'DPoP' : 'Bearer', receivedAt };
  if (typeof value['refreshToken'] === 'string') grant.refreshToken = value['refreshToken'];
  if (typeof value['expiresIn'] === 'number') grant.expiresIn = value['expiresIn'];
  if (typeof value['account'] === 'string') grant.account = value['account'];
  const scopes = listOf(value['scopes']);
  if (scopes !== undefined) grant.scopes = scopes;
  const requestedScopes = listOf(value['requestedScopes']);
  if (requestedScopes !== undefined) grant.requestedScopes = requestedScopes;
  const dpopKey = dpopKeyOf(value['dpopKey']);
  if (dpopKey !== undefined) grant.dpopKey = dpopKey;
  // Without its key a bound token is worth nothing.
  return grant.tokenType === 'DPoP' && dpopKey === undefined ? undefined : grant;
}

export function encodeClient(client: StoredClient): string {
  return JSON.stringify(client);
}

export function decodeClient(text: string | undefined): StoredClient | undefined {
  const value = parseObject(text);
  const info = asObject(value?.['info']);
  if (value === undefined || info === undefined || typeof info['client_id'] !== 'string' || typeof value['redirectUri'] !== 'string') return undefined;
  return { info: { ...info, client_id: info['client_id'] }, redirectUri: value['redirectUri'] };
}

/** Fit for an HTTP header, as RFC 6750 wants it. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function parseObject(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? scopeList(value.filter((each) => typeof each === 'string').join(' ')) : undefined;
}

function dpopKeyOf(value: unknown): DpopKey | undefined {
  const key = asObject(value);
  const privateJwk = asObject(key?.['privateJwk']);
  const publicJwk = asObject(key?.['publicJwk']);
  if (key === undefined || privateJwk === undefined || publicJwk === undefined || typeof key['thumbprint'] !== 'string') return undefined;
  return { privateJwk, publicJwk, thumbprint: key['thumbprint'] };
}
