/** A store that fails to write costs nothing but the next start: what could not be written is kept in memory. */
import { AuthError } from './auth-error.ts';
import { storeKeyName } from './token-store.ts';
import type { StoreKey, TokenStore } from './token-store.ts';

export interface ResilientStore extends TokenStore {
  /** False while something is only in memory. */
  readonly isWritten: boolean;
  /** Never rejects. */
  set(key: StoreKey, value: string): Promise<void>;
}

const wrappers = new WeakMap<TokenStore, ResilientStore>();

/** One for each store, so that everybody who uses it finds what could not be written. */
export function resilientStore(store: TokenStore): ResilientStore {
  const known = wrappers.get(store);
  if (known !== undefined) return known;
  const wrapper = wrap(store);
  wrappers.set(store, wrapper);
  return wrapper;
}

function wrap(store: TokenStore): ResilientStore {
  const unwritten = new Map<string, string>();
  return {
    get isWritten() {
      return unwritten.size === 0;
    },
    async get(key) {
      const kept = unwritten.get(storeKeyName(key));
      if (kept !== undefined) return kept;
      try {
        return await store.get(key);
      } catch (error) {
        throw new AuthError('storage', 'The place where sign-ins are kept could not be read.', { cause: error });
      }
    },
    async set(key, value) {
      // There at once: whoever asks while it is being written gets the new one.
      unwritten.set(storeKeyName(key), value);
      try {
        await store.set(key, value);
        if (unwritten.get(storeKeyName(key)) === value) unwritten.delete(storeKeyName(key));
      } catch {
        // It stays in memory.
      }
    },
    async delete(key) {
      unwritten.delete(storeKeyName(key));
      try {
        await store.delete(key);
      } catch (error) {
        throw new AuthError('storage', 'The sign-in could not be removed from where it is kept.', { cause: error });
      }
    },
  };
}
