import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileChunk, FileHash, maxFile } from '@portolan/contract/files';
import { FileStore } from './file-store.ts';

let root: string;
let now: number;
let store: FileStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portolan-files-'));
  now = Date.now();
  store = new FileStore(join(root, 'files'), () => now);
});
afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

async function put(bytes: Buffer, name = 'a.bin'): Promise<FileHash> {
  const id = await store.begin(name, bytes.length);
  for (let at = 0; at < bytes.length; at += fileChunk) await store.append(id, at, bytes.subarray(at, at + fileChunk));
  return (await store.finish(id)).hash;
}
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const incoming = () => readdir(join(root, 'files', 'incoming'));

describe('files that were attached', () => {
  it('are kept once, under the hash of their bytes, for their owner alone, and read back in pieces (C07)', async () => {
    const bytes = Buffer.alloc(fileChunk + 10, 'ab');
    const hash = await put(bytes);
    expect(hash).toBe(hashOf(bytes));
    expect(await put(bytes, 'another name')).toBe(hash);
    expect(await store.load(hash)).toEqual(bytes);
    const [first, second, after] = [await store.read(hash, 0), await store.read(hash, fileChunk), await store.read(hash, 5 * fileChunk)];
    expect(Buffer.concat([first.data, second.data])).toEqual(bytes);
    expect([first.total, after.data.length]).toEqual([bytes.length, 0]);
    if (process.platform !== 'win32') expect((await stat(join(root, 'files', hash.slice(0, 2), hash))).mode & 0o077).toBe(0);
    expect(await incoming()).toEqual([]);
  });

  it('are refused before a byte is sent when they are too large or empty (C07)', async () => {
    await expect(store.begin('film.mkv', 1_000_000_000)).rejects.toMatchObject({ problem: { code: 'file-refused', details: { name: 'film.mkv', reason: 'too-large', limit: maxFile } } });
    await expect(store.begin('nothing', 0)).rejects.toMatchObject({ problem: { details: { reason: 'empty' } } });
  });

  it('are refused when more or less comes than was announced, and nothing of them stays (C07)', async () => {
    const id = await store.begin('a', 10);
    await expect(store.append(id, 0, Buffer.alloc(11))).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await expect(store.append(id, 5, Buffer.alloc(5))).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await store.append(id, 0, Buffer.alloc(4));
    await expect(store.append(id, 0, Buffer.alloc(4))).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await expect(store.finish(id)).rejects.toMatchObject({ problem: { code: 'file-refused', details: { reason: 'incomplete' } } });
    await expect(store.append(id, 4, Buffer.alloc(4))).rejects.toMatchObject({ problem: { code: 'file-refused' } });
    expect(await incoming()).toEqual([]);
  });

  it('are not on their way in any number, and those that fell silent make room (C07)', async () => {
    for (let count = 0; count < 16; count++) await store.begin('a', 1);
    await expect(store.begin('a', 1)).rejects.toMatchObject({ problem: { details: { reason: 'too-many-uploads' } } });
    now += 31 * 60_000;
    await store.begin('a', 1);
    expect(await incoming()).toHaveLength(1);
  });

  it('say that they are gone, whatever is asked for as a hash', async () => {
    await expect(store.load(FileHash.parse('0'.repeat(64)))).rejects.toMatchObject({ problem: { code: 'file-gone' } });
    await expect(store.read(FileHash.parse('0'.repeat(64)), 0)).rejects.toMatchObject({ problem: { code: 'file-gone' } });
    for (const path of ['../../../etc/passwd', `${'0'.repeat(63)}/`, 'A'.repeat(64)]) expect(FileHash.safeParse(path).success).toBe(false);
  });

  it('go when nothing needs them and nobody brought them lately (C07)', async () => {
    const [needed, left] = [await put(Buffer.from('needed')), await put(Buffer.from('left'))];
    const used = () => new Set([needed]);
    expect(await store.sweep(used, now - 1)).toBe(0);
    now += 1_000_000;
    const again = await put(Buffer.from('brought again'));
    now += 1_000_000;
    await put(Buffer.from('brought again'));
    expect(await store.sweep(used, now - 1)).toBe(1);
    await expect(store.load(left)).rejects.toMatchObject({ problem: { code: 'file-gone' } });
    expect(String(await store.load(needed))).toBe('needed');
    expect(String(await store.load(again))).toBe('brought again');
  });

  it('that an earlier host was still receiving are gone with it', async () => {
    await store.begin('a', 10);
    const next = new FileStore(join(root, 'files'));
    const id = await next.begin('b', 10);
    expect(await incoming()).toHaveLength(2);
    await next.sweep(() => new Set(), 0);
    expect(await incoming()).toEqual([id]);
    await next.close();
  });
});
