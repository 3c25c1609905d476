import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '@portolan/mcp-client/jsonrpc/message';
import { eras, start } from '../../test/start.ts';
import { describeChange } from './edit.ts';
import { Folders } from './folders.ts';
import { search } from './search.ts';

let world = '';
const place = (...parts: string[]): string => path.join(world, ...parts);
beforeEach(async () => {
  world = await mkdtemp(path.join(tmpdir(), 'files-'));
  for (const folder of ['open/sub', 'readable', 'outside']) await mkdir(place(folder), { recursive: true });
  await writeFile(place('open/a.txt'), 'one\ntwo\nthree\n');
  await writeFile(place('open/sub/b.md'), 'a needle in a haystack\n');
  await writeFile(place('readable/c.txt'), 'only read\n');
  await writeFile(place('outside/secret.txt'), 'MK-secret\n');
});
afterEach(() => rm(world, { recursive: true, force: true }));
const options = () => [`--folder=${place('open')}`, `--read=${place('readable')}`];

describe.each(eras)('files (%s)', (era) => {
  it('reads, lists, searches, writes, edits and moves in the chosen folders (S17)', async () => {
    await using server = await start('files', options(), { era });
    expect(server.client.era).toBe(era);
    expect(await server.call('list-folders')).toBe(`${place('open')} (read and change)\n${place('readable')} (read only)`);
    expect(await server.call('list', { path: place('open') })).toBe('a.txt\nsub/');
    expect(await server.call('read', { path: 'a.txt' })).toBe('one\ntwo\nthree\n');
    expect(await server.call('read', { path: 'a.txt', fromLine: 2, lines: 1 })).toBe('two');
    expect(await server.call('search', { path: place('open'), text: 'NEEDLE' })).toBe(`${place('open/sub/b.md')}:1: a needle in a haystack`);
    expect(await server.call('search', { path: place('open'), name: '*.md' })).toBe(place('open/sub/b.md'));
    expect(await server.call('write', { path: 'new.txt', content: 'fresh' })).toContain('Wrote 5 bytes');
    expect(await server.call('write', { path: 'new.txt', content: 'other' })).toContain('refused: “new.txt” is there already');
    expect(await server.call('write', { path: 'new.txt', content: 'other', overwrite: true })).toContain('Wrote');
    expect(await server.call('edit', { path: 'a.txt', edits: [{ find: 'two', replace: 'TWO' }] })).toContain('-two\n+TWO');
    expect(await readFile(place('open/a.txt'), 'utf8')).toBe('one\nTWO\nthree\n');
    expect(await server.call('edit', { path: 'a.txt', edits: [{ find: 'one', replace: '1' }, { find: 'nowhere', replace: '' }] })).toContain('Nothing was changed');
    expect(await readFile(place('open/a.txt'), 'utf8')).toBe('one\nTWO\nthree\n');
    expect(await server.call('make-folder', { path: 'made' })).toContain('Made');
    expect(await server.call('move', { from: 'new.txt', to: 'made/old.txt' })).toContain('Moved');
    expect(await readFile(place('open/made/old.txt'), 'utf8')).toBe('other');
    expect(await server.call('move', { from: 'a.txt', to: 'made/old.txt' })).toContain('refused');
    expect((await readdir(place('open'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('works only where the client works, when it says so (S17, P13)', async () => {
    const roots = () => Promise.resolve([{ uri: pathToFileURL(place('open/sub')).href }, { uri: pathToFileURL(place('outside')).href }]);
    await using server = await start('files', options(), { era, handlers: { roots } });
    expect(await server.call('list-folders')).toBe(`${place('open/sub')} (read and change)`);
    expect(await server.call('read', { path: place('open/sub/b.md') })).toContain('needle');
    expect(await server.call('read', { path: place('open/a.txt') })).toContain('outside the folders');
    expect(await server.call('read', { path: place('outside/secret.txt') })).toContain('outside the folders');
  });
});

describe('files', () => {
  it('cannot be led out: not by dots, not by links, not by what looks like a part of a name (S17, T:A16)', async () => {
    await mkdir(place('open-not'));
    await writeFile(place('open-not/x.txt'), 'MK-secret');
    await symlink(place('outside'), place('open/door'));
    await symlink(place('outside/secret.txt'), place('open/link.txt'));
    await symlink(place('open/loop'), place('open/loop'));
    await using server = await start('files', options());
    for (const wanted of [place('outside/secret.txt'), place('open/../outside/secret.txt'), '../outside/secret.txt', 'door/secret.txt', 'link.txt', place('open-not/x.txt'), '/etc/passwd', `${place('outside/secret.txt')}\0.txt`, 'loop', '/proc/self/environ']) {
      const answer = await server.call('read', { path: wanted });
      expect(answer, wanted).toMatch(/^refused: /);
      expect(answer).not.toContain('MK-secret');
    }
    for (const wanted of [place('outside/new.txt'), 'door/new.txt', '../outside/new.txt', '..', 'link.txt']) {
      expect(await server.call('write', { path: wanted, content: 'x', overwrite: true }), wanted).toMatch(/^refused: /);
    }
    expect(await server.call('move', { from: 'a.txt', to: 'door/a.txt' })).toMatch(/^refused: /);
    expect(await server.call('move', { from: '../outside/secret.txt', to: 'stolen.txt' })).toMatch(/^refused: /);
    expect(await server.call('search', { path: place('open'), text: 'MK-secret' })).toBe('Nothing was found.');
    expect(await readFile(place('outside/secret.txt'), 'utf8')).toBe('MK-secret\n');
    expect(existsSync(place('outside/new.txt'))).toBe(false);
  });

  it('moves a link as a link, and not what it leads to (S17)', async () => {
    await symlink(place('outside/secret.txt'), place('open/link.txt'));
    await using server = await start('files', options());
    expect(await server.call('move', { from: 'link.txt', to: 'sub/link.txt' })).toContain('Moved');
    expect(existsSync(place('outside/secret.txt'))).toBe(true);
    expect(await server.call('read', { path: 'sub/link.txt' })).toMatch(/^refused: /);
  });

  it('changes nothing in a folder that may only be read, even inside one that may be changed (S17)', async () => {
    await using server = await start('files', [`--folder=${world}`, `--read=${place('readable')}`]);
    expect(await server.call('read', { path: place('readable/c.txt') })).toBe('only read\n');
    const tries: [string, JsonObject][] = [
      ['write', { path: place('readable/d.txt'), content: 'x' }],
      ['write', { path: place('readable/c.txt'), content: 'x', overwrite: true }],
      ['edit', { path: place('readable/c.txt'), edits: [{ find: 'only', replace: 'not' }] }],
      ['make-folder', { path: place('readable/sub') }],
      ['move', { from: place('readable/c.txt'), to: place('open/c.txt') }],
      ['move', { from: place('open/a.txt'), to: place('readable/a.txt') }],
    ];
    for (const [tool, input] of tries) expect(await server.call(tool, input), tool).toContain('may only be read');
    expect(await readFile(place('readable/c.txt'), 'utf8')).toBe('only read\n');
  });

  it('is not held up by pipes, devices or sizes (S17)', async () => {
    execFileSync('mkfifo', [place('open/pipe')]);
    await writeFile(place('open/big.txt'), 'x'.repeat(3 * 1024 * 1024));
    await writeFile(place('open/binary.dat'), Buffer.from([1, 0, 2]));
    await writeFile(place('open/p.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
    await using server = await start('files', options());
    expect(await server.call('read', { path: 'pipe' })).toContain('is not a file');
    const big = await server.call('read', { path: 'big.txt' });
    expect(big.length).toBeLessThan(1.2 * 1024 * 1024);
    expect(big).toContain('more bytes');
    expect(await server.call('read', { path: 'binary.dat' })).toContain('is not text');
    expect(await server.call('read', { path: 'p.png' })).toBe('[image]');
    expect(await server.call('read', { path: 'sub' })).toMatch(/^refused: /);
  });

  it('keeps a file’s rights when it replaces it, and breaks no hard link silently (S17)', async () => {
    await chmod(place('open/a.txt'), 0o640);
    await link(place('open/a.txt'), place('open/twin.txt'));
    await using server = await start('files', options());
    await server.call('edit', { path: 'a.txt', edits: [{ find: 'one', replace: '1' }] });
    expect((await stat(place('open/a.txt'))).mode & 0o777).toBe(0o640);
    expect(await readFile(place('open/twin.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('says on stderr what of its command line can not be meant (S17)', async () => {
    await expect(start('files', [])).rejects.toMatchObject({ kind: 'exited' });
    await expect(start('files', ['--folder=relative'])).rejects.toMatchObject({ kind: 'exited' });
    await expect(start('files', ['--all=yes'])).rejects.toMatchObject({ kind: 'exited' });
  });
});

describe('what files are made of', () => {
  it('a search ends within its limits, and says so (S17)', async () => {
    for (let at = 0; at < 30; at += 1) await writeFile(place('open', `f${at}`), 'x');
    const ask = (limits: object) => search(place('open'), { name: 'f*' }, new AbortController().signal, { entries: 1000, matches: 200, bytes: 100, ms: 5000, ...limits });
    expect(await ask({ matches: 5 })).toMatchObject({ cut: 'only the first 5 matches are shown', matches: { length: 5 } });
    expect(await ask({ entries: 3 })).toMatchObject({ cut: 'only the first 3 entries were looked at' });
    expect(await ask({ ms: -1 })).toMatchObject({ matches: [] });
    expect(await ask({})).toMatchObject({ cut: null, matches: { length: 30 } });
  });

  it('a folder that is gone opens nothing (S17)', async () => {
    const folders = new Folders([{ path: place('gone'), isWritable: true }]);
    expect(await folders.list()).toEqual([]);
    await expect(folders.existing('x')).rejects.toThrow('No folder can be reached');
  });

  it('a change is shown with what is around it (S17)', () => {
    expect(describeChange('a\nb\nc\nd\ne', 'a\nb\nX\nd\ne')).toBe('@@ line 3 @@\n a\n b\n-c\n+X\n d\n e');
    expect(describeChange('a', 'a')).toBe('Nothing changes.');
  });
});
