import { describe, expect, it } from 'vitest';
import { createKeeper } from './safe-storage.ts';
import type { UsedSafeStorage } from './safe-storage.ts';

const whenReady = () => Promise.resolve();
const old: UsedSafeStorage = {
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(`old:${text}`),
  decryptString: (bytes) => bytes.toString().replace('old:', ''),
};

describe('safeStorage (E27)', () => {
  it.each([
    ['basic_text', 'basic'],
    ['unknown', 'unavailable'],
    ['gnome_libsecret', 'good'],
    ['kwallet6', 'good'],
  ] as const)('on Linux with %s is %s', async (backend, status) => {
    const keeper = createKeeper({ safeStorage: { ...old, getSelectedStorageBackend: () => backend }, platform: 'linux', whenReady });
    expect(await keeper.status()).toBe(status);
  });

  it('is unavailable where the system says so, and asked in its asynchronous form where there is one', async () => {
    const asked: string[] = [];
    const modern: UsedSafeStorage = {
      ...old,
      isAsyncEncryptionAvailable: () => Promise.resolve(asked.push('available') < 0),
      encryptStringAsync: (text) => Promise.resolve(Buffer.from(`new:${text}`)),
      decryptStringAsync: (bytes) => Promise.resolve({ shouldReEncrypt: false, result: bytes.toString().replace('new:', '') }),
    };
    const keeper = createKeeper({ safeStorage: modern, platform: 'darwin', whenReady });
    expect([await keeper.status(), asked]).toEqual(['unavailable', ['available']]);
    const sealed = await keeper.seal('key');
    expect([Buffer.from(sealed, 'base64').toString(), await keeper.open(sealed)]).toEqual(['new:key', 'key']);
    const older = createKeeper({ safeStorage: old, platform: 'win32', whenReady });
    expect([await older.status(), await older.open(await older.seal('key'))]).toEqual(['good', 'key']);
  });

  it('asks nothing before the app is ready', async () => {
    let isReady = false;
    const keeper = createKeeper({
      safeStorage: { ...old, isEncryptionAvailable: () => isReady },
      platform: 'darwin',
      whenReady: async () => {
        await Promise.resolve();
        isReady = true;
      },
    });
    expect(await keeper.status()).toBe('good');
  });
});
