/** Where the engine's tokens and registrations are kept: the host's secret store, apart for each server. */
import { createHash } from 'node:crypto';
import type { ServerId } from '@portolan/contract/ids';
import { storeKeyName } from '@portolan/mcp-client/auth/token-store';
import type { StoreKey, TokenStore } from '@portolan/mcp-client/auth/token-store';
import type { SecretStore } from '../ports.ts';

/**
 * A name holds the hash of issuer and resource, which may be longer than names can be. Two servers of the configuration with
 * one address may be two accounts, so nothing is shared between them.
 */
export function signInSecretName(serverId: ServerId, key: StoreKey): string {
  return `sign-in:${serverId}:${key.kind}:${createHash('sha256').update(storeKeyName(key)).digest('base64url')}`;
}

export function createTokenStore(secrets: SecretStore, serverId: ServerId): TokenStore {
  return {
    async get(key) {
      const text = await secrets.get(signInSecretName(serverId, key));
      if (text === null) return undefined;
      return key.kind === 'issuer' ? issuerIn(text) : text;
    },
    // As JSON an issuer is known for what it is: an address, and no secret to be struck out of the trace.
    set: (key, value) => secrets.set(signInSecretName(serverId, key), key.kind === 'issuer' ? JSON.stringify({ issuer: value }) : value),
    delete: (key) => secrets.remove(signInSecretName(serverId, key)),
  };
}

function issuerIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const issuer: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'issuer') : undefined;
    return typeof issuer === 'string' ? issuer : undefined;
  } catch {
    return undefined;
  }
}
