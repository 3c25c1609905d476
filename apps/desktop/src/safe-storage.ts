/** Electron's safeStorage for the host (E27): seals and opens the one key that all secrets are encrypted with. */
import type { ShellKeeper } from '@portolan/host/secrets/shell-holder';
import type { SafeStorage } from 'electron';

/** What is used of it. The asynchronous half is not there in every version of Electron; where it is, it is preferred. */
export type UsedSafeStorage = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
  Partial<Pick<SafeStorage, 'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>>;

export interface SafeStorageOptions {
  safeStorage: UsedSafeStorage;
  platform: NodeJS.Platform;
  /** Nothing may be asked before the app is ready. */
  whenReady: () => Promise<unknown>;
}

export function createKeeper({ safeStorage, platform, whenReady }: SafeStorageOptions): ShellKeeper {
  return {
    async status() {
      await whenReady();
      // Without a keyring Electron would encrypt with a password that everybody can read in its source.
      if (platform === 'linux') {
        const backend = safeStorage.getSelectedStorageBackend?.() ?? 'unknown';
        if (backend === 'basic_text') return 'basic';
        if (backend === 'unknown') return 'unavailable';
      }
      const isAvailable = (await safeStorage.isAsyncEncryptionAvailable?.()) ?? safeStorage.isEncryptionAvailable();
      return isAvailable ? 'good' : 'unavailable';
    },
    async seal(text) {
      await whenReady();
      const sealed = (await safeStorage.encryptStringAsync?.(text)) ?? safeStorage.encryptString(text);
      return sealed.toString('base64');
    },
    async open(sealed) {
      await whenReady();
      const bytes = Buffer.from(sealed, 'base64');
      return (await safeStorage.decryptStringAsync?.(bytes))?.result ?? safeStorage.decryptString(bytes);
    },
  };
}
