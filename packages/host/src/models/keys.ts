/** Provider keys. A key is kept together with the origin it was entered for and is never sent anywhere else (A09). */
import * as z from 'zod/mini';
import type { ProviderId } from '@portolan/contract/ids';
import { HostError } from '@portolan/contract/errors';
import type { SecretStore } from '../ports.ts';

const Kept = z.object({ origin: z.string(), key: z.string() });

const secretName = (id: ProviderId) => `provider:${id}`;

export class ProviderKeys {
  readonly #secrets: SecretStore;
  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /** The key, or null when there is none or it belongs to another origin: whoever changed the address gets no key with it. */
  async get(id: ProviderId, origin: string): Promise<string | null> {
    const kept = await this.#read(id);
    return kept && kept.origin === origin ? kept.key : null;
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
    const trimmed = key.trim();
    if (!/^[\u0021-\u007e]+$/.test(trimmed)) throw new HostError('invalid-input', { where: 'key' });
    await this.#secrets.set(secretName(id), JSON.stringify({ origin, key: trimmed }));
  }

  async remove(id: ProviderId): Promise<void> {
    await this.#secrets.remove(secretName(id));
  }

  /** Forgets a key entered for another origin. */
  async dropUnless(id: ProviderId, origin: string): Promise<void> {
    const kept = await this.#read(id);
    if (kept && kept.origin !== origin) await this.remove(id);
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
