/** User name and password of a proxy: in the secret store, for one proxy, and sent to no other (S09, S20). */
import * as z from 'zod/mini';
import { basicAuthorization } from '@portolan/mcp-client/network/proxy-route';
import type { SecretStore } from '../ports.ts';

const Kept = z.object({ origin: z.string(), account: z.string(), password: z.string() });
const secretName = 'network:proxy';

export interface ProxyCredentials {
  username: string;
  password: string;
}

export class KeptCredentials {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** Null where there are none, they are another proxy's, or the store is locked: it is then asked without. */
  async get(origin: string): Promise<ProxyCredentials | null> {
    const text = await this.#secrets.get(secretName).catch(() => null);
    if (text === null) return null;
    try {
      const kept = Kept.safeParse(JSON.parse(text));
      return kept.success && kept.data.origin === origin ? { username: kept.data.account, password: kept.data.password } : null;
    } catch {
      return null;
    }
  }

  set(origin: string, { username, password }: ProxyCredentials): Promise<void> {
    return this.#secrets.set(secretName, JSON.stringify({ origin, account: username, password }));
  }

  remove(): Promise<void> {
    return this.#secrets.remove(secretName);
  }
}

export function authorizationOf(credentials: ProxyCredentials | null): { authorization?: string } {
  return credentials === null ? {} : { authorization: basicAuthorization(credentials.username, credentials.password) };
}
