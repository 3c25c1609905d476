import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many, weather } from '@portolan/fixture-servers/registry/samples';
import { startRegistry } from '@portolan/fixture-servers/registry/start';
import { fixture, Place } from './place.ts';

interface Failure {
  error: { code: string; next: string | null; details: { hash?: string } };
}

describe.skipIf(process.platform !== 'linux')('the registry, limits, a project’s folder and changed definitions from the command line (O04)', () => {
  let place: Place;
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  beforeAll(async () => {
    registry = await startRegistry([weather, ...many]);
    place = new Place({ ours: { command: 'ours', args: [] }, trusted: fixture('rug-pull', { after: 1 }) }, { settings: { registryUrl: registry.url } });
    await place.startApp();
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  it('finds a server in the registry, shows its ways, and adds it only after showing what would run (S06)', async () => {
    const found = await place.json<{ servers: { name: string; kinds: string[] }[] }>(['registry', 'search', 'weather']);
    expect([found.code, found.value.servers.map(({ name }) => name)]).toEqual([0, ['io.github.example/weather-mcp']]);
    const page = await place.json<{ nextCursor: string }>(['registry', 'search']);
    expect(page.stderr).toContain('--cursor');
    expect((await place.json<{ servers: unknown[] }>(['registry', 'search', `--cursor=${page.value.nextCursor}`])).value.servers.length).toBeGreaterThan(0);
    const shown = await place.json<{ server: { choices: { id: string; registryType: string }[] }; versions: { version: string }[] }>(['registry', 'show', 'io.github.example/weather-mcp']);
    expect(shown.value.versions.map(({ version }) => version)).toContain('1.2.0');
    expect((await place.run(['registry', 'show', 'io.github.example/weather-mcp@1.2.0'])).stdout).toContain('WEATHER_KEY');
    const choice = `--choice=${shown.value.server.choices.find(({ registryType }) => registryType === 'pypi')?.id ?? ''}`;
    const asked = await place.run(['registry', 'install', 'io.github.example/weather-mcp', choice, '--name=meteo']);
    expect([asked.code, asked.stderr, place.config.mcpServers['meteo']]).toEqual([3, expect.stringContaining('weather-mcp@1.2.0'), undefined]);
    expect((await place.run(['registry', 'install', 'io.github.example/weather-mcp', choice, '--name=meteo', '--yes'])).code).toBe(0);
    expect(place.config.mcpServers['meteo']).toBeDefined();
    expect((await place.json<Failure>(['registry', 'show', 'io.example/nothing'])).value.error.code).toBe('registry-failed');
  });

  it('shows the limits of a server, changes those that are named, and goes back to the usual one', async () => {
    const limits = (...pairs: string[]) => place.json<{ limits: Record<string, unknown>; own: string[] }>(['servers', 'limits', 'ours', ...pairs]);
    expect((await limits()).value).toMatchObject({ limits: { callSeconds: 300, restarts: true }, own: [] });
    expect((await limits('call-seconds=60', 'restarts=no')).value).toMatchObject({ limits: { callSeconds: 60, restarts: false }, own: ['callSeconds', 'restarts'] });
    expect((await limits('call-seconds=default')).value).toMatchObject({ limits: { callSeconds: 300 }, own: ['restarts'] });
    expect((await Promise.all([limits('call-seconds=0'), limits('wombat=1'), limits('restarts=maybe'), limits('log-lines=1e3')])).map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect((await limits()).value.own).toEqual(['restarts']);
    expect((await limits('tool:dig=600', 'tool:a=b=5')).value.limits).toMatchObject({ toolSeconds: { dig: 600, 'a=b': 5 } });
    expect((await limits('tool:a=b=default')).value.limits).toMatchObject({ toolSeconds: { dig: 600 } });
    expect((await place.run(['servers', 'limits', 'ours'])).stdout).toMatch(/tool:dig +600 +of its own/);
    expect((await Promise.all([limits('tool:dig=0'), limits('tool:=5'), limits('tool:dig')])).map(({ code }) => code)).toEqual([2, 2, 2]);
  });

  it('says where the configuration is, and brings over what a project’s folder has, off (A09)', async () => {
    expect((await place.json(['config', 'path'])).value).toEqual({ file: join(place.dataDir, 'portolan.json') });
    const project = join(place.folder, 'project');
    mkdirSync(project);
    expect((await place.json<Failure>(['import', project])).code).toBe(4);
    writeFileSync(join(project, '.mcp.json'), '{ "mcpServers": { "site": { "command": "npx", "args": ["-y", "some@1.0.0"] } } }');
    const asked = await place.run(['import', project]);
    expect([asked.code, asked.stderr, place.config.mcpServers['site']]).toEqual([3, expect.stringContaining('argument 2: some@1.0.0'), undefined]);
    const { value } = await place.json<{ format: string; servers: { outcome: string; server: { isEnabled: boolean } }[] }>(['import', project, '--yes']);
    expect(value).toMatchObject({ format: 'project', servers: [{ outcome: 'added', server: { isEnabled: false, isReviewed: false } }] });
  });

  it('accepts a changed definition only as it was read, never by --yes, and can leave it off (H03)', async () => {
    await place.review('trusted');
    expect((await place.run(['pins', 'changes', 'trusted'])).code).toBe(0);
    await place.run(['rules', 'add', 'allow', 'trusted', 'weather', '--yes']);
    expect((await place.run(['tools', 'call', 'trusted', 'weather', 'city=Oslo'])).code).toBe(0);
    const changed = () => place.json<{ hash: string; suspended: { tool: string }[] }>(['pins', 'changes', 'trusted']);
    await expect.poll(async () => (await changed()).value.suspended.map(({ tool }) => tool)).toEqual(['weather']);
    const { code, value } = await changed();
    expect(code).toBe(3);
    const nobody = await place.json<Failure>(['pins', 'accept', 'trusted']);
    expect([nobody.code, nobody.value.error.details.hash, nobody.stderr]).toEqual([3, value.hash, expect.stringMatching(/^ *\+ /m)]);
    expect((await place.run(['pins', 'accept', 'trusted', '--yes'])).code).toBe(2);
    expect((await place.json<Failure>(['pins', 'accept', 'trusted', '--hash=0'])).value.error.code).toBe('needs-review');
    expect((await place.json<Failure>(['pins', 'keep-off', 'trusted', 'wombat'])).code).toBe(4);
    expect((await place.run(['pins', 'keep-off', 'trusted', 'weather'])).code).toBe(0);
    expect((await changed()).code).toBe(0);
    const { hash } = (await changed()).value;
    expect((await place.json(['pins', 'accept', 'trusted', 'weather', `--hash=${hash}`])).value).toMatchObject({ accepted: ['weather'], remaining: 0 });
    expect((await changed()).value.suspended).toEqual([]);
  });
});
