import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { expect, it, onTestFinished } from 'vitest';
import { sweepLeftovers } from './sweep-leftovers.ts';

it('takes away what an interrupted write left, and nothing else (R84, R85)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-sweep-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // What the library names such a file is its own affair; it must be among what is known.
  const { _getTmpname: nameOf } = writeFileAtomic as typeof writeFileAtomic & { _getTmpname: (file: string) => string };
  const library = nameOf(join(folder, 'eras.json'));
  const kept = ['portolan.json', 'conversations.db', 'notes.2026', 'secrets.json.corrupt-2026-11-30', 'config.key', 'portolan.json.1234567891'];
  for (const name of [...kept, 'secrets.json.1234567890']) writeFileSync(join(folder, name), '');
  writeFileSync(library, '');
  mkdirSync(join(folder, 'folder.json.12'));
  const old = new Date(Date.now() - 120_000);
  for (const name of readdirSync(folder)) if (name !== 'portolan.json.1234567891') utimesSync(join(folder, name), old, old);
  expect((await sweepLeftovers([folder, join(folder, 'nowhere')])).toSorted()).toEqual([library, join(folder, 'secrets.json.1234567890')].toSorted());
  expect(readdirSync(folder).toSorted()).toEqual([...kept, 'folder.json.12'].toSorted());
});
