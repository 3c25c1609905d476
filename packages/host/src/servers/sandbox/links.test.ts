import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import { currentPlatform } from '../launch/platform.ts';
import { checkPolicy } from './check-policy.ts';
import { Sandbox } from './contain.ts';
import { runtimeFolders } from './runtime-folders.ts';
import { runOnce } from './testing/run-once.ts';

let world = '';
let outside = '';
// Beneath the home, as what people grant is, and a home that is no folder of `/tmp`, which is another one inside.
beforeEach(async () => {
  world = await mkdtemp(path.join(homedir(), '.portolan-links-'));
  outside = await mkdtemp(path.join(tmpdir(), 'links-'));
  await mkdir(path.join(world, 'data'));
});
afterEach(async () => {
  await rm(world, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});

const canContain = (await new Sandbox(currentPlatform(), tmpdir()).tools.find()).support.kind === 'bubblewrap';
const at = (...parts: string[]): string => path.join(world, ...parts);

const run = (folders: SandboxPolicy['folders'], script: string, cwd = homedir()): Promise<string> => runOnce(script, { dataDir: at('data'), policy: { folders, network: 'none', environment: [] }, cwd });

describe.runIf(canContain)('a server that prepares its next start from inside', () => {
  it('cannot put a link in place of a folder between two that it was given (S18)', async () => {
    await mkdir(at('given', 'sub', 'deep'), { recursive: true });
    await mkdir(at('secret', 'deep'), { recursive: true });
    await writeFile(at('secret', 'deep', 'key.txt'), 'MK-key-of-the-person');
    const folders: SandboxPolicy['folders'] = [{ path: at('given'), access: 'write' }, { path: at('given', 'sub', 'deep'), access: 'read' }];
    expect(await run(folders, `cd ${at('given')} && mv sub sub2 && ln -s ../secret sub && echo swapped`)).toMatch(/busy/i);
    expect(await run(folders, `mkdir -p ${at('secret')}; cat ${at('given', 'sub', 'deep', 'key.txt')}`)).not.toContain('MK-key');
    // However such a link came there, it is not followed.
    await rm(at('given', 'sub'), { recursive: true });
    await symlink('../secret', at('given', 'sub'));
    await expect(run(folders, 'true')).rejects.toMatchObject({ problem: { code: 'sandbox-bad-folder', details: { reason: 'link' } } });
  });

  it('cannot have anything made outside by a link in its own home (S18)', async () => {
    await mkdir(at('given', 'notes'), { recursive: true });
    const folders: SandboxPolicy['folders'] = [{ path: at('given', 'notes'), access: 'read' }];
    expect(await run(folders, `cd ${world} && mv given given2 && ln -s ../../../../../oldroot${outside} given && echo planned`)).toContain('planned');
    expect(await run(folders, `ls ${world}`)).toContain('given2');
    expect(existsSync(path.join(outside, 'notes'))).toBe(false);
  });

  it('is never given the whole computer, where its processes and devices would be in sight (S18, T:A18)', async () => {
    await symlink('/', at('all'));
    for (const everything of ['/', '//', at('all')]) {
      // oxlint-disable-next-line no-await-in-loop
      await expect(run([{ path: everything, access: 'read' }], 'true')).rejects.toMatchObject({ problem: { details: { reason: 'everything' } } });
    }
    expect(() => checkPolicy({ folders: [{ path: '/', access: 'read' }], network: 'none', environment: [] }, 'one', currentPlatform())).toThrow(expect.objectContaining({ problem: expect.objectContaining({ details: expect.objectContaining({ reason: 'everything' }) as object }) as object }));
  });
});

it.runIf(canContain)('the files of a bundle can be read by it when it is contained, and nothing else of our folder, which was granted or not (S05, S18)', async () => {
  const own = at('data', 'bundles', 'weather', '1.0.0-ab');
  await mkdir(own, { recursive: true });
  await mkdir(at('data', 'bundles', 'other', '1.0.0-cd'), { recursive: true });
  await writeFile(path.join(own, 'index.sh'), 'echo ran');
  await writeFile(at('data', 'portolan.json'), 'MK-ours');
  for (const folders of [[], [{ path: world, access: 'write' as const }]]) {
    // oxlint-disable-next-line no-await-in-loop
    const said = await run(folders, `sh ${own}/index.sh; pwd; ls ${at('data', 'bundles')}; cat ${at('data', 'portolan.json')}; echo x > ${own}/index.sh`, own);
    expect(said).toContain(`ran\n${own}\nweather\n`);
    expect(said).not.toContain('MK-ours');
    expect(said).toMatch(/Read-only/);
  }
});

it.runIf(canContain)('a bundle for uv, which installs itself beside its files, does so in a copy of its own that stays (S05, S18)', async () => {
  const own = at('data', 'bundles', 'weather', '1.0.0-ab');
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'main.py'), 'as installed');
  await writeFile(at('uv'), '#!/bin/sh\nexec /bin/sh "$@"\n', { mode: 0o755 });
  const once = (script: string) => runOnce(script, { dataDir: at('data'), policy: { folders: [{ path: world, access: 'read' }], network: 'none', environment: [] }, cwd: own, command: at('uv') });
  expect(await once('cat main.py; echo changed > main.py; mkdir .venv && echo made')).toBe('as installedmade\n');
  expect(await once('cat main.py; ls -A; ls -A ../../..')).toBe('changed\n.venv\nmain.py\nbundles\n');
  expect(await readFile(path.join(own, 'main.py'), 'utf8')).toBe('as installed');
});

it('the program in a first line is the one that the kernel would run, and no other file is shown (S18)', async () => {
  const script = at('script');
  await writeFile(at('key'), 'MK');
  for (const line of [`#!\v${at('key')}`, `#!${at('key')}\vtool`, `#!\u00a0${at('key')}`]) {
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(script, `${line}\n`, 'latin1');
    // oxlint-disable-next-line no-await-in-loop
    expect(await runtimeFolders(script, homedir()), JSON.stringify(line)).toEqual([script]);
  }
  await writeFile(script, `#! \t${at('key')} x\n`);
  expect(await runtimeFolders(script, homedir())).toEqual([script, at('key')]);
});
