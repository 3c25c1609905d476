/** What may be granted, and that it stays what it was when it was. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { renameSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import { HostError } from '@portolan/contract/errors';
import { currentPlatform } from '../launch/platform.ts';
import { Sandbox } from './contain.ts';
import { localSockets } from './local-sockets.ts';
import { placesIn } from './own-data.ts';
import { Pins } from './pins.ts';
import { SandboxTools } from './support.ts';
import { idOfOnce, runOnce } from './testing/run-once.ts';

const canContain = (await new SandboxTools(currentPlatform()).find()).support.kind === 'bubblewrap';
let world = '';
const at = (...parts: string[]): string => path.join(world, ...parts);
beforeEach(async () => {
  world = await mkdtemp(path.join(homedir(), '.portolan-grants-'));
  for (const name of ['data', 'given', 'other']) await mkdir(at(name));
  await writeFile(at('given', 'note.txt'), 'note');
  await writeFile(at('other', 'note.txt'), 'MK-other');
  await writeFile(at('data', 'config.key'), 'MK-ours');
});
afterEach(() => rm(world, { recursive: true, force: true }));

const policyOf = (...folders: (string | [string, 'write'])[]): SandboxPolicy => ({ folders: folders.map((each) => (typeof each === 'string' ? { path: each, access: 'read' } : { path: each[0], access: each[1] })), network: 'none', environment: [] });
const run = (script: string, folders: string[], more: Partial<Parameters<typeof runOnce>[1]> = {}): Promise<string> => runOnce(script, { dataDir: at('data'), policy: policyOf(...folders), cwd: '/', ...more });
/** Null when it was let in. */
const refusal = async (...folders: string[]): Promise<unknown> => {
  try {
    await run('true', folders);
    return null;
  } catch (error) {
    return error instanceof HostError ? error.problem.details['reason'] : error;
  }
};

describe.runIf(canContain)('a folder that was opened', () => {
  it.each([
    ['another folder was put in its place', async () => (await rename(at('given'), at('gone')), mkdir(at('given')))],
    ['a link to another was put in its place', async () => (await rename(at('given'), at('gone')), symlink(at('other'), at('given')))],
    ['the folder above it was replaced by a link', async () => undefined],
  ])('is asked for again when %s, and not before (S18)', async (how, replace) => {
    const inner = how.startsWith('the folder above');
    const place = inner ? at('up', 'given') : at('given');
    await mkdir(place, { recursive: true });
    const sandbox = new Sandbox(currentPlatform(), at('data'));
    await sandbox.pin(idOfOnce(), policyOf(place));
    expect(await run(`ls -d ${place}`, [place])).toContain(place);
    expect(await refusal(place)).toBe(null);
    if (inner) {
      await mkdir(at('elsewhere', 'given'), { recursive: true });
      await rename(at('up'), at('gone'));
      await symlink(at('elsewhere'), at('up'));
    } else await replace();
    expect(await refusal(place)).toBe('replaced');
    // Not taken for granted by asking twice; a person's yes does.
    expect(await refusal(place)).toBe('replaced');
    await sandbox.pin(idOfOnce(), policyOf(place));
    expect(await refusal(place)).toBe(null);
  });

  it('is not mounted when it is exchanged after it was looked at (S18)', async () => {
    const said = await run(`echo STARTED; cat ${at('given', 'note.txt')}`, [at('given')], {
      meanwhile: () => {
        renameSync(at('given'), at('gone'));
        symlinkSync(at('other'), at('given'));
      },
    });
    expect(said).toContain(`not what was opened: ${at('given')}`);
    expect(said).not.toMatch(/STARTED|MK-other/);
  });

  it('nor is a file that was exchanged for a link to another (S18)', async () => {
    const said = await run(`echo STARTED; cat ${at('given', 'note.txt')}`, [at('given', 'note.txt')], {
      meanwhile: () => {
        renameSync(at('given', 'note.txt'), at('given', 'gone.txt'));
        symlinkSync(at('other', 'note.txt'), at('given', 'note.txt'));
      },
    });
    expect(said).toContain('not what was opened');
    expect(said).not.toMatch(/STARTED|MK-other/);
  });

  it('stays open when a file in it, or a granted file, is replaced by one who edits it (S18)', async () => {
    await run('true', [at('given'), at('given', 'note.txt')]);
    await writeFile(at('given', 'new.txt'), 'edited');
    await rename(at('given', 'new.txt'), at('given', 'note.txt'));
    expect(await run(`cat ${at('given', 'note.txt')}`, [at('given'), at('given', 'note.txt')])).toBe('edited');
  });

  it('is known by its place alone where a disk gives out new numbers each time, and a spoiled record is written anew (S18)', async () => {
    const folder = at('data', 'contained', 'x');
    await new Pins(folder).take([at('given'), at('none')]);
    const file = path.join(folder, 'granted.json');
    const record = await readFile(file, 'utf8');
    await writeFile(file, record.replace(/"inode":"\d+"/, '"inode":null'));
    expect(await new Pins(folder).check([at('given')])).toMatchObject({ changed: null });
    await writeFile(file, record.replace(/"inode":"\d+"/, '"inode":"1"'));
    expect(await new Pins(folder).check([at('given')])).toMatchObject({ changed: at('given') });
    await writeFile(file, 'spoiled');
    expect(await new Pins(folder).check([at('given')])).toMatchObject({ changed: null, pins: [{ path: at('given') }] });
  });
});

describe.runIf(canContain)('what is never opened', () => {
  it('are devices, processes, what programs leave for each other while they run, and lines to them (S18)', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(at('other', 'door.sock'), resolve);
    });
    spawnSync('mkfifo', [at('other', 'pipe')]);
    await symlink('/run', at('to-run'));
    await symlink(at('other', 'door.sock'), at('to-door'));
    for (const [place, reason] of [
      ['/proc', 'system'],
      [`/proc/self/root${at('other')}`, 'system'],
      ['/dev/shm', 'system'],
      ['/sys/kernel', 'system'],
      ['/run', 'system'],
      ['/var/run', 'system'],
      [at('to-run'), 'system'],
      [at('other', 'door.sock'), 'not-a-file'],
      [at('to-door'), 'not-a-file'],
      [at('other', 'pipe'), 'not-a-file'],
      ['/dev/null', 'system'],
      [at('data'), 'own-data'],
      [at('data', 'config.key'), 'own-data'],
      [`${at('given')}/../data`, 'relative'],
      ['given', 'relative'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await refusal(place), place).toBe(reason);
    }
    server.close();
  });

  it('are our own files, by whatever way a folder above them is granted (S18, T:A18)', async () => {
    await symlink(world, at('other', 'again'));
    await symlink(at('data'), at('given', 'link'));
    for (const folder of [world, `${world}/`, at('other', 'again')]) {
      // oxlint-disable-next-line no-await-in-loop
      const said = await run(`ls ${folder}/; cat ${folder}/data/config.key ${folder}/given/link/config.key`, [folder], { server: String(folder.length) });
      expect(said, folder).toContain('given');
      expect(said, folder).not.toContain('MK-ours');
    }
    // Mounted a second time, the folder lies in two places.
    const mounts = ['25 1 8:1 / / rw - ext4 /dev/sda1 rw', '26 25 8:2 / /home rw - ext4 /dev/sda2 rw', '27 25 8:2 /me /srv/my\\040files rw - ext4 /dev/sda2 rw', '28 25 8:2 /you /srv/you rw - ext4 /dev/sda2 rw', 'broken'].join('\n');
    expect(placesIn(mounts, '/home/me/.config/portolan')).toEqual(['/home/me/.config/portolan', '/srv/my files/.config/portolan']);
    expect(placesIn('', '/a')).toEqual(['/a']);
  });

  it('are sockets of the person’s programs in a folder that was granted, and certificates that only the configuration names (S18)', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(at('given', 'agent.sock'), resolve);
    });
    await mkdir(at('given', 'runtime'));
    await writeFile(at('given', 'runtime', 'bus'), 'MK-bus');
    const env = { SSH_AUTH_SOCK: at('given', 'agent.sock'), DBUS_SESSION_BUS_ADDRESS: `unix:path=${at('given', 'runtime')},guid=1` };
    expect(await localSockets({ ...currentPlatform(), env, home: world })).toEqual(expect.arrayContaining([{ path: env.SSH_AUTH_SOCK, isFolder: false }, { path: at('given', 'runtime'), isFolder: true }]));
    const network = { ...policyOf(at('given')), network: 'all' as const };
    const said = await run(`[ -S ${env.SSH_AUTH_SOCK} ] && echo socket; ls ${at('given', 'runtime')}; cat ${at('given', 'note.txt')} ${at('other', 'note.txt')}`, [], { env, policy: network, configured: { SSL_CERT_FILE: at('other', 'note.txt') } });
    expect(said).toMatch(/^note/);
    expect(said).not.toMatch(/MK-other|bus|socket/);
    server.close();
  });
});

it('what a contained server may write stays its own: nothing of it is run by the person’s shell (S18)', async () => {
  if (!canContain) return;
  await run(`echo planted > ${homedir()}/.portolan-planted; mkdir -p ${homedir()}/.ssh`, []);
  expect(await readFile(path.join(homedir(), '.portolan-planted'), 'utf8').catch(() => null)).toBe(null);
  expect(await readFile(path.join(tmpdir(), '.portolan-planted'), 'utf8').catch(() => null)).toBe(null);
});
