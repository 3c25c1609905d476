import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCommand } from './find-command.ts';
import type { FileVerdict } from './find-command.ts';

/** A Windows disk as a list of files, names compared as Windows does. */
function windowsDisk(...files: string[]) {
  const known = new Set(files.map((file) => file.toLowerCase()));
  return (file: string): Promise<FileVerdict> => Promise.resolve(known.has(file.toLowerCase()) ? 'runnable' : 'absent');
}

describe('findCommand on Windows', () => {
  const windows = { os: 'win32' as const, cwd: 'C:\\work', pathExt: '.EXE;.CMD' };

  it('picks npx.cmd when that is all there is (try-out 2)', async () => {
    const look = windowsDisk('C:\\Program Files\\nodejs\\npx.cmd', 'C:\\Program Files\\nodejs\\npx');
    expect(await findCommand('npx', { ...windows, folders: ['C:\\other', 'C:\\Program Files\\nodejs'], look })).toEqual({
      kind: 'found',
      file: 'C:\\Program Files\\nodejs\\npx.cmd',
    });
  });

  it('never runs the script without extension that stands beside it (try-out 2)', async () => {
    expect(await findCommand('npx', { ...windows, folders: ['C:\\n'], look: windowsDisk('C:\\n\\npx') })).toEqual({ kind: 'not-found' });
  });

  it('goes by the order of PATHEXT inside a folder and by the order of folders first', async () => {
    const look = windowsDisk('C:\\a\\tool.cmd', 'C:\\b\\tool.exe', 'C:\\b\\tool.cmd');
    expect(await findCommand('tool', { ...windows, folders: ['C:\\a', 'C:\\b'], look })).toEqual({ kind: 'found', file: 'C:\\a\\tool.cmd' });
    expect(await findCommand('tool', { ...windows, folders: ['C:\\b', 'C:\\a'], look })).toEqual({ kind: 'found', file: 'C:\\b\\tool.exe' });
  });

  it('takes a name that has its extension as it is, and a dotted name without one for a name', async () => {
    const look = windowsDisk('C:\\a\\npx.cmd', 'C:\\a\\python3.12.exe');
    expect(await findCommand('npx.CMD', { ...windows, folders: ['C:\\a'], look })).toEqual({ kind: 'found', file: 'C:\\a\\npx.CMD' });
    expect(await findCommand('python3.12', { ...windows, folders: ['C:\\a'], look })).toEqual({ kind: 'found', file: 'C:\\a\\python3.12.exe' });
  });

  it('resolves paths with spaces and forward slashes against the folder of the server', async () => {
    const look = windowsDisk('C:\\A B\\run.exe', 'C:\\work\\bin\\run.cmd');
    expect(await findCommand('C:\\A B\\run', { ...windows, folders: [], look })).toEqual({ kind: 'found', file: 'C:\\A B\\run.exe' });
    expect(await findCommand('./bin/run', { ...windows, folders: [], look })).toEqual({ kind: 'found', file: 'C:\\work\\bin\\run.cmd' });
  });
});

describe.skipIf(process.platform === 'win32')('findCommand on POSIX', () => {
  async function disk() {
    const root = await mkdtemp(path.join(tmpdir(), 'find-'));
    await mkdir(path.join(root, 'one'));
    await mkdir(path.join(root, 'two', 'tool'), { recursive: true });
    await mkdir(path.join(root, 'three'));
    await writeFile(path.join(root, 'one', 'tool'), '#!/bin/sh\n', { mode: 0o644 });
    return root;
  }
  const folders = (root: string) => [path.join(root, 'one'), path.join(root, 'two'), path.join(root, 'three')];

  it('passes over a directory and a file without the execute bit as long as a runnable one follows', async () => {
    const root = await disk();
    const file = path.join(root, 'three', 'tool');
    await writeFile(file, '#!/bin/sh\n', { mode: 0o755 });
    expect(await findCommand('tool', { os: 'linux', folders: folders(root), cwd: root })).toEqual({ kind: 'found', file });
  });

  it('says which file may not be run when there is no other (R01)', async () => {
    const root = await disk();
    const file = path.join(root, 'one', 'tool');
    expect(await findCommand('tool', { os: 'linux', folders: folders(root), cwd: root })).toEqual({ kind: 'not-permitted', file });
    await chmod(file, 0o755);
    expect(await findCommand('tool', { os: 'linux', folders: folders(root), cwd: root })).toEqual({ kind: 'found', file });
  });

  it('refuses a directory given as the command and finds nothing in a relative folder', async () => {
    const root = await disk();
    expect(await findCommand(path.join(root, 'two'), { os: 'linux', folders: [], cwd: root })).toEqual({ kind: 'not-permitted', file: path.join(root, 'two') });
    expect(await findCommand('tool', { os: 'linux', folders: ['', '.', 'three'], cwd: root })).toEqual({ kind: 'not-found' });
  });
});
