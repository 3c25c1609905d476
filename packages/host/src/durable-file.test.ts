import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import type * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceFile } from './durable-file.ts';

/** What the disk was told, in order; the real calls are made as well. */
const told: string[] = [];
/** How many renames a scanner that holds the file refuses, as Windows does; no other system can be made to. */
let held = { times: 0, code: 'EBUSY' };

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    renameSync: (from: string, to: string) => {
      told.push('rename');
      if (held.times > 0) {
        held.times -= 1;
        throw Object.assign(new Error(`${held.code}: held by another program`), { code: held.code });
      }
      real.renameSync(from, to);
    },
  };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  return {
    ...real,
    open: async (path: string, flags: string, mode?: number) => {
      const handle = await real.open(path, flags, mode);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        // A cut at this moment finds these bytes under this name.
        told.push(flags === 'r' ? `sync folder: ${readFileSync(join(path, 'state.json'), 'utf8')}` : `sync file: ${readFileSync(path, 'utf8')}`);
        await sync();
      };
      return handle;
    },
  };
});

let folder: string;
const file = () => join(folder, 'state.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-durable-file-'));
  writeFileSync(file(), 'old');
  told.length = 0;
  held = { times: 0, code: 'EBUSY' };
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

it.skipIf(process.platform === 'win32')('has every byte on the disk before the name leads to it, and the name before it says that it is done: a power cut finds the old or the new (R88)', async () => {
  await replaceFile(file(), 'the new text', { mode: 0o600 });
  expect(told).toEqual(['sync file: the new text', 'rename', 'sync folder: the new text']);
});

describe('a file that a scanner or a backup holds for a moment, as on Windows', () => {
  beforeEach(() => vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }) as NodeJS.Process));

  it.each(['EBUSY', 'EPERM', 'EACCES'])('is tried again until it is let go: %s (R90)', async (code) => {
    held = { times: 2, code };
    await replaceFile(file(), 'new', { mode: 0o600 });
    expect(readFileSync(file(), 'utf8')).toBe('new');
    expect(told.filter((each) => each === 'rename')).toHaveLength(3);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('and is never let go stays as it was, is said to be held, and nothing is left beside it (R90)', async () => {
    held = { times: 1_000, code: 'EBUSY' };
    await expect(replaceFile(file(), 'new', { mode: 0o600 })).rejects.toThrow('EBUSY');
    expect(readFileSync(file(), 'utf8')).toBe('old');
    expect(told.filter((each) => each === 'rename')).toHaveLength(10);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('is not tried again for another reason (R90)', async () => {
    held = { times: 1, code: 'ENOSPC' };
    await expect(replaceFile(file(), 'new', { mode: 0o600 })).rejects.toThrow('ENOSPC');
    expect(told).toHaveLength(2);
  });
});
