/** Client ids that a person registered at an authorization server beforehand. Kept with the secrets, one for each server. */
import * as z from 'zod/mini';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { SignInClient } from '@portolan/contract/sign-in';
import type { Preregistered } from '@portolan/mcp-client/auth/registration';
import type { SecretStore } from '../ports.ts';

const Kept = z.object({ clientId: z.string(), clientSecret: z.optional(z.string()), issuer: z.optional(z.string()) });

export interface ClientEntry {
  clientId: string;
  /** Absent keeps the one there is, empty removes it. */
  clientSecret?: string | undefined;
  issuer?: string | undefined;
}

const nameOf = (serverId: ServerId): string => `sign-in-client:${serverId}`;

export async function readClient(secrets: SecretStore, serverId: ServerId): Promise<Preregistered | null> {
  const text = await secrets.get(nameOf(serverId));
  if (text === null) return null;
  try {
    const { clientId, clientSecret, issuer } = Kept.parse(JSON.parse(text));
    return { clientId, ...(clientSecret === undefined ? {} : { clientSecret }), ...(issuer === undefined ? {} : { issuer }) };
  } catch {
    return null;
  }
}

/**
 * A secret belongs to the client id and the authorization server it was entered for, and goes with them.
 * @throws {HostError} `invalid-input` for an issuer that is no https: address, or an http: one of this machine
 */
export async function saveClient(secrets: SecretStore, serverId: ServerId, entry: ClientEntry | null): Promise<void> {
  if (entry === null) return secrets.remove(nameOf(serverId));
  const clientId = entry.clientId.trim();
  const issuer = entry.issuer?.trim() ?? '';
  if (clientId === '') throw new HostError('invalid-input', { subject: 'clientId' });
  if (issuer !== '' && !isIssuer(issuer)) throw new HostError('invalid-input', { subject: issuer, reason: 'not-a-url' });
  const standing = await readClient(secrets, serverId);
  const isSame = standing?.clientId === clientId && (standing.issuer ?? '') === issuer;
  const clientSecret = entry.clientSecret ?? (isSame ? standing.clientSecret : undefined);
  const kept = { clientId, ...(clientSecret === undefined || clientSecret === '' ? {} : { clientSecret }), ...(issuer === '' ? {} : { issuer }) };
  return secrets.set(nameOf(serverId), JSON.stringify(kept));
}

export function toClientView(client: Preregistered | null): SignInClient | null {
  return client === null ? null : { clientId: client.clientId, hasSecret: client.clientSecret !== undefined, issuer: client.issuer ?? null };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isHere = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username === '' && password === '';
}
