/** A package without a fixed version that becomes another one between two starts (A14). */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallContext, EventOf } from '@portolan/contract/contract';
import type { ServerView } from '@portolan/contract/servers';
import type { Notice } from '@portolan/contract/settings';
import { Broadcast } from '../../broadcast.ts';
import type { LaunchConfig } from '../../ports.ts';
import { MemoryConfig, serverConfig } from '../testing/memory-config.ts';
import { PackageWatch } from './package-watch.ts';
import { resolvedPackage } from './resolved-version.ts';
import { packageRoutes } from './routes.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
const npx = (...args: string[]): LaunchConfig => ({ kind: 'stdio', command: 'npx', args, env: {} });
const context: CallContext = { connection: 'test', signal: new AbortController().signal };

/** What npx leaves behind: one folder a specification. */
async function cached(cache: string, hash: string, name: string, version: string, seconds = 1_700_000_000): Promise<void> {
  const folder = path.join(cache, '_npx', hash, 'node_modules', ...name.split('/'));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, version }));
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
    expect(await resolvedPackage(npx('-y', '@example/mcp', 'serve'), [cache])).toEqual({ spec: '@example/mcp', name: '@example/mcp', version: '1.0.1' });
    expect(await resolvedPackage(npx('-y', '@example/mcp@latest'), [path.join(cache, 'none'), cache])).toMatchObject({ version: '1.0.1' });
    for (const launch of [npx('-y', '@example/mcp@1.0.0'), npx('-y', 'bad'), npx('-y', '../../etc'), npx('-y', 'git+https://x/y'), npx('-y', 'absent'), { ...npx('-y', '@example/mcp'), command: 'uvx' } as LaunchConfig, { kind: 'http', url: 'https://x', headers: {}, transport: 'auto' } as const]) expect(await resolvedPackage(launch, [cache])).toBeNull();
  });

  it('that becomes another one between two starts is told, once, and can be pinned, which asks for a review (A14, H07)', async () => {
    const dataDir = await cacheFolder();
    const cache = path.join(dataDir, 'npm');
    const config = new MemoryConfig();
    const { id } = await config.addServer(serverConfig('mail', npx('-y', 'mail-mcp', '--all')));
    const events = new Broadcast<EventOf<'servers/watch'>>();
    const notices: Notice[] = [];
    const errors: unknown[] = [];
    const deps = { config, notices: { add: (notice: Notice) => void notices.push(notice) }, dataDir, caches: () => [cache], watch: (signal: AbortSignal) => events.subscribe(signal) };
    const isAt = (state: ServerView['state']) => events.publish({ type: 'changed', server: { id, state } as ServerView });
    await cached(cache, 'a', 'mail-mcp', '1.0.0');
    {
      await using watch = new PackageWatch(deps, (error) => errors.push(error));
      isAt('ready');
      await vi.waitFor(async () => expect(await watch.resolved(config.current().servers[0] ?? serverConfig('x', npx()) as never)).toMatchObject({ version: '1.0.0', before: null }));
      isAt('ready');
      isAt('stopped');
      await cached(cache, 'a', 'mail-mcp', '1.0.1');
      isAt('ready');
      await vi.waitFor(() => expect(notices).toMatchObject([{ kind: 'package-changed', details: { server: 'mail', package: 'mail-mcp', before: '1.0.0', after: '1.0.1' } }]));
      isAt('stopped');
      isAt('ready');
    }
    await using again = new PackageWatch(deps, (error) => errors.push(error));
    isAt('ready');
    const routes = packageRoutes({ watch: again, config, viewOf: (serverId) => ({ id: serverId }) as ServerView });
    await vi.waitFor(async () => expect(await routes['packages/resolved']({ serverId: id }, context)).toEqual({ resolved: { spec: 'mail-mcp', version: '1.0.1', before: '1.0.0' } }));
    expect(notices).toHaveLength(1);
    await expect(Promise.resolve(routes['packages/pin']({ serverId: id, version: '6.6.6' }, context))).rejects.toMatchObject({ problem: { code: 'server-changed' } });
    await routes['packages/pin']({ serverId: id, version: '1.0.1' }, context);
    expect(config.current().servers[0]?.launch).toEqual(npx('-y', 'mail-mcp@1.0.1', '--all'));
    expect(await routes['packages/resolved']({ serverId: id }, context)).toEqual({ resolved: null });
    expect(errors).toEqual([]);
  });
});
