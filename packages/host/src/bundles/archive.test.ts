/** Archives made to do harm: refused as a whole, with nothing written outside of their own folder (A16). */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { withArchive } from './archive.ts';
import { files } from '@portolan/fixture-servers/bundles/sample';
import { signatureBlock, symlink, zip } from '@portolan/fixture-servers/bundles/zip';
import type { ZipEntry } from '@portolan/fixture-servers/bundles/zip';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

let made = 0;
async function unpack(bytes: Buffer): Promise<{ target: string; files: string[]; isSigned: boolean }> {
  const home = join(folder, String(made++));
  const target = join(home, 'target');
  await mkdir(target, { recursive: true });
  const file = join(home, 'x.mcpb');
  await writeFile(file, bytes);
  return withArchive(file, async (archive) => {
    await archive.extract(target);
    return { target, files: archive.files.map(({ path }) => path), isSigned: archive.signature !== null };
  });
}

/** The reason of the refusal; and that nothing lies outside of the folder it was unpacked to. */
async function refusal(bytes: Buffer): Promise<string> {
  const home = join(folder, String(made));
  try {
    await unpack(bytes);
    return 'taken';
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    expect(await readdir(home)).toEqual(['target', 'x.mcpb']);
    expect(existsSync(join(folder, 'escaped'))).toBe(false);
    return String(error.problem.details['reason']);
  }
}

const withEntry = (entry: ZipEntry) => zip(files({}, [entry]));

describe('an archive', () => {
  it('is unpacked for its owner alone, executables stay executable, and its folders are made (S05)', async () => {
    const { target, files: found } = await unpack(zip(files({}, [{ name: 'bin/' }, { name: 'bin/tool', data: '#!/bin/sh\n', mode: 0o100_755 }, { name: 'ünï/中.txt', data: 'x', method: 0 }])));
    expect(found).toEqual(['manifest.json', 'server/index.js', 'bin/tool', 'ünï/中.txt']);
    expect(await readFile(join(target, 'ünï/中.txt'), 'utf8')).toBe('x');
    expect([(await stat(join(target, 'bin/tool'))).mode & 0o777, (await stat(join(target, 'server/index.js'))).mode & 0o777, (await stat(join(target, 'bin'))).mode & 0o777]).toEqual([0o700, 0o600, 0o700]);
  });

  it('keeps its signature apart, appended or as its comment (S05)', async () => {
    const block = signatureBlock();
    expect(await unpack(Buffer.concat([zip(files()), block]))).toMatchObject({ isSigned: true });
    expect(await unpack(zip(files(), { comment: block }))).toMatchObject({ isSigned: true });
    expect(await unpack(zip(files()))).toMatchObject({ isSigned: false });
    expect(await refusal(Buffer.concat([zip(files()), Buffer.from('MCPB_SIG_V1xxxxMCPB_SIG_END')]))).toBe('damaged');
  });

  it.each(['../escaped', 'a/../../escaped', '/escaped', '//escaped', 'C:/escaped', 'C:escaped', '\\escaped', 'a/..\\..\\escaped', '..'])('that leads outside is refused: %s (A16)', async (name) => {
    expect(await refusal(withEntry({ name, data: 'x' }))).toBe('outside');
  });

  it.each(['a//b', './a', 'a/./b', 'a\\b', 'ab:stream', 'a?', 'a ', 'a.', 'a/b. /c', 'a\u0000b', 'a\u0001', 'x'.repeat(300), `${'d/'.repeat(40)}x`, Buffer.from([0x61, 0xff])])('with a name that is another one elsewhere is refused: %j (A16)', async (name) => {
    expect(await refusal(withEntry({ name, data: 'x' }))).toBe('name');
  });

  it.each(['NUL', 'con', 'a/CON.txt', 'com1', 'LPT9.js', 'aux/x', 'COM¹'])('with a device’s name is refused: %s (A16)', async (name) => {
    expect(await refusal(withEntry({ name, data: 'x' }))).toBe('device-name');
  });

  it.each([
    [['A.txt', 'a.TXT']],
    [['a.txt', 'a.txt']],
    [['Lib/x', 'lib/y']],
    [['é.txt', 'e\u0301.txt']],
    [['a', 'a/b']],
    [['a/b', 'a']],
    [['ﬁle', 'file']],
    [['manifest.JSON']],
  ])('with names that are one on some system is refused: %j (A16)', async (names) => {
    expect(await refusal(zip(files({}, names.map((name) => ({ name, data: 'x' })))))).toBe('name-twice');
  });

  it('with a link, a device or a pipe is refused, and what a link would have pointed at is not touched (A16)', async () => {
    await mkdir(join(folder, 'precious'), { recursive: true });
    for (const mode of [symlink, 0o020_666, 0o060_666, 0o010_644, 0o140_777]) expect(await refusal(withEntry({ name: 'x', data: join(folder, 'precious'), mode }))).toBe('link');
    expect(await refusal(zip(files({}, [{ name: 'l', data: join(folder, 'precious'), mode: symlink }, { name: 'l/escaped', data: 'x' }])))).toMatch(/link|name-twice/);
    expect(await refusal(withEntry({ name: 'dir/', mode: symlink }))).toBe('link');
    expect(await readdir(join(folder, 'precious'))).toEqual([]);
  });

  it('that would unpack to far more than it weighs is refused before anything is written (A16)', async () => {
    const big = Buffer.alloc(40 * 1024 * 1024);
    expect(await refusal(withEntry({ name: 'zeros', data: big }))).toBe('bomb');
    expect(await refusal(withEntry({ name: 'claims', data: 'x', size: 600 * 1024 * 1024 }))).toBe('bomb');
    const shared: ZipEntry[] = [{ name: 'first', data: 'x'.repeat(1000) }, ...Array.from({ length: 50 }, (_, n) => ({ name: `copy-${n}`, data: 'x'.repeat(1000), shareWith: 2 }))];
    expect(await refusal(zip(files({}, shared)))).toBe('overlap');
    expect(await refusal(zip(Array.from({ length: 50_001 }, (_, n) => ({ name: `f${n}`, method: 0 }))))).toBe('too-many-files');
  });

  it('that lies about a size, a checksum or its directory is refused (A16)', async () => {
    expect(await refusal(withEntry({ name: 'short', data: 'x'.repeat(100), size: 10 }))).toBe('damaged');
    expect(await refusal(withEntry({ name: 'long', data: 'x', size: 100 }))).toBe('damaged');
    expect(await refusal(withEntry({ name: 'sum', data: 'x', crc: 1 }))).toBe('damaged');
    expect(await refusal(withEntry({ name: 'folder/', data: 'x', method: 0, mode: 0o040_755 }))).toBe('damaged');
    expect(await refusal(withEntry({ name: 'huge', data: 'x', compressedSize: 4_000_000 }))).toBe('damaged');
    const good = zip(files());
    expect(await refusal(good.subarray(0, good.length - 30))).toBe('damaged');
    expect(await refusal(Buffer.concat([good, Buffer.from('more')]))).toBe('damaged');
    for (const bytes of [Buffer.from('MZ\u0090\u0000 not an archive'), Buffer.alloc(100), zip(files(), { prefix: Buffer.from('#!/bin/sh\n') }), Buffer.from('PK')]) expect(await refusal(bytes)).toBe('not-an-archive');
  });

  it('that is encrypted or packed in another way is refused (A16)', async () => {
    expect(await refusal(withEntry({ name: 'x', data: 'x', flags: 0x0801 }))).toBe('encrypted');
    expect(await refusal(withEntry({ name: 'x', data: 'x', method: 12 }))).toBe('compression');
  });

  it('is read by its directory alone: another name in front of the data is nobody’s', async () => {
    const { target } = await unpack(withEntry({ name: 'inside', localName: '../escaped', data: 'x' }));
    expect(await readdir(target)).toEqual(['inside', 'manifest.json', 'server']);
  });
});
