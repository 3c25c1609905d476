/** Which version of a package without a fixed one lies on this computer (A14). */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallContext } from '@portolan/contract/contract';
import type { ServerView } from '@portolan/contract/servers';
import type { LaunchConfig, ServerConfig } from '../../ports.ts';
import type { Platform } from '../launch/platform.ts';
import { SearchPath } from '../launch/search-path.ts';
import { MemoryConfig, serverConfig } from '../testing/memory-config.ts';
import { programAsker } from './ask-program.ts';
import { packageFinder } from './package-finder.ts';
import { pinned, resolvedPackage } from './resolved-version.ts';
import { packageRoutes } from './routes.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
const npx = (...args: string[]): LaunchConfig => ({ kind: 'stdio', command: 'npx', args, env: {} });
const context: CallContext = { connection: 'test', signal: new AbortController().signal };

/** What npx leaves behind: one folder a specification. */
async function cached(cache: string, hash: string, name: string, version: string, seconds = 1_700_000_000, noted?: { spec: string; integrity: string }): Promise<void> {
  const folder = path.join(cache, '_npx', hash, 'node_modules', ...name.split('/'));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, version }));
  if (noted !== undefined) {
    await writeFile(path.join(cache, '_npx', hash, 'package.json'), JSON.stringify({ _npx: { packages: [noted.spec] } }));
    await writeFile(path.join(cache, '_npx', hash, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: { [`node_modules/${name}`]: { version, integrity: noted.integrity } } }));
  }
  await utimes(path.join(folder, 'package.json'), seconds, seconds);
}
async function cacheFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'packages-'));
  folders.push(folder);
  return folder;
}

describe('an unpinned package', () => {
  it('is known by what npx keeps, the newest of several, and by nothing else (A14)', async () => {
    const cache = await cacheFolder();
    await cached(cache, 'a', '@example/mcp', '1.0.0');
    await cached(cache, 'b', '@example/mcp', '1.0.1', 1_800_000_000);
    await cached(cache, 'c', 'bad', 'not a version');
    expect(await resolvedPackage(npx('-y', '@example/mcp', 'serve'), [cache])).toEqual({ spec: '@example/mcp', name: '@example/mcp', version: '1.0.1', integrity: null });
    expect(await resolvedPackage(npx('-y', '@example/mcp@latest'), [path.join(cache, 'none'), cache])).toMatchObject({ version: '1.0.1' });
    for (const launch of [npx('-y', '@example/mcp@1.0.0'), npx('-y', 'bad'), npx('-y', '../../etc'), npx('-y', 'git+https://x/y'), npx('-y', 'absent'), { ...npx('-y', '@example/mcp'), command: 'uvx' } as LaunchConfig, { kind: 'http', url: 'https://x', headers: {}, transport: 'auto' } as const]) expect(await resolvedPackage(launch, [cache])).toBeNull();
  });

  it('is not that of another specification, and is known by its checksum as npm noted it (A14)', async () => {
    const cache = await cacheFolder();
    const integrity = `sha512-${'a'.repeat(86)}==`;
    await cached(cache, 'a', 'mail-mcp', '1.0.1', 1_700_000_000, { spec: 'mail-mcp', integrity });
    await cached(cache, 'b', 'mail-mcp', '0.9.0', 1_800_000_000, { spec: 'mail-mcp@0.9.0', integrity: 'not one' });
    expect(await resolvedPackage(npx('-y', 'mail-mcp'), [cache])).toMatchObject({ version: '1.0.1', integrity });
    await writeFile(path.join(cache, '_npx', 'a', 'node_modules', '.package-lock.json'), '{"packages":{"node_modules/mail-mcp":{"integrity":"<b>"}}}');
    expect(await resolvedPackage(npx('-y', 'mail-mcp'), [cache])).toMatchObject({ version: '1.0.1', integrity: null });
  });

  it('lies in the cache that its server uses: its own when it is contained, the one its launch names, else the person’s (A14)', async () => {
    const [own, home, named] = [await cacheFolder(), await cacheFolder(), await cacheFolder()];
    await cached(own, 'a', 'mail-mcp', '1.0.0');
    await cached(path.join(home, '.npm'), 'a', 'mail-mcp', '2.0.0', 1_800_000_000);
    await cached(named, 'a', 'mail-mcp', '3.0.0', 1_900_000_000);
    const find = packageFinder({ npmCache: own, containedHome: () => home });
    const server = { ...serverConfig('mail', npx('-y', 'mail-mcp')), id: 's_1' } as ServerConfig;
    expect(await find(server)).toMatchObject({ version: '1.0.0' });
    expect(await find({ ...server, sandbox: { folders: [], network: 'all', environment: [] } })).toMatchObject({ version: '2.0.0' });
    expect(await find({ ...server, launch: { ...npx('-y', 'mail-mcp'), env: { NPM_CONFIG_CACHE: named } } as LaunchConfig })).toMatchObject({ version: '3.0.0' });
    expect(await find({ ...server, launch: { kind: 'http', url: 'https://x', headers: {}, transport: 'auto' } })).toBeNull();
  });

  it('can be pinned to the version that lies here, which asks for a review (A14, H07)', async () => {
    const cache = await cacheFolder();
    const config = new MemoryConfig();
    const { id } = await config.addServer(serverConfig('mail', npx('-y', 'mail-mcp', '--all')));
    await cached(cache, 'a', 'mail-mcp', '1.0.1');
    const routes = packageRoutes({ find: packageFinder({ npmCache: cache, containedHome: () => cache }), config, viewOf: (serverId) => ({ id: serverId }) as ServerView });
    expect(await routes['packages/resolved']({ serverId: id }, context)).toEqual({ resolved: { spec: 'mail-mcp', version: '1.0.1', integrity: null } });
    await expect(Promise.resolve(routes['packages/pin']({ serverId: id, version: '6.6.6' }, context))).rejects.toMatchObject({ problem: { code: 'server-changed' } });
    await routes['packages/pin']({ serverId: id, version: '1.0.1' }, context);
    expect(config.current().servers[0]?.launch).toEqual(npx('-y', 'mail-mcp@1.0.1', '--all'));
    expect(await routes['packages/resolved']({ serverId: id }, context)).toEqual({ resolved: null });
  });

  it('of an image is known by the digest its repository knows it by, asked of a program found by its name alone, and is pinned to it (A14)', async () => {
    const home = await cacheFolder();
    const sha = 'a'.repeat(64);
    await mkdir(path.join(home, 'bin'));
    // Named like the real one, beside it: what a launch names is not what is asked.
    await writeFile(path.join(home, 'docker'), `#!/bin/sh\ntouch ${path.join(home, 'PWNED')}\n`, { mode: 0o755 });
    await writeFile(path.join(home, 'bin', 'docker'), `#!/bin/sh\n[ "$5" = mcp/fetch ] || { echo "no such image: $5" >&2; exit 1; }\necho '["elsewhere/fetch@sha256:${'b'.repeat(64)}","docker.io/mcp/fetch@sha256:${sha}"]'\n`, { mode: 0o755 });
    const platform: Platform = { os: 'linux', env: { HOME: home, PATH: path.join(home, 'bin'), TERM: 'xterm', SHELL: '/bin/sh' }, home, execPath: process.execPath, isNode: true };
    const ask = programAsker({ platform, searchPath: new SearchPath(platform, () => Promise.resolve({})) });
    const find = packageFinder({ npmCache: home, containedHome: () => home, ask });
    const docker = (...args: string[]): LaunchConfig => ({ kind: 'stdio', command: path.join(home, 'docker'), args: ['run', '-i', '--rm', ...args], env: {} });
    const of = (launch: LaunchConfig) => find({ ...serverConfig('fetch', launch), id: 's_1' } as ServerConfig);
    expect(await of(docker('mcp/fetch'))).toEqual({ spec: 'mcp/fetch', name: 'mcp/fetch', version: `sha256:${sha}`, integrity: null });
    expect(existsSync(path.join(home, 'PWNED'))).toBe(false);
    for (const spec of ['mcp/other', `mcp/fetch@sha256:${sha}`, 'mcp/fetch:1.2', 'mcp/fetch;x', '$(id)']) expect(await of(docker(spec)), spec).toBeNull();
    const found = await of(docker('mcp/fetch', '--all'));
    expect(found && pinned(docker('mcp/fetch', '--all'), found)).toEqual(docker(`mcp/fetch@sha256:${sha}`, '--all'));
  });
});
