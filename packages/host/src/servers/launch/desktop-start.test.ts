import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { stdioFixture } from '@portolan/fixture-servers/start';
import { desktopHome } from '../testing/desktop-home.ts';
import { Rig } from '../testing/rig.ts';

const { args } = stdioFixture('basic');

describe.skipIf(process.platform === 'win32')('an app started from the desktop', () => {
  const managers = [
    ['nvm', '.nvm/versions/node/v24.21.0/bin'],
    ['fnm', '.local/share/fnm/node-versions/v24.21.0/installation/bin'],
    ['volta', '.volta/bin'],
    ['asdf', '.asdf/shims'],
    ['mise', '.local/share/mise/shims'],
    ['Homebrew', 'system/opt/homebrew/bin'],
  ];

  it.each(managers)('starts an npx server with PATH=/usr/bin:/bin and Node only where %s puts it (S10, try-out 1)', async (_manager, folder) => {
    const { platform, installNode } = await desktopHome();
    await installNode(folder);
    await using rig = await Rig.create({}, undefined, platform);
    const id = await rig.add('files', { kind: 'stdio', command: 'npx', args: ['-y', ...args], env: {} });
    expect((await rig.until(id, ({ state, counts }) => state === 'failed' || (state === 'ready' && counts.tools > 0))).problem).toBeNull();
  });

  it('starts one that only the login shell knows, past a profile that talks (S10, try-out 1)', async () => {
    const { home, platform, install, installNode } = await desktopHome();
    await installNode('my/own/place');
    await install('.profile', `echo "welcome back"\nexport PATH=${home}/my/own/place:$PATH\n`);
    await using rig = await Rig.create({}, undefined, platform);
    const id = await rig.add('files', { kind: 'stdio', command: 'npx', args: ['-y', ...args], env: {} });
    expect((await rig.until(id, ({ state }) => state === 'failed' || state === 'ready')).problem).toBeNull();
  });

  it('names the folders searched and what is missing when nothing is installed, without the tools of a project (S10, try-out 1)', async () => {
    const { home, platform } = await desktopHome();
    const project = path.join(home, 'project/node_modules/.bin');
    await mkdir(project, { recursive: true });
    await mkdir(path.join(home, '.local/bin'), { recursive: true });
    await using rig = await Rig.create({}, undefined, { ...platform, env: { ...platform.env, PATH: `${project}:${platform.env['PATH'] ?? ''}` } });
    const id = await rig.add('files', { kind: 'stdio', command: 'npx', args: ['-y', ...args], env: {} });
    const { problem } = await rig.untilState(id, 'failed');
    expect(problem).toMatchObject({ code: 'launch-not-found', details: { server: 'files', command: 'npx', hint: 'node' } });
    expect(problem?.details['folders']).toEqual([path.join(home, 'system/usr/bin'), path.join(home, 'system/bin'), path.join(home, '.local/bin')]);
  });
});
