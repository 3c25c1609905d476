/** Browsing and installing from a registry, in a whole host against a registry on this machine (S06). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallContext } from '@portolan/contract/contract';
import { files } from '@portolan/fixture-servers/bundles/sample';
import { zip } from '@portolan/fixture-servers/bundles/zip';
import { hostilePackages, hostileText, many, weather } from '@portolan/fixture-servers/registry/samples';
import { startRegistry } from '@portolan/fixture-servers/registry/start';
import type { RegistryEntry } from '@portolan/fixture-servers/registry/start';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';
import { checkAddress, fetchBounded } from './registry-fetch.ts';

const context: CallContext = { connection: 'test', signal: new AbortController().signal };
const open: { host: Host; folder: string }[] = [];
afterEach(async () => {
  for (const { host, folder } of open.splice(0)) {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function start(registry: string): Promise<{ host: Host; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-'));
  const host = await createHost({ dataDir: folder, shell: 'browser', version: '9' });
  open.push({ host, folder });
  await host.handlers['settings/update']({ registryUrl: registry }, context);
  return { host, folder };
}

const list = (host: Host, search = '', cursor?: string) => host.handlers['registry/list']({ search, ...(cursor === undefined ? {} : { cursor }) }, context);
const problem = async (work: () => unknown) => {
  try {
    await work();
    return null;
  } catch (error) {
    return error;
  }
};
const entry = (server: object, more: Partial<RegistryEntry> = {}): RegistryEntry => ({ server: { name: 'io.example/one', version: '1.0.0', ...server }, ...more });

describe('a registry', () => {
  it('is asked for nothing until its screen is opened, and then without cookie, credential or referrer (S06)', async () => {
    await using registry = await startRegistry([weather]);
    const { host } = await start(registry.url);
    await wait(50);
    expect(registry.requests).toEqual([]);
    const { servers } = await list(host, ' weather ');
    expect(servers).toEqual([{ name: 'io.github.example/weather-mcp', title: 'Weather', description: 'The weather, anywhere.', version: '1.2.0', status: 'active', updatedAt: Date.parse('2026-10-01T10:00:00Z'), kinds: ['npm', 'pypi', 'oci', 'nuget', 'cargo', 'remote'] }]);
    expect(registry.requests.map(({ path }) => path)).toEqual(['/v0.1/servers?limit=30&version=latest&search=weather']);
    expect(Object.keys(registry.requests[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(registry.requests[0]?.headers['user-agent']).toBe('portolan/9');
  });

  it('is paged by its cursors to the end, and a cursor that leads nowhere ends it (S06)', async () => {
    await using registry = await startRegistry(many);
    const { host } = await start(registry.url);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop
      const page = await list(host, '', cursor);
      names.push(...page.servers.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(names).toEqual(many.map(({ server }) => server.name));
    registry.intercept = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ servers: [], metadata: { nextCursor: 'again' } }));
      return true;
    };
    expect((await list(host, '', 'again')).nextCursor).toBeNull();
    registry.intercept = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ servers: null, metadata: { nextCursor: 'x'.repeat(5000) } }));
      return true;
    };
    expect(await list(host)).toMatchObject({ servers: [], nextCursor: null });
  });

  it('keeps what it last said for when it cannot be reached, also after a restart, and says so (S06)', async () => {
    const registry = await startRegistry([weather]);
    const { host, folder } = await start(registry.url);
    const seen = await list(host);
    await registry.close();
    expect(await list(host)).toEqual({ ...seen, problem: expect.objectContaining({ code: 'registry-failed', details: expect.objectContaining({ reason: 'unreachable' }) }) });
    await vi.waitFor(() => expect(readFileSync(join(folder, 'state/registry.json'), 'utf8')).toContain('weather-mcp'));
    expect(await problem(() => list(host, 'never asked'))).toMatchObject({ problem: { code: 'registry-failed', details: { reason: 'unreachable' } } });
    await host.close();
    const again = await createHost({ dataDir: folder, shell: 'browser', version: '9' });
    open.splice(0, 1, { host: again, folder });
    expect((await list(again)).servers).toEqual(seen.servers);
  });

  it('with bad entries shows the good ones and counts the others; one that is no registry says so (S06)', async () => {
    await using registry = await startRegistry([weather]);
    const { host } = await start(registry.url);
    const bad = [null, 7, {}, { server: {} }, { server: { name: '<b>x</b>', description: '', version: '1' } }, { server: { name: 'no-slash', description: '', version: '1' } }, { server: { name: 'a/b', description: 'x'.repeat(1_000_000), version: '1' } }, { server: { name: 'a/b', description: '', version: '1', packages: [{ registryType: 7 }] } }];
    registry.intercept = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ servers: [...bad, { server: { name: 'a/good', description: 'd', version: '1' } }], metadata: {} }));
      return true;
    };
    expect(await list(host)).toMatchObject({ servers: [{ name: 'a/good', status: 'unknown', updatedAt: null, kinds: [] }], refused: bad.length });
    const answers: [number, string, string | Buffer, string][] = [
      [200, 'text/html', '<html>captive portal</html>', 'not-a-registry'],
      [200, 'application/json', '{"servers":', 'not-a-registry'],
      [200, 'application/json', '{"servers":{}}', 'not-a-registry'],
      [200, 'application/json', Buffer.from([0x22, 0xff, 0x22]), 'not-a-registry'],
      [500, 'application/json', '{}', 'status'],
      [200, 'application/json', Buffer.alloc(9 * 1024 * 1024, 0x20), 'too-large'],
    ];
    for (const [status, type, body, reason] of answers) {
      registry.intercept = (_request, response) => {
        response.writeHead(status, { 'Content-Type': type }).end(body);
        return true;
      };
      // oxlint-disable-next-line no-await-in-loop
      expect(await problem(() => list(host, `search ${reason}`)), reason).toMatchObject({ problem: { code: 'registry-failed', details: { reason } } });
    }
  });

  it('may send on within its own origin and nowhere else, and is refused as an address when it is not https (S06, T:G07)', async () => {
    await using canary = await startRegistry([weather]);
    await using registry = await startRegistry([weather]);
    const { host } = await start(registry.url);
    const redirect = (to: string) => {
      registry.intercept = (request, response) => {
        if (request.url?.startsWith('/v0.1/elsewhere')) return false;
        response.writeHead(302, { Location: to }).end();
        return true;
      };
    };
    for (const to of [`${canary.url}/v0.1/servers`, 'https://evil.example/', 'file:///etc/passwd', 'http://169.254.169.254/', `${registry.url}/v0.1/servers`]) {
      redirect(to);
      // oxlint-disable-next-line no-await-in-loop
      expect(await problem(() => list(host, to)), to).toMatchObject({ problem: { code: 'registry-failed', details: { reason: 'redirect' } } });
    }
    expect(canary.requests).toEqual([]);
    for (const address of ['http://registry.example', 'ftp://x/', 'https://user:pw@registry.example', 'not an address', 'http://127.0.0.1.evil.example']) {
      expect(() => checkAddress(address), address).toThrow(/registry-failed/);
      // oxlint-disable-next-line no-await-in-loop
      expect(await problem(() => host.handlers['settings/update']({ registryUrl: address }, context))).toMatchObject({ problem: { details: { reason: 'address' } } });
    }
  });

  it('that is slow is given up after a while, and at once when nobody waits any more (S06)', async () => {
    await using registry = await startRegistry();
    registry.intercept = () => true;
    const options = { signal: new AbortController().signal, maxBytes: 1000, timeoutMs: 50, userAgent: 'x', accept: '*/*', redirects: 'same-origin', allowsPrivate: true } as const;
    await expect(fetchBounded(registry.url, options, () => undefined)).rejects.toMatchObject({ problem: { details: { reason: 'timeout' } } });
    const leaving = new AbortController();
    const asked = fetchBounded(registry.url, { ...options, signal: leaving.signal, timeoutMs: 60_000 }, () => undefined);
    leaving.abort();
    await expect(asked).rejects.toThrow(/abort/i);
    for (const address of ['https://10.0.0.1/x', 'https://[::1]/x', 'https://[fd00::1]/x', 'https://169.254.169.254/x', 'https://localhost/x', 'https://2130706433/x', 'http://127.0.0.1:1/x']) await expect(fetchBounded(address, { ...options, allowsPrivate: false }, () => undefined), address).rejects.toMatchObject({ problem: { code: 'registry-failed' } });
  });
});

describe('a server of a registry', () => {
  const plan = (host: Host, choice: string, answers: Record<string, string> = {}, secretKeys: string[] = [], name = weather.server.name, version = weather.server.version) => host.handlers['registry/plan']({ name, version, choice, answers, secretKeys }, context);

  it('shows its versions, packages and addresses, and everything each asks for (S06)', async () => {
    await using registry = await startRegistry([weather, { server: { ...weather.server, version: '1.1.0' }, isLatest: false, status: 'deprecated' }]);
    const { host } = await start(registry.url);
    expect(await host.handlers['registry/versions']({ name: weather.server.name }, context)).toEqual({ versions: [{ version: '1.2.0', status: 'active', publishedAt: Date.parse('2026-09-01T10:00:00Z'), isLatest: true }, { version: '1.1.0', status: 'deprecated', publishedAt: Date.parse('2026-09-01T10:00:00Z'), isLatest: false }] });
    const server = await host.handlers['registry/server']({ name: weather.server.name, version: 'latest' }, context);
    expect(server).toMatchObject({ version: '1.2.0', isLatest: true, links: [{ kind: 'website', url: 'https://weather.example/' }, { kind: 'repository' }] });
    expect(server.choices.map(({ id, kind, registryType, unsupported }) => [id, kind, registryType, unsupported])).toEqual([['package-0', 'package', 'npm', null], ['package-1', 'package', 'pypi', null], ['package-2', 'package', 'oci', null], ['package-3', 'package', 'nuget', null], ['package-4', 'package', 'cargo', 'kind'], ['remote-0', 'remote', 'remote', null]]);
    expect(server.choices[0]?.inputs.map(({ key, place, isRequired, isSecret, default: initial, choices }) => [key, place, isRequired, isSecret, initial, choices])).toEqual([
      ['env.WEATHER_KEY', 'environment', true, true, '', []],
      ['env.LOG_LEVEL', 'environment', false, false, 'info', []],
      ['env.ENDPOINT.region', 'environment', true, false, '', ['eu', 'us']],
      ['arg-1', 'argument', false, false, 'metric', ['metric', 'imperial']],
      ['arg-2', 'argument', false, false, '', []],
    ]);
    expect(registry.requests.at(-1)?.path).toBe('/v0.1/servers/io.github.example%2Fweather-mcp/versions/latest');
  });

  it('is planned as exactly one command, at the published version, and installed as planned, its secret by name (S06, S09, H07)', async () => {
    await using registry = await startRegistry([weather]);
    const { host, folder } = await start(registry.url);
    const answers = { 'env.LOG_LEVEL': 'debug', 'env.ENDPOINT.region': 'eu', 'arg-1': 'imperial', 'arg-2': '/maps\n/more maps' };
    const planned = await plan(host, 'package-0', answers, ['env.WEATHER_KEY']);
    expect(planned).toMatchObject({ faults: [], flags: [], serverName: 'weather', launch: { kind: 'stdio', command: 'npx', args: ['-y', '@example/weather-mcp@1.2.0', 'serve', '--units=imperial', '/maps', '/more maps'], env: [{ name: 'WEATHER_KEY', value: '${secret:env.WEATHER_KEY}' }, { name: 'LOG_LEVEL', value: 'debug' }, { name: 'ENDPOINT', value: 'https://eu.weather.example' }] } });
    expect((await plan(host, 'package-1')).launch).toMatchObject({ command: 'uvx', args: ['weather-mcp@1.2.0'] });
    expect((await plan(host, 'package-2', { 'run-0.source': '/data' }, ['env.WEATHER_KEY'])).launch).toMatchObject({ command: 'docker', args: ['run', '-i', '--rm', '-e', 'WEATHER_KEY', '--mount=type=bind,src=/data,dst=/data', 'docker.io/example/weather:1.2.0'], env: [{ name: 'WEATHER_KEY', value: '${secret:env.WEATHER_KEY}' }] });
    expect((await plan(host, 'package-3')).launch).toMatchObject({ command: 'dnx', args: ['Example.Weather@1.2.0-beta', '--yes', '--', 'mcp', 'start'] });
    // An answer cannot leave its place in the address.
    for (const tenant of ['evil.example/', 'user@evil', 'a b']) await expect(plan(host, 'remote-0', { 'url.tenant': tenant }), tenant).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    expect((await plan(host, 'remote-0')).faults).toEqual([{ key: 'url.tenant', reason: 'required' }, { key: 'header.Authorization.token', reason: 'required' }]);
    expect((await plan(host, 'remote-0', { 'url.tenant': 'acme' }, ['header.Authorization.token'])).launch).toEqual({ kind: 'http', url: 'https://acme.weather.example/mcp', headers: [{ name: 'Authorization', value: 'Bearer ${secret:header.Authorization.token}' }], transport: 'streamable-http' });

    const install = { name: weather.server.name, version: weather.server.version, choice: 'package-0', answers, secrets: [{ name: 'env.WEATHER_KEY', value: 'MK-registry-secret' }], serverName: 'weather' };
    await expect(host.handlers['registry/install']({ ...install, launchHash: 'other' }, context)).rejects.toMatchObject({ problem: { code: 'server-changed' } });
    const server = await host.handlers['registry/install']({ ...install, launchHash: planned.launchHash }, context);
    expect(server).toMatchObject({ name: 'weather', isReviewed: false, state: 'stopped', launchHash: planned.launchHash });
    await expect(host.handlers['registry/install']({ ...install, launchHash: planned.launchHash }, context)).rejects.toMatchObject({ problem: { code: 'server-name-taken' } });
    expect(readFileSync(join(folder, 'portolan.json'), 'utf8')).not.toContain('MK-registry-secret');
    expect(await host.handlers['servers/secrets']({ serverId: server.id }, context)).toEqual({ secrets: [{ name: 'env.WEATHER_KEY', isSet: true }] });
  });

  it('says what is wrong with an answer (S06)', async () => {
    await using registry = await startRegistry([weather, entry({ packages: [{ registryType: 'npm', identifier: 'x', version: '1.0.0', transport: { type: 'stdio' }, packageArguments: [{ type: 'named', name: '--port', format: 'number' }, { type: 'named', name: '--loud', format: 'boolean' }] }] })]);
    const { host } = await start(registry.url);
    expect((await plan(host, 'package-0', { 'arg-1': 'furlongs', 'arg-2': 'relative' })).faults).toEqual([{ key: 'env.WEATHER_KEY', reason: 'required' }, { key: 'env.ENDPOINT.region', reason: 'required' }, { key: 'arg-1', reason: 'not-a-choice' }, { key: 'arg-2', reason: 'not-absolute' }]);
    expect((await plan(host, 'package-0', { 'arg-0': 'many', 'arg-1': 'very' }, [], 'io.example/one', '1.0.0')).faults).toEqual([{ key: 'arg-0', reason: 'not-a-number' }, { key: 'arg-1', reason: 'wrong-type' }]);
    await expect(plan(host, 'package-0', { 'env.LOG_LEVEL': '${AWS_SECRET_ACCESS_KEY}' })).rejects.toMatchObject({ problem: { code: 'invalid-input', details: { reason: 'variable' } } });
    await expect(plan(host, 'package-4')).rejects.toMatchObject({ problem: { details: { reason: 'not-installable', subject: 'kind' } } });
    await expect(plan(host, 'package-99')).rejects.toMatchObject({ problem: { details: { reason: 'not-installable' } } });
  });

  it('whose package wants to be an option, an address or a command is shown and cannot be installed (S06, T:A10)', async () => {
    await using registry = await startRegistry([entry({ packages: hostilePackages, remotes: [{ type: 'streamable-http', url: 'javascript:alert(1)' }, { type: 'streamable-http', url: 'https://{host}/mcp', variables: { host: {} } }, { type: 'streamable-http', url: 'https://user@evil.example/' }, { type: 'websocket', url: 'https://x.example/' }, { type: 'sse', url: 'https://x.example/${HOME}' }] })]);
    const { host } = await start(registry.url);
    const { choices } = await host.handlers['registry/server']({ name: 'io.example/one', version: '1.0.0' }, context);
    expect(choices.map(({ unsupported }) => unsupported)).toEqual(['identifier', 'identifier', 'identifier', 'identifier', 'version', 'version', 'version', 'identifier', 'identifier', 'identifier', 'address', 'variable', 'transport', 'hash', 'identifier', 'kind', 'address', 'address', 'address', 'transport', 'variable']);
    for (const { id } of choices) await expect(plan(host, id, {}, [], 'io.example/one', '1.0.0'), id).rejects.toMatchObject({ problem: { details: { reason: 'not-installable' } } });
  });

  it('with an argument for the runner, another package registry or no version is shown with its flags (S06, T:A14, T:A10)', async () => {
    await using registry = await startRegistry([entry({ packages: [
      { registryType: 'npm', identifier: 'x', version: '1.0.0', transport: { type: 'stdio' }, registryBaseUrl: 'https://npm.evil.example', runtimeArguments: [{ type: 'named', name: '--call', value: 'touch PWNED' }] },
      { registryType: 'npm', identifier: 'x', transport: { type: 'stdio' } },
      { registryType: 'oci', identifier: 'docker.io/x/y:1.0', transport: { type: 'stdio' }, runtimeArguments: [{ type: 'named', name: '-v', value: '/:/host' }, { type: 'positional', value: '--privileged' }] },
    ] })]);
    const { host } = await start(registry.url);
    const kinds = async (id: string) => (await plan(host, id, {}, [], 'io.example/one', '1.0.0')).flags.map(({ kind }) => kind);
    expect(await kinds('package-0')).toEqual(expect.arrayContaining(['inline-code', 'remote-code']));
    expect(await kinds('package-1')).toEqual(['unpinned-package']);
    expect(await kinds('package-2')).toEqual(expect.arrayContaining(['privileged', 'sensitive-path']));
  });

  it('with texts that want to be more stays text, with no link but to a page (S06)', async () => {
    await using registry = await startRegistry([hostileText]);
    const { host } = await start(registry.url);
    const server = await host.handlers['registry/server']({ name: 'io.evil/text', version: 'latest' }, context);
    expect(server.links).toEqual([]);
    expect(server.title).toBe(hostileText.server['title']);
    const planned = await plan(host, 'package-0', {}, [], 'io.evil/text', '1.0.0');
    expect(planned.launch).toMatchObject({ args: ['-y', 'fine@1.0.0', '--eval=a\nb'] });
    expect(planned.flags.map(({ kind }) => kind)).toContain('hidden-characters');
  });

  it('must be the one that was asked for, by name and version (S06)', async () => {
    await using registry = await startRegistry([weather]);
    const { host } = await start(registry.url);
    registry.intercept = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ server: { name: 'io.evil/other', description: '', version: '1.2.0' } }));
      return true;
    };
    await expect(host.handlers['registry/server']({ name: weather.server.name, version: '1.2.0' }, context)).rejects.toMatchObject({ problem: { details: { reason: 'not-a-server' } } });
    registry.intercept = null;
    await expect(host.handlers['registry/server']({ name: 'io.example/none', version: 'latest' }, context)).rejects.toMatchObject({ problem: { details: { reason: 'unknown-server' } } });
  });

  it('as a bundle is fetched, must have the published hash, and is then looked at like one from a file (S05, S06, A16)', async () => {
    await using registry = await startRegistry();
    const bytes = zip(files());
    registry.files.set('/weather.mcpb', bytes);
    registry.files.set('/moved.mcpb', Buffer.concat([bytes, Buffer.from('x')]));
    const sha = createHash('sha256').update(bytes).digest('hex');
    const bundle = (path: string) => ({ registryType: 'mcpb', identifier: `${registry.url}${path}`, fileSha256: sha, transport: { type: 'stdio' } });
    registry.entries = [entry({ packages: [bundle('/weather.mcpb'), bundle('/moved.mcpb'), bundle('/none.mcpb')] })];
    const { host } = await start(registry.url);
    const fetched = (choice: string) => host.handlers['registry/bundle']({ name: 'io.example/one', version: '1.0.0', choice }, context);
    expect(await fetched('package-0')).toMatchObject({ sha256: sha, fileName: 'weather.mcpb', facts: { name: 'weather' } });
    await expect(fetched('package-1')).rejects.toMatchObject({ problem: { code: 'bundle-refused', details: { reason: 'hash' } } });
    await expect(fetched('package-2')).rejects.toMatchObject({ problem: { code: 'registry-failed', details: { reason: 'status' } } });
  });
});
