import { describe, expect, it } from 'vitest';
import { launchHash } from '../launch-hash.ts';
import type { LaunchConfig } from '../ports.ts';
import { maskLaunch, mergeLaunch } from './launch-view.ts';

const launch: LaunchConfig = { kind: 'stdio', command: 'x', args: ['--a'], env: { TOKEN: 'secret', REF: '${TOKEN}', MIXED: 'a${TOKEN}', WITH_DEFAULT: '${T:-secret}', EMPTY: '' }, cwd: '/w' };
const remote: LaunchConfig = { kind: 'http', url: 'https://a', headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': 'secret' }, transport: 'auto' };

describe('launches towards windows', () => {
  it('hide every value that is not a plain reference (S09)', () => {
    expect(maskLaunch(launch)).toMatchObject({ env: [{ name: 'TOKEN', value: null }, { name: 'REF', value: '${TOKEN}' }, { name: 'MIXED', value: null }, { name: 'WITH_DEFAULT', value: null }, { name: 'EMPTY', value: null }] });
    expect(maskLaunch(remote)).toMatchObject({ headers: [{ name: 'Authorization', value: 'Bearer ${TOKEN}' }, { name: 'X-Key', value: null }] });
    expect(JSON.stringify([maskLaunch(launch), maskLaunch(remote)])).not.toContain('secret');
  });

  it('come back the same when nothing was changed, and with what was', () => {
    for (const each of [launch, remote]) expect(launchHash(mergeLaunch(maskLaunch(each), each))).toBe(launchHash(each));
    const view = maskLaunch(launch);
    if (view.kind !== 'stdio') throw new Error('not stdio');
    view.env = [{ name: 'TOKEN', value: null }, { name: 'EMPTY', value: 'new' }];
    expect(mergeLaunch(view, launch)).toEqual({ ...launch, env: { TOKEN: 'secret', EMPTY: 'new' } });
  });

  it('are refused when there is no value to keep, or a name comes twice', () => {
    for (const env of [[{ name: 'NEW', value: null }], [{ name: 'toString', value: null }], [{ name: 'A', value: '1' }, { name: 'A', value: '2' }]]) {
      expect(() => mergeLaunch({ kind: 'stdio', command: 'x', args: [], env }, launch)).toThrow('invalid-input');
    }
    expect(() => mergeLaunch(maskLaunch(launch), null)).toThrow('env.TOKEN');
    expect(() => mergeLaunch(maskLaunch(launch), remote)).toThrow('env.TOKEN');
  });
});
