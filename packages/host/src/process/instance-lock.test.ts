import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InstanceLock } from './instance-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the lock of a data folder', () => {
  it.each(['instance.lock', 'instance.json'])('is no fault of ours where %s cannot be written: the folder is named, and what to do (R89, R91)', async (name) => {
    mkdirSync(join(folder, name));
    await expect(InstanceLock.take(folder, process.pid, 0)).rejects.toMatchObject({ failure: { kind: 'data-folder', message: expect.stringContaining(`Nothing can be written to the data folder ${folder}: `) } });
    await expect(InstanceLock.take(folder, process.pid, 0)).rejects.toThrow('--data-dir');
  });

  it('is free again once it was given back (R89)', async () => {
    const lock = await InstanceLock.take(folder, process.pid, 0);
    await expect(InstanceLock.take(folder, process.pid, 0)).rejects.toMatchObject({ failure: { kind: 'locked' } });
    lock.release();
    (await InstanceLock.take(folder, process.pid, 0)).release();
  });
});
