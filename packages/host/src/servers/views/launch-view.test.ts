import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { LaunchView } from '@portolan/contract/servers';
import type { LaunchConfig } from '../../ports.ts';
import { fromLaunchView, toLaunchView } from './launch-view.ts';

const stdio: LaunchConfig = { kind: 'stdio', command: 'npx', args: ['-y', 'x'], env: { KEY: 'MK-1', REF: '${env:TOKEN}', HALF: 'Bearer ${TOKEN}', EMPTY: '' }, cwd: '~/x' };
const http: LaunchConfig = { kind: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer MK-2' }, transport: 'auto' };

describe('toLaunchView', () => {
  it('masks every value but plain references', () => {
    const view = toLaunchView(stdio);
    expect(JSON.stringify(view)).not.toContain('MK-1');
    expect(view).toMatchObject({
      env: [
        { name: 'KEY', value: null },
        { name: 'REF', value: '${env:TOKEN}' },
        { name: 'HALF', value: null },
        { name: 'EMPTY', value: '' },
      ],
    });
    expect(toLaunchView(http)).toMatchObject({ headers: [{ name: 'Authorization', value: null }] });
  });
});

describe('fromLaunchView', () => {
  it('gives back what stood when the window changed nothing', () => {
    expect(fromLaunchView(toLaunchView(stdio), stdio)).toEqual(stdio);
    expect(fromLaunchView(toLaunchView(http), http)).toEqual(http);
  });

  it('takes new values, drops removed names and refuses a masked value that stands nowhere', () => {
    const view: LaunchView = { kind: 'stdio', command: 'node', args: [], env: [{ name: 'KEY', value: 'new' }, { name: 'HALF', value: null }] };
    expect(fromLaunchView(view, stdio)).toEqual({ kind: 'stdio', command: 'node', args: [], env: { KEY: 'new', HALF: 'Bearer ${TOKEN}' } });
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
