/** The way out, with a configuration file, a proxy, servers and an authority that are all real. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import { connect } from '@portolan/mcp-client/connect';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import type { ConnectProxy, ConnectProxyOptions } from '@portolan/fixture-servers/network/connect-proxy';
import { makePrivateAuthority } from '@portolan/fixture-servers/network/private-authority';
import type { PrivateAuthority } from '@portolan/fixture-servers/network/private-authority';
import { Notices } from '../app/notices.ts';
import { openConfig } from '../config/config-file.ts';
import { listModels } from '../models/list-models.ts';
import type { SecretStore } from '../ports.ts';
import { fetchBounded } from '../registry/registry-fetch.ts';
import type { Platform } from '../servers/launch/platform.ts';
import { resolveLaunch } from '../servers/launch/resolve-launch.ts';
import { SearchPath } from '../servers/launch/search-path.ts';
import { toHostError } from '../servers/problems.ts';
import { checkNetwork } from './check-network.ts';
import { Network } from './network.ts';

let authority: PrivateAuthority;
let server: Server;
let port: number;

beforeAll(async () => {
  authority = makePrivateAuthority(['api.test', 'registry.test', 'mcp.test']);
  server = createTlsServer(authority.server, (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/v1/models' ? '{"data":[{"id":"office-model"}]}' : '{"servers":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  authority.remove();
});

class MemorySecrets implements SecretStore {
  readonly kept = new Map<string, string>();
  get = (name: string) => Promise.resolve(this.kept.get(name) ?? null);
  has = (name: string) => this.kept.has(name);
  set = (name: string, value: string) => Promise.resolve(void this.kept.set(name, value));
  remove = (name: string) => Promise.resolve(void this.kept.delete(name));
}

async function open(env: Record<string, string> = {}, shell: Record<string, string> = {}, text?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-network-'));
  const path = join(folder, 'portolan.json');
  if (text !== undefined) writeFileSync(path, text, { mode: 0o600 });
  const config = await openConfig({ path, notices: new Notices() });
  const secrets = new MemorySecrets();
  const platform: Platform = { os: 'linux', env, home: folder, execPath: process.execPath, isNode: true };
  let shellReads = 0;
  const searchPath = new SearchPath(platform, () => {
    shellReads += 1;
    return Promise.resolve(shell);
  });
  const errors: unknown[] = [];
  const network = new Network({ config, secrets, platform, searchPath, onError: (error) => errors.push(error) });
  onTestFinished(async () => {
    // The next test trusts nobody that this one did.
    await network.save({ mode: 'none', proxy: '', certificates: '' });
    await network[Symbol.asyncDispose]();
    await config.close();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
  return { network, config, secrets, path, platform, searchPath, shellReads: () => shellReads };
}

async function proxy(options: Partial<ConnectProxyOptions> = {}): Promise<ConnectProxy> {
  const started = await startConnectProxy({ lead: (target) => (/^(?:api|registry|mcp)\.test:443$/.test(target) ? port : undefined), ...options });
  onTestFinished(() => started.close());
  return started;
}

const signal = () => AbortSignal.timeout(10_000);
const models = async (network: Network) => {
  const { models: listed, problem } = await listModels({ kind: 'openai-compatible', name: 'Office', baseUrl: 'https://api.test/v1', credentials: null, signal: signal(), fetch: network.fetch });
  return { models: listed.map(({ id }) => id), problem };
};

describe('the way out', () => {
  it('goes through the proxy and trusts the authority that were chosen, for models and for a registry (S20, R47)', async () => {
    const office = await proxy({ credentials: { username: 'me', password: 'office-pass' } });
    const { network, secrets, path } = await open();
    const view = await network.save({ mode: 'address', proxy: office.url.replace('//', '//me:office-pass@'), certificates: authority.file });
    expect(view).toMatchObject({ settings: { mode: 'address', proxy: office.url }, credentials: { username: 'me' }, proxy: { source: 'settings', https: office.url, hasCredentials: true }, certificateFiles: [{ source: 'settings', file: authority.file, count: 1, problem: null }] });
    expect(JSON.stringify(view)).not.toContain('office-pass');
    expect(readFileSync(path, 'utf8')).not.toMatch(/office-pass|me:/);
    expect(secrets.kept.get('network:proxy')).toContain('office-pass');

    expect(await models(network)).toEqual({ models: ['office-model'], problem: null });
    const chunks: Buffer[] = [];
    const options = { signal: signal(), maxBytes: 1000, timeoutMs: 5000, userAgent: 't', accept: 'application/json', redirects: 'same-origin', allowsPrivate: true, route: network.route } as const;
    expect(await fetchBounded('https://registry.test/v0.1/servers', options, (chunk) => void chunks.push(chunk))).toMatchObject({ status: 200 });
    expect(Buffer.concat(chunks).toString()).toBe('{"servers":[]}');
    expect(office.asked).toEqual(['CONNECT api.test:443', 'CONNECT registry.test:443']);
  });

  it('tells which proxy failed and why, whoever asked (S20, R71)', async () => {
    const office = await proxy({ credentials: { username: 'me', password: 'office-pass' } });
    const { network } = await open();
    await network.save({ mode: 'address', proxy: office.url, username: 'me', password: 'wrong-pass', certificates: authority.file });
    expect((await models(network)).problem).toMatchObject({ code: 'proxy-failed', details: { provider: 'Office', proxy: office.url, reason: 'credentials', status: 407, target: 'api.test:443' } });
    const refused = await connect({ client: { name: 't', version: '1' }, target: { kind: 'http', url: 'https://mcp.test/mcp', headers: {}, route: network.route } }).catch((error: unknown) => toHostError(error, { server: 'Remote' }));
    expect(refused).toMatchObject({ problem: { code: 'proxy-failed', details: { server: 'Remote', proxy: office.url, reason: 'credentials' } } });
    await network.save({ password: 'office-pass', noProxy: 'elsewhere.test' });
    expect(await models(network)).toMatchObject({ problem: null });
    expect(JSON.stringify(office.asked)).not.toContain('pass');
  });

  it('keeps a password for the proxy it was entered for, and takes it away when told (S09, S20, T:A09)', async () => {
    const office = await proxy();
    const { network, secrets } = await open();
    await network.save({ mode: 'address', proxy: office.url, username: 'me', password: 'office-pass', certificates: authority.file });
    const other = await proxy();
    await network.save({ proxy: other.url });
    await models(network);
    expect(other.authorizations).toEqual(['']);
    await network.save({ proxy: office.url });
    await models(network);
    expect(office.authorizations).toEqual([`Basic ${Buffer.from('me:office-pass').toString('base64')}`]);
    // Another name without a password is not given the old one.
    await network.save({ username: 'you' });
    expect(secrets.kept.get('network:proxy')).not.toContain('office-pass');
    expect((await network.save({ username: '' })).credentials).toBeNull();
    expect(secrets.kept.size).toBe(0);
  });

  it('follows the environment, or the login shell of the desktop, or nothing at all (S10, S20)', async () => {
    const office = await proxy();
    const fromTerminal = await open({ TERM: 'xterm', HTTPS_PROXY: office.url, NO_PROXY: 'registry.test', NODE_EXTRA_CA_CERTS: authority.file });
    expect(await fromTerminal.network.view()).toMatchObject({ settings: { mode: 'system' }, proxy: { source: 'environment', http: null, https: office.url, no: 'registry.test' }, certificateFiles: [{ source: 'environment', problem: null }] });
    expect(await models(fromTerminal.network)).toMatchObject({ models: ['office-model'] });
    expect(await fromTerminal.network.route(new URL('https://registry.test/'))).toBeUndefined();

    const fromDesktop = await open({}, { https_proxy: office.url, NODE_EXTRA_CA_CERTS: authority.file });
    expect((await fromDesktop.network.view()).proxy.source).toBe('login-shell');
    expect(await fromDesktop.network.serverEnvironment()).toEqual({ NODE_EXTRA_CA_CERTS: authority.file });
    expect(await models(fromDesktop.network)).toMatchObject({ models: ['office-model'] });

    expect((await fromTerminal.network.save({ mode: 'none' })).proxy).toMatchObject({ source: 'none', https: null });
    expect(await fromTerminal.network.route(new URL('https://api.test/'))).toBeUndefined();
    expect((await models(fromTerminal.network)).problem).toMatchObject({ code: 'model-unreachable', details: { reason: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) as string } });
  });

  it('asks no shell for what runs on this computer, nor before anything is asked for (S10, S16, S20)', async () => {
    const { network, shellReads } = await open({}, { https_proxy: 'http://proxy.test:1' });
    const here = createServer((_request, response) => void response.end('here'));
    await new Promise<void>((resolve) => here.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void here.close());
    const response = await network.fetch(`http://127.0.0.1:${(here.address() as AddressInfo).port}/`);
    expect([await response.text(), shellReads()]).toEqual(['here', 0]);
    expect(await network.route(new URL('https://api.test/'))).toEqual({ origin: 'http://proxy.test:1' });
    expect(shellReads()).toBe(1);
  });

  it('sends nothing around a proxy that a file names wrongly (S20)', async () => {
    const { network } = await open({ TERM: 'xterm' }, {}, '{"portolan":{"settings":{"network":{"mode":"address","proxy":"socks5://x:1","noProxy":"","certificates":""}}}}');
    expect((await models(network)).problem).toMatchObject({ code: 'proxy-failed', details: { reason: 'not-set' } });
  });

  it('refuses what cannot be used and changes nothing then (S20)', async () => {
    const { network, config } = await open();
    const before = config.current().settings;
    const empty = join(tmpdir(), `portolan-no-certificate-${process.pid}.pem`);
    writeFileSync(empty, '-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n');
    onTestFinished(() => rmSync(empty));
    for (const [input, reason] of [
      [{ mode: 'address' }, 'proxy-address'],
      [{ proxy: 'socks5://proxy.test:1' }, 'proxy-address'],
      [{ certificates: '/nowhere/ca.pem' }, 'certificates-missing'],
      [{ certificates: tmpdir() }, 'certificates-not-readable'],
      [{ certificates: empty }, 'certificates-no-certificates'],
      [{ mode: 'address', proxy: 'http://proxy.test', username: 'a:b' }, 'username-colon'],
    ] as const) await expect(network.save(input), reason).rejects.toMatchObject({ problem: { code: 'invalid-input', details: { reason } } });
    expect(config.current().settings).toEqual(before);
  });

  it('tells of a certificate file that is gone, and goes on with the others (S20)', async () => {
    const { network } = await open({ TERM: 'xterm', NODE_EXTRA_CA_CERTS: '/nowhere/office.pem' });
    expect((await network.view()).certificateFiles).toEqual([{ source: 'environment', file: '/nowhere/office.pem', count: 0, problem: 'missing' }]);
  });

  it('gives our own web fetch the proxy with its password, other servers the address alone (S09, S17, S20)', async () => {
    const { network, platform, searchPath } = await open({ TERM: 'xterm', PATH: process.env['PATH'] ?? '', HTTPS_PROXY: 'http://old.test:1' });
    await network.save({ mode: 'address', proxy: 'http://proxy.test:8080', username: 'me', password: 'p@ss:word-1', noProxy: 'intranet.test', certificates: authority.file });
    const resolve = (command: string, args: string[]) => resolveLaunch({ kind: 'stdio', command, args, env: {} }, 'S', { platform, searchPath, hostTag: 't', network });
    const own = await resolve('portolan-builtin', ['fetch']);
    expect(own.target).toMatchObject({ env: { HTTPS_PROXY: 'http://me:p%40ss%3Aword-1@proxy.test:8080/', https_proxy: 'http://me:p%40ss%3Aword-1@proxy.test:8080/', NO_PROXY: 'intranet.test', NODE_EXTRA_CA_CERTS: authority.file } });
    expect(own.secrets).toEqual(expect.arrayContaining(['p@ss:word-1', 'p%40ss%3Aword-1']));
    const other = await resolve('node', ['x.js']);
    expect(other.target).toMatchObject({ env: { HTTPS_PROXY: 'http://proxy.test:8080', NODE_EXTRA_CA_CERTS: authority.file } });
    expect(JSON.stringify(other)).not.toMatch(/word-1|me:/);
    await network.save({ mode: 'none' });
    expect(Object.keys((await resolve('portolan-builtin', ['fetch'])).target).includes('env')).toBe(true);
    expect(JSON.stringify((await resolve('portolan-builtin', ['fetch'])).target)).not.toMatch(/proxy/i);
  });

  it('is looked at for everything in use, each address once, and not for servers that are off (S20, S16)', async () => {
    const office = await proxy();
    const { network, config } = await open();
    await network.save({ mode: 'address', proxy: office.url, certificates: authority.file });
    await config.updateSettings({ registryUrl: 'https://registry.test' });
    await config.saveProvider({ id: ProviderId.parse('p_1'), kind: 'openai-compatible', name: 'Office', baseUrl: 'https://api.test/v1', models: [] });
    const add = (name: string, url: string, isEnabled: boolean) => config.addServer({ name, launch: { kind: 'http', url, headers: {}, transport: 'auto' }, isEnabled, reviewedHash: null, disabledTools: [], inputs: [] });
    await add('on', 'https://blocked.test/mcp?key=k', true);
    await add('off', 'https://off.test/mcp', false);
    await add('same', 'https://api.test/mcp', true);
    const checks = await checkNetwork(network, config.current(), signal());
    expect(checks).toEqual([
      { kind: 'registry', name: '', origin: 'https://registry.test', via: office.url, ms: expect.any(Number) as number, problem: null },
      { kind: 'provider', name: 'Office', origin: 'https://api.test', via: office.url, ms: expect.any(Number) as number, problem: null },
      { kind: 'server', name: 'on', origin: 'https://blocked.test', via: office.url, ms: expect.any(Number) as number, problem: expect.objectContaining({ code: 'proxy-failed', details: expect.objectContaining({ reason: 'refused', status: 403 }) as object }) as object },
    ]);
    expect(office.asked.join()).not.toMatch(/off\.test|key/);
  });
});
