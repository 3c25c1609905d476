/** Provider keys. A key is kept together with the origin it was entered for and is never sent anywhere else (A09). */
import * as z from 'zod/mini';
import type { ProviderId } from '@portolan/contract/ids';
import { HostError } from '@portolan/contract/errors';
import type { AwsKeys } from '@portolan/contract/providers';
import type { SecretStore } from '../ports.ts';

/** `key` is the secret part; the others stand beside it where requests are signed with it. */
const Kept = z.object({ origin: z.string(), key: z.string(), accessKeyId: z.optional(z.string()), sessionToken: z.optional(z.string()) });

/** What requests are sent or signed with. */
export interface Credentials {
  /** Sent as it is; null where requests are signed instead. */
  key: string | null;
  aws: AwsKeys | null;
}

/** Every part that must not stand in a text. */
export function secretsOf(credentials: Credentials | null): string[] {
  const { key, aws } = credentials ?? { key: null, aws: null };
  return [key, aws?.secretAccessKey, aws?.sessionToken, aws?.accessKeyId].filter((part): part is string => typeof part === 'string' && part !== '');
}

const secretName = (id: ProviderId) => `provider:${id}`;
const sendable = /^[\u0021-\u007e]+$/;

export class ProviderKeys {
  readonly #secrets: SecretStore;
  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** The credentials, or null when there are none or they belong to another origin: whoever changed the address gets no key with it. */
  async get(id: ProviderId, origin: string): Promise<Credentials | null> {
    const kept = await this.#read(id);
    if (kept === null || kept.origin !== origin) return null;
    if (kept.accessKeyId === undefined) return { key: kept.key, aws: null };
    return { key: null, aws: { accessKeyId: kept.accessKeyId, secretAccessKey: kept.key, ...(kept.sessionToken === undefined ? {} : { sessionToken: kept.sessionToken }) } };
  }

  /** Whether there is one for this origin; for one that cannot be read now, whether there is any. */
  async has(id: ProviderId, origin: string): Promise<boolean> {
    try {
      return (await this.get(id, origin)) !== null;
    } catch {
      return this.#secrets.has(secretName(id));
    }
  }

  /** Throws `invalid-input` for what can't be sent in a header. */
  async set(id: ProviderId, origin: string, key: string): Promise<void> {
    await this.#write(id, { origin, key: trimmed(key, 'key') });
  }

  /** Throws `invalid-input` as `set` does. */
  async setAws(id: ProviderId, origin: string, { accessKeyId, secretAccessKey, sessionToken }: AwsKeys): Promise<void> {
    await this.#write(id, {
      origin,
      key: trimmed(secretAccessKey, 'secretAccessKey'),
      accessKeyId: trimmed(accessKeyId, 'accessKeyId'),
      ...(sessionToken === undefined ? {} : { sessionToken: trimmed(sessionToken, 'sessionToken') }),
    });
  }

  async remove(id: ProviderId): Promise<void> {
    await this.#secrets.remove(secretName(id));
  }

  /** Forgets a key entered for another origin. */
  async dropUnless(id: ProviderId, origin: string): Promise<void> {
    const kept = await this.#read(id);
    if (kept && kept.origin !== origin) await this.remove(id);
  }

  async #write(id: ProviderId, kept: z.infer<typeof Kept>): Promise<void> {
    await this.#secrets.set(secretName(id), JSON.stringify(kept));
  }

  async #read(id: ProviderId): Promise<z.infer<typeof Kept> | null> {
    const text = await this.#secrets.get(secretName(id));
    if (text === null) return null;
    try {
      const parsed = Kept.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }
}

function trimmed(value: string, where: string): string {
  const text = value.trim();
  if (!sendable.test(text)) throw new HostError('invalid-input', { where });
  return text;
}
