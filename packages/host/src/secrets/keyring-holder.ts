/** The key in the system's own store: Keychain, Credential Manager, or the Secret Service of a Linux desktop. */
import { randomUUID } from 'node:crypto';
import type { AsyncEntry } from '@napi-rs/keyring';
import { KeyNotHad, readKey, within } from './key-holder.ts';
import type { KeyHolder } from './key-holder.ts';

const service = 'Portolan';
/** A store that asks the person something has to be given the time to be answered. */
const answerMs = 60_000;
const probeMs = 5_000;

export interface KeyringOptions {
  /** False where somebody does not want it touched. */
  isAllowed: boolean;
}

export function keyringHolder({ isAllowed }: KeyringOptions): KeyHolder {
  const entryOf = async (account: string): Promise<AsyncEntry> => {
    if (!isAllowed) throw new KeyNotHad('unavailable');
    const library = await import('@napi-rs/keyring').catch((error: unknown) => {
      throw new KeyNotHad('unavailable', error);
    });
    // Never the kernel's own ring, which forgets everything with the next start of the machine.
    return new library.AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  };
  const asked = async <T>(account: string, ask: (entry: AsyncEntry) => Promise<T>, ms = answerMs): Promise<T> => {
    try {
      return await within(ms, ask(await entryOf(account)));
    } catch (error) {
      if (error instanceof KeyNotHad) throw error;
      throw new KeyNotHad(reasonOf(error), error);
    }
  };
  return {
    kind: 'keyring',
    async problem() {
      try {
        // Something is really kept and found again: many stores are there and yet keep nothing.
        const account = `probe-${randomUUID()}`;
        const isKept = await asked(account, async (entry) => {
          await entry.setPassword('probe');
          const found = await entry.getPassword();
          await entry.deletePassword();
          return found === 'probe';
        }, probeMs);
        return isKept ? null : 'unavailable';
      } catch {
        return 'unavailable';
      }
    },
    async hold(key) {
      const account = `secrets-${randomUUID()}`;
      await asked(account, (entry) => entry.setPassword(key.toString('base64')));
      return { account };
    },
    async release({ account }) {
      if (typeof account !== 'string') throw new KeyNotHad('wrong-key');
      const found = await asked(account, (entry) => entry.getPassword());
      if (found === null) throw new KeyNotHad('gone');
      return readKey(found);
    },
    async forget({ account }) {
      if (typeof account === 'string') await asked(account, (entry) => entry.deletePassword());
    },
  };
}

function reasonOf(error: unknown): 'denied' | 'unavailable' {
  const text = error instanceof Error ? error.message : '';
  return /denied|dismiss|cancel|locked|not allowed|interaction/i.test(text) ? 'denied' : 'unavailable';
}
