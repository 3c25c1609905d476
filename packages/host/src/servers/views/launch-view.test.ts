import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { LaunchView } from '@portolan/contract/servers';
import { launchChanges } from '../../config/launch-changes.ts';
import type { LaunchConfig } from '../../ports.ts';
import { fromLaunchView, toLaunchView } from './launch-view.ts';

const stdio: LaunchConfig = { kind: 'stdio', command: 'npx', args: ['-y', 'x'], env: { KEY: 'MK-1', REF: '${env:TOKEN}', SCHEME: 'Bearer ${TOKEN}', HALF: 'x-${TOKEN}', EMPTY: '' }, cwd: '~/x' };
const http: LaunchConfig = { kind: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer MK-2' }, transport: 'auto' };

describe('toLaunchView', () => {
  it('masks what is or may hold a key, and says why and how long it is (S09)', () => {
    const view = toLaunchView(stdio);
    expect(JSON.stringify(view)).not.toContain('MK-1');
    expect(view).toMatchObject({
      env: [
        { name: 'KEY', value: null, hidden: { reason: 'name', length: 4 } },
        { name: 'REF', value: '${env:TOKEN}' },
        { name: 'SCHEME', value: 'Bearer ${TOKEN}' },
        { name: 'HALF', value: null, hidden: { reason: 'reference', length: 10 } },
        { name: 'EMPTY', value: '' },
      ],
    });
    expect(toLaunchView(http)).toMatchObject({ headers: [{ name: 'Authorization', value: null, hidden: { reason: 'name', length: 11 } }] });
  });

  it.each([
    ['MODE', 'production'], ['LOG_LEVEL', 'debug'], ['DATA', '${HOME}/data'], ['URL', 'https://a.example/path?page=2'], ['X-Region', 'eu-west-1'], ['PATHS', '/usr/local/lib/node_modules:/opt/tools-2026'], ['AUTHOR', 'Ada'],
    ['NODE_OPTIONS', '--require=/tmp/3f2504e04f8911d39a0c0305e82c3301.js'], ['LD_PRELOAD', '/tmp/a.so'],
  ])('shows what %s is, for nobody can decide on it unseen (A02, A03, H07)', (name, value) => {
    expect(toLaunchView({ ...http, headers: { [name]: value } })).toMatchObject({ headers: [{ name, value }] });
  });

  it.each([
    ['SESSION', 'abc', 'name'], ['X-Api-Key', 'k', 'name'], ['DB', 'postgres://me:MK-1@host/db', 'look'], ['VALUE', 'ghp_0123456789abcdefghij0123', 'look'], ['ID', '3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'look'],
    ['WORD', '9f86d081884c7d659a2feaa0c55ad015', 'look'], ['OPTS', '--token=MK-1', 'look'], ['MIX', '${HOME}:${secret:PIN}', 'reference'], ['MORE', 'x${SECRET:A}', 'reference'], ['NODE_OPTIONS', '--x https://me:MK-1@a.example/', 'look'],
  ])('hides %s=%s (S09, A13)', (name, value, reason) => {
    expect(toLaunchView({ ...stdio, env: { [name]: value } })).toMatchObject({ env: [{ name, value: null, hidden: { reason, length: value.length } }] });
  });

  it('shows what a variable slips into a program, where it is decided on, and no key that may be in one (A03, H07)', () => {
    const env = { NODE_OPTIONS: '--require=/tmp/x.js', LD_PRELOAD: '/tmp/a.so', NPM_CONFIG_REGISTRY: 'https://npm.example/', HTTPS_PROXY: 'http://me:MK-1@proxy.example:8080', npm_config__authToken: 'MK-2', PIP_INDEX_URL: 'https://__token__:MK-3@pypi.example/simple' };
    const hidden = { HTTPS_PROXY: null, npm_config__authToken: null, PIP_INDEX_URL: null };
    const view = toLaunchView({ ...stdio, env });
    expect(view.kind === 'stdio' && Object.fromEntries(view.env.map(({ name, value }) => [name, value]))).toEqual({ ...env, ...hidden });
    const [change] = launchChanges({ ...stdio, env: { NODE_OPTIONS: '--no-warnings' } }, { ...stdio, env: { NODE_OPTIONS: '--require=/tmp/x.js' } });
    expect(change).toEqual({ what: 'variable', kind: 'changed', name: 'NODE_OPTIONS', before: '--no-warnings', after: '--require=/tmp/x.js', isHidden: false });
    const [secret] = launchChanges({ ...stdio, env: { TOKEN: 'MK-1' } }, { ...stdio, env: { TOKEN: 'MK-22' } });
    expect(secret).toEqual({ what: 'variable', kind: 'changed', name: 'TOKEN', before: null, after: null, isHidden: true, beforeHidden: { reason: 'name', length: 4 }, afterHidden: { reason: 'name', length: 5 } });
  });
});

describe('fromLaunchView', () => {
  it('gives back what stood when the window changed nothing', () => {
    expect(fromLaunchView(toLaunchView(stdio), stdio)).toEqual(stdio);
    expect(fromLaunchView(toLaunchView(http), http)).toEqual(http);
  });

  it('takes new values, drops removed names and refuses a masked value that stands nowhere', () => {
    const view: LaunchView = { kind: 'stdio', command: 'node', args: [], env: [{ name: 'KEY', value: 'new' }, { name: 'HALF', value: null }] };
    expect(fromLaunchView(view, stdio)).toEqual({ kind: 'stdio', command: 'node', args: [], env: { KEY: 'new', HALF: 'x-${TOKEN}' } });
    expect(() => fromLaunchView(view, null)).toThrow(HostError);
    expect(() => fromLaunchView(toLaunchView(stdio), http)).toThrow(HostError);
  });

  it('does not let a kept credential follow the address to another origin (A09)', () => {
    const moved = (url: string): LaunchView => ({ kind: 'http', url, headers: [{ name: 'authorization', value: null }], transport: 'auto' });
    expect(fromLaunchView(moved('https://a.example/other'), http)).toMatchObject({ headers: { authorization: 'Bearer MK-2' } });
    for (const url of ['https://evil.example/mcp', 'http://a.example/mcp', 'https://a.example:444/mcp', 'https://a.example@evil.example/']) {
      expect(() => fromLaunchView(moved(url), http)).toThrow(HostError);
    }
  });

  it('refuses a header given twice in different letters', () => {
    const view: LaunchView = { kind: 'http', url: 'https://a.example', headers: [{ name: 'X-A', value: '1' }, { name: 'x-a', value: '2' }], transport: 'auto' };
    expect(() => fromLaunchView(view, null)).toThrow(HostError);
  });

  it('survives names that reach for a prototype', () => {
    const view: LaunchView = { kind: 'stdio', command: 'x', args: [], env: [{ name: '__proto__', value: 'a' }, { name: 'constructor', value: 'b' }] };
    const launch = fromLaunchView(view, null);
    expect(Object.getPrototypeOf(launch.kind === 'stdio' ? launch.env : null)).toBe(Object.prototype);
    expect(Object.keys(launch.kind === 'stdio' ? launch.env : {})).toEqual(['__proto__', 'constructor']);
  });
});
