import { describe, expect, it } from 'vitest';
import * as views from '../../test/views.ts';
import { draftOf, emptyDraft, faultsOf, keepsStored, launchOf, newRow, splitCommand } from './launch-draft.ts';

describe('a launch as it is typed', () => {
  it.each([[['-y', 'server', '--dir', '/a b']], [['']], [['a', '']], [['one\ntwo', 'three']], [[' spaced ', '\ttab']], [[]]])('comes back as it was, whatever its arguments hold: %j (T:A02)', (args) => {
    const launch = { kind: 'stdio', command: 'npx', args, env: [{ name: 'A', value: null }, { name: 'B', value: '${HOME}' }], cwd: '/w' } as const;
    expect(launchOf(draftOf(views.server('x', { launch: { ...launch, args: [...args], env: [...launch.env] } })))).toEqual(launch);
  });

  it('keeps a stored value under its own name only: a renamed row does not carry it along (C01)', () => {
    const row = newRow({ name: 'TOKEN', value: null });
    expect(keepsStored(row)).toBe(true);
    expect(keepsStored({ ...row, name: 'OTHER' })).toBe(false);
    expect(launchOf({ ...emptyDraft, command: 'x', env: [{ ...row, name: 'OTHER' }] })).toMatchObject({ env: [{ name: 'OTHER', value: '' }] });
    expect(launchOf({ ...emptyDraft, command: 'x', env: [{ ...row, value: 'new' }] })).toMatchObject({ env: [{ name: 'TOKEN', value: 'new' }] });
  });

  it('says what is missing or wrong, by field', () => {
    expect(faultsOf(emptyDraft)).toEqual({ name: 'missing', command: 'missing' });
    expect(faultsOf({ ...emptyDraft, name: 'a', command: 'b', argsAs: 'json', args: '["x"' })).toEqual({ args: 'not-a-list' });
    expect(faultsOf({ ...emptyDraft, kind: 'http', name: 'a', url: 'ftp://x' })).toEqual({ url: 'not-http' });
    expect(faultsOf({ ...emptyDraft, kind: 'http', name: 'a', url: '${MCP_URL}' })).toEqual({});
  });

  it.each([
    ['npx -y @scope/server --dir "/a b"', { command: 'npx', args: ['-y', '@scope/server', '--dir', '/a b'] }],
    [`uvx 'my server'`, { command: 'uvx', args: ['my server'] }],
    ['npx', null],
    ['C:\\Program Files\\node\\node.exe', null],
    ['/Applications/My App/server', null],
  ])('takes a whole command line apart: %s (try-out 3)', (text, parts) => {
    expect(splitCommand(text)).toEqual(parts);
  });
});
