import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DoctorFinding } from '@portolan/contract/doctor';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import { PreferredFolder } from '../servers/launch/preferred-folder.ts';
import type { Platform } from '../servers/launch/platform.ts';
import { readLoginShell } from '../servers/launch/login-shell.ts';
import { SearchPath } from '../servers/launch/search-path.ts';
import { desktopHome } from '../servers/testing/desktop-home.ts';
import type { DoctorContext, DoctorServer } from './check.ts';
import { Doctor } from './doctor.ts';
import { installHelp } from './install-help.ts';
import { doctorRoutes } from './routes.ts';

const signal = AbortSignal.timeout(60_000);

async function contextFor(platform: Platform, servers: DoctorServer[] = []): Promise<DoctorContext & { searchPath: SearchPath }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'doctor-'));
  const database = path.join(dataDir, 'conversations.db');
  await writeFile(database, '');
  const preferred = new PreferredFolder(path.join(dataDir, 'state/preferred-folder.json'), () => Buffer.alloc(32, 7));
  const searchPath = new SearchPath(platform, readLoginShell, preferred);
  return {
    launch: { platform, searchPath, hostTag: 'tag' },
    searchPath,
    preferred,
    dataDir,
    configPath: path.join(dataDir, 'portolan.json'),
    servers: () => servers,
    database: () => ({ file: database, isReadOnly: false }),
    secrets: () => Promise.resolve({ kind: 'file', name: path.join(dataDir, 'secrets.json') }),
  };
}

async function findings(context: DoctorContext, serverId?: ServerId): Promise<Map<string, DoctorFinding>> {
  const found = new Map<string, DoctorFinding>();
  for await (const event of new Doctor(context).run(signal, serverId)) if (event.type === 'finding') found.set(event.finding.id, event.finding);
  return found;
}

function server(name: string, part: Partial<DoctorServer> = {}): DoctorServer {
  return { id: ServerId.parse(`s_${name}`), name, launch: { kind: 'stdio', command: 'npx', args: [], env: {} }, isEnabled: true, isReviewed: true, state: 'stopped', problem: null, ping: () => null, ...part };
}

describe.skipIf(process.platform === 'win32')('the doctor', () => {
  it('finds nothing installed on a bare computer, names where it looked, and offers how to install what a server needs (S10, O05, try-out 1)', async () => {
    const { home, platform } = await desktopHome();
    const found = await findings(await contextFor(platform, [server('files')]));
    expect(found.get('runtime:node')).toMatchObject({ level: 'error', code: 'runtime-missing', details: { folders: [path.join(home, 'system/usr/bin'), path.join(home, 'system/bin')] } });
    expect(found.get('runtime:node')?.fixes).toContainEqual({ kind: 'open-page', url: 'https://nodejs.org/en/download' });
    // Nobody needs it: worth knowing, no fault.
    expect(found.get('runtime:uv')).toMatchObject({ level: 'info', code: 'runtime-missing' });
    expect(found.has('runtime:deno')).toBe(false);
    expect(found.get('server:s_files:launch')).toMatchObject({ level: 'error', code: 'server-launch-bad', problem: { code: 'launch-not-found', details: { command: 'npx' } } });
    expect(found.get('server:s_files:launch')?.fixes).toContainEqual({ kind: 'open-page', url: 'https://nodejs.org/en/download' });
    expect(found.get('path')).toMatchObject({ level: 'info', code: 'path-bare' });
    expect(found.get('shell')).toMatchObject({ level: 'ok', code: 'shell-read', details: { shell: '/bin/sh' } });
    expect([...found.values()].filter(({ code }) => code === 'check-failed')).toEqual([]);
  });

  it('finds what was installed since the last look (O05)', async () => {
    const { platform, installNode } = await desktopHome();
    const context = await contextFor(platform, [server('files')]);
    expect((await findings(context)).get('runtime:node')?.code).toBe('runtime-missing');
    await installNode('.nvm/versions/node/v24.21.0/bin');
    const found = await findings(context);
    expect(found.get('runtime:node')).toMatchObject({ level: 'ok', code: 'runtime-found', details: { version: process.versions.node } });
    expect(found.get('server:s_files:launch')?.level).toBe('ok');
  });

  it('offers the newer Node when the first one found is too old, and uses it from then on (S10, O05)', async () => {
    const { home, platform, install, installNode } = await desktopHome();
    await install('system/usr/bin/node', '#!/bin/sh\necho v12.22.9\n');
    await installNode('.nvm/versions/node/v24.21.0/bin');
    const context = await contextFor(platform, [server('files')]);
    const folder = path.join(home, '.nvm/versions/node/v24.21.0/bin');
    expect((await findings(context)).get('runtime:node')).toMatchObject({ level: 'error', code: 'runtime-old', details: { version: '12.22.9', needs: '18.0' }, fixes: [{ kind: 'use-folder', folder, version: process.versions.node }] });
    const routes = doctorRoutes({ doctor: new Doctor(context), preferred: context.preferred, searchPath: context.searchPath });
    const call = { connection: 'test', signal };
    await routes['doctor/useFolder']({ folder }, call);
    const found = await findings(context);
    expect(found.get('runtime:node')).toMatchObject({ level: 'ok', details: { file: path.join(folder, 'node') } });
    expect(found.get('preferred-folder')).toMatchObject({ code: 'folder-preferred', details: { folder } });
    for (const bad of ['relative', '/no/such/folder', path.join(folder, 'node')]) await expect(routes['doctor/useFolder']({ folder: bad }, call)).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
  });

  it('tells a runtime that is there and does not work, and Docker that does not run', async () => {
    const { platform, install } = await desktopHome();
    await install('.local/bin/python3', '#!/bin/sh\necho "xcode-select: note: No developer tools were found" >&2\nexit 1\n');
    await install('.local/bin/docker', '#!/bin/sh\n[ "$1" = --version ] && echo "Docker version 28.5.1" && exit 0\necho "Cannot connect to the Docker daemon" >&2\nexit 1\n');
    const found = await findings(await contextFor(platform, [server('boxed', { launch: { kind: 'stdio', command: 'docker', args: [], env: {} } })]));
    expect(found.get('runtime:python')).toMatchObject({ level: 'warn', code: 'runtime-broken' });
    expect(found.get('runtime:docker')).toMatchObject({ level: 'error', code: 'runtime-not-running', details: { version: '28.5.1', message: 'Cannot connect to the Docker daemon' } });
  });

  it('contacts no server that is off, unreviewed or not running, and tells why a failed one failed (S16, O05)', async () => {
    let asked = 0;
    const ping = () => {
      asked += 1;
      return Promise.resolve(12.4);
    };
    const launch = { kind: 'stdio' as const, command: process.execPath, args: [], env: {} };
    const failed = new HostError('server-exited', { server: 'dead', exitCode: 3 }, { log: 'boom' }).problem;
    const { platform } = await desktopHome();
    const found = await findings(
      await contextFor(platform, [
        server('off', { isEnabled: false, ping, launch }),
        server('new', { isReviewed: false, ping, launch }),
        server('waits', { launch }),
        server('dead', { state: 'failed', problem: failed, launch }),
        server('well', { state: 'ready', ping, launch }),
        server('mute', { state: 'degraded', launch, ping: () => Promise.reject(new HostError('server-timeout', { server: 'mute' })) }),
      ]),
    );
    const told = (name: string) => [found.get(`server:s_${name}`)?.level, found.get(`server:s_${name}`)?.code];
    expect(['off', 'new', 'waits', 'dead', 'well', 'mute'].map(told)).toEqual([
      ['info', 'server-off'],
      ['info', 'server-not-reviewed'],
      ['info', 'server-waits'],
      ['error', 'server-failing'],
      ['ok', 'server-answers'],
      ['error', 'server-failing'],
    ]);
    expect(found.get('server:s_dead')?.problem).toEqual(failed);
    expect(asked).toBe(1);
  });

  it('tells servers that run or reach the same thing, and those alone (O05)', async () => {
    const { platform } = await desktopHome();
    const launch = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'weather'], env: { KEY: 'a' } };
    const remote = { kind: 'http' as const, url: 'https://mcp.example/mcp', headers: {}, transport: 'auto' as const };
    const found = await findings(
      await contextFor(platform, [
        server('sky', { launch }),
        server('air', { launch: { ...launch } }),
        // Another account is another server.
        server('work', { launch: { ...launch, env: { KEY: 'b' } } }),
        server('far', { launch: remote }),
        server('further', { launch: { ...remote }, isEnabled: false }),
      ]),
    );
    const doubles = [...found.values()].filter(({ code }) => code === 'servers-double');
    expect(doubles.map(({ level, details, fixes }) => [level, details, fixes])).toEqual([
      ['warn', { server: 'air', servers: ['sky'] }, [{ kind: 'open-server', serverId: 's_sky' }]],
      ['info', { server: 'far', servers: ['further'] }, [{ kind: 'open-server', serverId: 's_further' }]],
    ]);
  });

  it('says that servers which come along need Node, where there is none and nothing stands in for it (S17, O05)', async () => {
    const { platform, installNode } = await desktopHome();
    const own = server('mine', { id: ServerId.parse('s_own'), launch: { kind: 'stdio', command: 'portolan-builtin', args: ['time'], env: {} } });
    const context = await contextFor(platform, [own]);
    const bare = await findings(context);
    expect(bare.get('built-in')).toMatchObject({ level: 'error', code: 'built-in-needs-node', details: { servers: ['mine'] }, fixes: expect.arrayContaining([{ kind: 'open-page', url: 'https://nodejs.org/en/download' }]) as unknown[] });
    expect(bare.get('runtime:node')?.level).toBe('error');
    expect((await findings(context, own.id)).get('runtime:node')?.code).toBe('runtime-missing');
    await installNode('.nvm/versions/node/v24.21.0/bin');
    expect((await findings(context)).has('built-in')).toBe(false);
    const inBrowser = await contextFor({ ...platform, isNode: true }, [own]);
    expect((await findings(inBrowser)).has('built-in')).toBe(false);
  });

  it('finds the launch of a server with secrets of its own in order, and shows none of them (S09)', async () => {
    const { platform } = await desktopHome();
    const launch = { kind: 'stdio' as const, command: process.execPath, args: [], env: { KEY: '${secret:KEY}' } };
    const context = await contextFor(platform, [server('mine', { launch })]);
    const kept = { ...context, launch: { ...context.launch, secretOf: (id: ServerId) => Promise.resolve(id === 's_mine' ? 'MK-kept-secret' : null) } };
    const found = await findings(kept);
    expect(found.get('server:s_mine:launch')?.level).toBe('ok');
    expect(JSON.stringify([...found.values()])).not.toContain('MK-kept');
  });

  it('looks only at what one server needs when it is asked about that one', async () => {
    const { platform } = await desktopHome();
    const found = await findings(await contextFor(platform, [server('files'), server('other')]), ServerId.parse('s_files'));
    expect([...found.keys()].toSorted()).toEqual(['path', 'proxy', 'runtime:node', 'server:s_files:launch', 'shell']);
  });

  it('tells a broken configuration at its line, a folder open to others, proxies and certificates (O05, S20)', async () => {
    const { home, platform } = await desktopHome();
    const context = await contextFor({ ...platform, env: { ...platform.env, HTTPS_PROXY: 'not a proxy', NODE_EXTRA_CA_CERTS: path.join(home, 'no-such.pem') } });
    await writeFile(context.configPath, '{\n  "mcpServers": {\n    "a": {,}\n  }\n}\n');
    await chmod(context.dataDir, 0o755);
    const found = await findings(context);
    expect(found.get('config')).toMatchObject({ level: 'error', code: 'config-broken', details: { line: 3 }, problem: { code: 'config-broken' } });
    expect(found.get('data-folder')).toMatchObject({ level: 'warn', code: 'data-folder-open-to-others' });
    expect(found.get('proxy')).toMatchObject({ level: 'warn', code: 'proxy-invalid', details: { names: ['HTTPS_PROXY'] } });
    expect(found.get('certificates:NODE_EXTRA_CA_CERTS')).toMatchObject({ level: 'warn', code: 'certificates-unreadable', details: { message: 'ENOENT' } });
    expect(found.get('loopback')?.level).toBe('ok');
    const withPassword = await contextFor({ ...platform, env: { ...platform.env, HTTPS_PROXY: 'http://me:MK-pass@proxy.example:8080' } });
    const proxy = (await findings(withPassword)).get('proxy');
    expect(proxy).toMatchObject({ level: 'info', code: 'proxy-with-password' });
    expect(JSON.stringify(proxy)).not.toContain('MK-pass');
  });

  it('is not held up or brought down by a check that fails', async () => {
    const { platform } = await desktopHome();
    const context = await contextFor(platform);
    const events = [];
    for await (const event of new Doctor(context, [{ name: 'broken', run: () => Promise.reject(new Error('odd')) }]).run(signal)) events.push(event);
    expect(events).toMatchObject([{ type: 'finding', finding: { code: 'check-failed', details: { check: 'broken', message: 'odd' } } }, { type: 'done' }]);
  });
});

describe('the preferred folder', () => {
  it('is kept, and one written by somebody else is not believed (A07, A08)', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'preferred-')), 'state', 'preferred-folder.json');
    const mine = () => Buffer.alloc(32, 1);
    new PreferredFolder(file, mine).set('/opt/node/bin');
    expect(new PreferredFolder(file, mine).current).toBe('/opt/node/bin');
    expect(new PreferredFolder(file, () => Buffer.alloc(32, 2)).current).toBeNull();
    await writeFile(file, JSON.stringify({ folder: '/evil', seal: 'x' }));
    expect(new PreferredFolder(file, mine).current).toBeNull();
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '{');
    expect(new PreferredFolder(file, mine).current).toBeNull();
  });
});

describe('how something is installed', () => {
  const on = (os: NodeJS.Platform): Platform => ({ os, env: {}, home: '/home/me', execPath: '/x', isNode: false });
  it.each<[NodeJS.Platform, string | null, string]>([
    ['win32', null, 'winget install OpenJS.NodeJS.LTS'],
    ['darwin', '/opt/homebrew/bin/brew', 'brew install node'],
    ['linux', '/usr/bin/apt', 'sudo apt install nodejs npm'],
    ['linux', '/usr/bin/pacman', 'sudo pacman -S nodejs npm'],
  ])('%s with %s: %s (S10)', (os, has, command) => {
    expect(installHelp('node', on(os), (file) => file === has)).toEqual([{ kind: 'copy-command', command }, { kind: 'open-page', url: 'https://nodejs.org/en/download' }]);
  });

  it('names the page alone where there is no customary command', () => {
    expect(installHelp('node', on('linux'), () => false)).toEqual([{ kind: 'open-page', url: 'https://nodejs.org/en/download' }]);
    expect(installHelp('uv', on('linux'), (file) => file === '/usr/bin/apt')[0]).toEqual({ kind: 'copy-command', command: 'curl -LsSf https://astral.sh/uv/install.sh | sh' });
  });
});
