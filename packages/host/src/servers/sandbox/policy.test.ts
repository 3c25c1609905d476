import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import { launchHash, serverHash } from '../../launch-hash.ts';
import { currentPlatform } from '../launch/platform.ts';
import { planSandbox } from './plan.ts';
import type { PlanInput } from './plan.ts';
import { prepareArguments } from './prepare.ts';
import { recommend } from './recommend.ts';
import { refusalsIn } from './refusals.ts';
import { isTooBroad, runtimeFolders } from './runtime-folders.ts';
import { seatbeltProfile } from './seatbelt.ts';
import { seccompProgram } from './seccomp.ts';
import { bubblewrapArgs } from './bubblewrap.ts';

const closed: SandboxPolicy = { folders: [], network: 'none', environment: [] };
let world = '';
beforeEach(async () => {
  world = await mkdtemp(path.join(tmpdir(), 'policy-'));
});
afterEach(() => rm(world, { recursive: true, force: true }));

function input(more: Partial<PlanInput> = {}): PlanInput {
  const platform = { ...currentPlatform(), home: path.join(world, 'home'), env: { SECRET: 'MK-1', CHOSEN: 'yes' } };
  return {
    policy: closed,
    server: 'one',
    command: '/usr/bin/env',
    args: [],
    env: { PATH: '/usr/bin', LANG: 'C', HOME: platform.home, USER: 'me', HTTPS_PROXY: 'http://proxy', TOKEN: 't', PORTOLAN_SERVER: 'm' },
    configured: ['TOKEN'],
    cwd: platform.home,
    ownFiles: [],
    platform,
    dataDir: path.join(world, 'data'),
    folder: path.join(world, 'data', 'contained', 's1'),
    shellVariable: (name) => Promise.resolve(name === 'FROM_SHELL' ? 'sh' : undefined),
    ...more,
  };
}

describe('a policy', () => {
  const launch = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'x'], env: {} };

  it('belongs to what is reviewed: any change of it asks again (S18, T:A07)', () => {
    const hashes = [
      closed,
      { ...closed, network: 'all' as const },
      { ...closed, folders: [{ path: '/a', access: 'read' as const }] },
      { ...closed, folders: [{ path: '/a', access: 'write' as const }] },
      { ...closed, environment: ['A'] },
    ].map((sandbox) => serverHash({ launch, sandbox }));
    expect(new Set([...hashes, launchHash(launch)]).size).toBe(6);
    expect(serverHash({ launch, sandbox: 'off' })).toBe(launchHash(launch));
    expect(serverHash({ launch })).toBe(launchHash(launch));
  });

  it('lets through only the variables it names and those of the server itself (S18, T:A13)', async () => {
    const { env } = await planSandbox(input({ policy: { ...closed, environment: ['CHOSEN', 'FROM_SHELL', 'NOWHERE'] } }));
    expect(env).toEqual({ PATH: '/usr/bin', LANG: 'C', TOKEN: 't', PORTOLAN_SERVER: 'm', CHOSEN: 'yes', FROM_SHELL: 'sh', SHELL: '/bin/sh' });
    const open = await planSandbox(input({ policy: { ...closed, network: 'all' } }));
    expect(open.env).toMatchObject({ HTTPS_PROXY: 'http://proxy' });
  });

  it.each([
    ['is not there', 'gone', 'missing'],
    ['is our own', 'data', 'own-data'],
    ['is a link to our own', 'link', 'own-data'],
  ])('is refused for a folder that %s (S18, T:A18)', async (_how, name, reason) => {
    await mkdir(path.join(world, 'data'));
    await symlink(path.join(world, 'data'), path.join(world, 'link'));
    const planned = planSandbox(input({ policy: { ...closed, folders: [{ path: path.join(world, name), access: 'read' }] } }));
    await expect(planned).rejects.toMatchObject({ problem: { code: 'sandbox-bad-folder', details: { reason } } });
  });

  it('puts parents before what lies in them, so that a read-only folder in a writable one stays so (S18)', async () => {
    await mkdir(path.join(world, 'a', 'b'), { recursive: true });
    const plan = await planSandbox(input({ policy: { ...closed, folders: [{ path: path.join(world, 'a', 'b'), access: 'read' }, { path: path.join(world, 'a'), access: 'write' }] } }));
    const args = bubblewrapArgs(plan, { canDisableNamespaces: true, seccomp: null, links: {}, scope: null, countsByContainer: true, giveEnvironment: 'exec "$@"' });
    expect(args.indexOf(path.join(world, 'a'))).toBeLessThan(args.indexOf(path.join(world, 'a', 'b')));
    expect(args).toEqual(expect.arrayContaining(['--unshare-net', '--unshare-pid', '--die-with-parent', '--new-session', '--disable-userns']));
    const open = bubblewrapArgs({ ...plan, network: 'all' }, { canDisableNamespaces: false, seccomp: 9, links: { '/bin': 'usr/bin' }, scope: null, countsByContainer: true, giveEnvironment: 'exec "$@"' });
    expect(open).not.toContain('--unshare-net');
    expect(open.join(' ')).toContain('--seccomp 9');
    expect(open.join(' ')).toContain('--symlink usr/bin /bin');
  });
});

describe('what a command needs to run', () => {
  it('is its version of the runtime, and never a home or what lies above one (S18)', async () => {
    const home = path.join(world, 'home');
    const node = path.join(home, '.nvm/versions/node/v24.1.0/bin');
    const uv = path.join(home, '.local/share/uv');
    await mkdir(node, { recursive: true });
    await mkdir(path.join(uv, 'tools/x/bin'), { recursive: true });
    await mkdir(path.join(home, '.local/bin'), { recursive: true });
    await writeFile(path.join(node, 'npx'), '#!/usr/bin/env node\n');
    await writeFile(path.join(uv, 'tools/x/bin/x'), `#!${uv}/tools/x/bin/python\n`);
    await symlink(path.join(uv, 'tools/x/bin/x'), path.join(home, '.local/bin/x'));
    await writeFile(path.join(home, 'server'), '#!/bin/sh\n');
    expect(await runtimeFolders(path.join(node, 'npx'), home)).toEqual([node]);
    expect(await runtimeFolders(path.join(home, '.local/bin/x'), home)).toEqual([path.join(home, '.local/bin/x'), `${uv}/tools`]);
    expect(await runtimeFolders(path.join(home, 'server'), home)).toEqual([path.join(home, 'server')]);
    // What `env` will find is shown as well, from wherever it comes.
    await writeFile(path.join(home, 'script'), '#!/usr/bin/env npx\n');
    expect(await runtimeFolders(path.join(home, 'script'), home, [path.join(home, 'nothing'), node])).toEqual([path.join(home, 'script'), node]);
    expect(await runtimeFolders('/usr/bin/env', home)).toEqual([]);
    await mkdir(path.join(home, '.pyenv/shims'), { recursive: true });
    expect(await runtimeFolders(path.join(home, '.pyenv/shims/python'), home)).toEqual([path.join(home, '.pyenv')]);
    // Beside a program in somebody's own folder may lie anything.
    for (const name of ['bin', 'lib', 'letters']) await mkdir(path.join(home, 'work', name), { recursive: true });
    await writeFile(path.join(home, 'work/bin/tool'), 'x');
    expect(await runtimeFolders(path.join(home, 'work/bin/tool'), home)).toEqual([path.join(home, 'work/bin'), path.join(home, 'work/lib')]);
    expect(['/', '/home', home, world, '/tmp'].map((place) => isTooBroad(place, home))).toEqual([true, true, true, true, true]);
    expect(isTooBroad(path.join(home, 'work'), home)).toBe(false);
  });
});

describe('the sheet', () => {
  const support = { kind: 'bubblewrap' as const, closesLocalSockets: true };

  it('knows what common servers need, and proposes to contain what comes from a registry (S18)', async () => {
    await mkdir(path.join(world, 'docs'));
    const platform = { ...currentPlatform(), home: path.join(world, 'home') };
    const offer = (command: string, args: string[]) => recommend({ kind: 'stdio', command, args, env: {} }, { support, platform, dataDir: path.join(world, 'data'), bundle: null });
    expect(await offer('npx', ['-y', '@modelcontextprotocol/server-filesystem@2026.1.1', path.join(world, 'docs')])).toMatchObject({
      basis: 'known',
      isProposed: true,
      download: 'prepared',
      recommended: { network: 'none', folders: [{ path: path.join(world, 'docs'), access: 'write' }] },
    });
    const memory = await recommend({ kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'], env: { MEMORY_FILE_PATH: path.join(world, 'docs', 'new.json') } }, { support, platform, dataDir: path.join(world, 'data'), bundle: null });
    expect(memory.recommended).toEqual({ folders: [{ path: path.join(world, 'docs'), access: 'write' }], network: 'none', environment: [] });
    expect(await offer('uvx', ['mcp-server-fetch'])).toMatchObject({ basis: 'known', recommended: { network: 'all', folders: [] } });
    expect(await offer('npx', ['-y', 'somebody-s-server', path.join(world, 'docs')])).toMatchObject({ basis: 'package', isProposed: true, recommended: { network: 'all', folders: [{ access: 'read' }] } });
    expect(await offer('node', [path.join(world, 'gone.js')])).toMatchObject({ basis: 'own', isProposed: false, download: 'none' });
    expect(await recommend({ kind: 'stdio', command: 'uvx', args: ['mcp-server-time'], env: {} }, { support: { kind: 'none', reason: 'windows' }, platform, dataDir: path.join(world, 'data'), bundle: null })).toMatchObject({ isProposed: false });
  });

  it('has a package downloaded before the network is cut, without running it (S18)', () => {
    const ask = (command: string, args: string[]) => prepareArguments({ kind: 'stdio', command, args, env: { SECRET: 'x' } });
    expect(ask('npx', ['-y', 'pkg@1.0.0', '/folder', '--flag'])).toEqual(['-y', '--package=pkg@1.0.0', '--yes', '--', 'node', '-e', '0']);
    expect(ask('/opt/x/bin/npx', ['--package=pkg', '-y', 'bin', 'arg'])).toEqual(['--package=pkg', '-y', '--yes', '--', 'node', '-e', '0']);
    expect(ask('uvx', ['mcp-server-time@1.2', '--local-timezone=UTC'])).toEqual(['--from', 'mcp-server-time==1.2', 'python', '-c', '0']);
    expect(ask('uvx', ['--from', 'pkg', 'tool'])).toEqual(['--from', 'pkg', 'python', '-c', '0']);
    expect(ask('npx', ['-c', 'echo'])).toBeNull();
    expect(ask('node', ['x.js'])).toBeNull();
  });
});

describe('what a contained server ran into', () => {
  const context = { policy: { ...closed, folders: [{ path: '/granted', access: 'read' as const }] }, platform: currentPlatform(), exists: (place: string) => place === '/data/there' };

  it.each([
    ["Error: EACCES: permission denied, open '/data/x.txt'", [{ kind: 'contained-folder', subject: '/data/x.txt' }]],
    ["ENOENT: no such file or directory, open '/data/there'", [{ kind: 'contained-folder', subject: '/data/there' }]],
    ["ENOENT: no such file or directory, open '/data/never'", []],
    ["PermissionError: [Errno 13] Permission denied: '/data/y'", [{ kind: 'contained-folder', subject: '/data/y' }]],
    ["EROFS: read-only file system, open '/granted/z'", [{ kind: 'contained-write', subject: '/granted/z' }]],
    ["ENOENT: no such file or directory, open '/granted/none'", []],
    ['cat: /data/q: Permission denied', [{ kind: 'contained-folder', subject: '/data/q' }]],
    ['getaddrinfo ENOTFOUND api.example.com', [{ kind: 'contained-network', subject: 'api.example.com' }]],
    ['connect ENETUNREACH 1.2.3.4:443', [{ kind: 'contained-network', subject: '1.2.3.4' }]],
    ["ENOENT: no such file, stat '/usr/lib/none'", []],
    ['all is well', []],
  ])('is read from its own words: %s (S18)', (text, expected) => {
    expect(refusalsIn(text, context)).toEqual(expected);
  });

  it('takes no time over hostile text (S18)', () => {
    expect(refusalsIn(`EACCES ${'/a'.repeat(50_000)}`, context).length).toBeLessThanOrEqual(5);
    expect(refusalsIn("EACCES '/".repeat(20_000), context).length).toBeLessThanOrEqual(5);
  });
});

describe('the profile for macOS', () => {
  it('closes everything but what was granted, and nothing of a path ends a string (S18)', async () => {
    const nasty = path.join(world, 'a")(allow default)("\\');
    await mkdir(nasty);
    await mkdir(path.join(world, 'data'));
    const plan = await planSandbox(input({ policy: { folders: [{ path: nasty, access: 'write' }], network: 'none', environment: [] } }));
    const profile = seatbeltProfile(plan, { realPathOf: (place) => place, temporary: '/t' });
    expect(profile.replaceAll(world, 'W')).toBe(`(version 1)
(deny default)
(allow process-fork)
(allow process-exec)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow sysctl-read)
(allow file-read-metadata)
(allow mach-lookup (global-name "com.apple.system.logger") (global-name "com.apple.system.notification_center") (global-name "com.apple.system.opendirectoryd.libinfo") (global-name "com.apple.trustd.agent") (global-name "com.apple.SystemConfiguration.configd"))
(allow file-read* (literal "/"))
(allow file-read* (subpath "/usr") (subpath "/bin") (subpath "/sbin") (subpath "/System") (subpath "/Library/Apple") (subpath "/Library/Developer/CommandLineTools") (subpath "/Library/Frameworks") (subpath "/private/etc/ssl") (subpath "/private/etc/resolv.conf") (subpath "/private/etc/hosts") (subpath "/private/etc/localtime") (subpath "/private/var/db/timezone") (subpath "/private/var/db/dyld") (subpath "/dev") (subpath "/opt/homebrew") (subpath "/nix/store"))
(allow file-write-data (literal "/dev/null") (literal "/dev/tty") (literal "/dev/zero"))
(allow file-read* file-write* (subpath "W/data/contained/s1/home") (subpath "/t"))
(allow file-read* file-write* (subpath "W/a\\")(allow default)(\\"\\\\"))
(deny network*)
`);
    expect(() => seatbeltProfile({ ...plan, visible: [{ path: '/a\nb', access: 'read', isFolder: true }] }, { realPathOf: (place) => place, temporary: '/t' })).toThrow(TypeError);
  });
});

describe('the system-call filter', () => {
  it('is a whole program that ends in a verdict, for the processors we know (S18)', () => {
    for (const arch of ['x64', 'arm64'] as const) {
      const program = seccompProgram(arch, { allowsLocalSockets: false });
      expect(program?.length ?? 1).toBe(Math.floor((program?.length ?? 0) / 8) * 8);
      expect(program?.readUInt32LE((program?.length ?? 0) - 4)).toBe(0x7fff0000);
    }
    expect(seccompProgram('ppc64', { allowsLocalSockets: true })).toBeNull();
  });
});
