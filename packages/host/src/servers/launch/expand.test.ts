import { describe, expect, it } from 'vitest';
import { expandHome, expandVariables, secretNames, unsetVariables, UnsetVariableError } from './expand.ts';
import type { Platform } from './platform.ts';

const linux: Platform = { os: 'linux', env: { HOME: '/home/ann', TOKEN: 'a${HOME}b', EMPTY: '' }, home: '/home/ann', execPath: '/usr/bin/node', isNode: true };
const windows: Platform = { ...linux, os: 'win32', env: { Path: 'C:\\x' } };

describe('expandVariables', () => {
  it('replaces both forms anywhere in the text and leaves shell syntax alone (try-out 3, 5)', async () => {
    expect(await expandVariables('a ${HOME} b ${env:HOME}/c', linux)).toBe('a /home/ann b /home/ann/c');
    for (const text of ['$HOME', '$(id)', '100%', 'a"b', 'x&y', '${}', '${1}', '${A B}']) expect(await expandVariables(text, linux)).toBe(text);
  });

  it('does not expand what a value holds', async () => {
    expect(await expandVariables('${TOKEN}', linux)).toBe('a${HOME}b');
  });

  it('names the variable that nobody set (try-out 5)', async () => {
    await expect(expandVariables('Bearer ${NO_SUCH}', linux)).rejects.toThrow(new UnsetVariableError('NO_SUCH'));
    await expect(expandVariables('${input:key}', linux)).rejects.toThrow(new UnsetVariableError('input:key'));
  });

  it('takes a default for a variable that is unset or empty, and an empty one as set otherwise', async () => {
    expect(await expandVariables('${NO_SUCH:-x y}|${EMPTY:-z}|${EMPTY}|', linux)).toBe('x y|z||');
  });

  it('refuses an empty credential when told to (try-out 5)', async () => {
    await expect(expandVariables('Bearer ${EMPTY}', linux, { refuseEmpty: true })).rejects.toThrow(UnsetVariableError);
    await expect(expandVariables('Bearer ${EMPTY:-}', linux, { refuseEmpty: true })).rejects.toThrow(UnsetVariableError);
  });

  it('asks the login shell last and ignores case on Windows only', async () => {
    const fallback = (name: string) => Promise.resolve(name === 'FROM_SHELL' ? 'yes' : undefined);
    expect(await expandVariables('${FROM_SHELL}', linux, { fallback })).toBe('yes');
    expect(await expandVariables('${PATH}', windows)).toBe('C:\\x');
    await expect(expandVariables('${token}', linux)).rejects.toThrow(UnsetVariableError);
  });
});

describe('${secret:NAME}', () => {
  const secret = (name: string) => Promise.resolve({ api_key: 'k-${HOME}', empty: '' }[name]);

  it('takes its value from the secret store alone, never from the environment, and does not expand what it holds (S08, S09)', async () => {
    expect(await expandVariables('Bearer ${secret:api_key}', linux, { secret })).toBe('Bearer k-${HOME}');
    await expect(expandVariables('${secret:TOKEN}', linux, { secret, fallback: () => Promise.resolve('from the shell') })).rejects.toThrow(new UnsetVariableError('secret:TOKEN'));
    await expect(expandVariables('${secret:api_key}', linux)).rejects.toThrow(new UnsetVariableError('secret:api_key'));
    await expect(expandVariables('${secret:empty}', linux, { secret, refuseEmpty: true })).rejects.toThrow(UnsetVariableError);
  });

  it('is no variable of the environment to ask for, and its names are found wherever they stand', () => {
    expect(unsetVariables('${secret:a}${NO_SUCH}', linux)).toEqual(['NO_SUCH']);
    expect(secretNames({ kind: 'stdio', command: 'x', args: ['--key=${secret:a.b-c}', '${secret:d:-e}'], env: { A: '${secret:d}', B: '${HOME}' } })).toEqual(['a.b-c', 'd']);
    expect(secretNames({ kind: 'http', url: 'https://x/${secret:u}', headers: { Authorization: 'Bearer ${secret:h}' }, transport: 'auto' })).toEqual(['u', 'h']);
  });
});

describe('unsetVariables', () => {
  it('lists what must be set before a start, once each', () => {
    expect(unsetVariables('${A}${HOME}${env:B}${A}${C:-d}${input:x}', linux)).toEqual(['A', 'B']);
  });
});

describe('expandHome', () => {
  it('knows ~ at the start only', () => {
    expect(['~', '~/a', '~bob/a', 'a~/b'].map((text) => expandHome(text, linux))).toEqual(['/home/ann', '/home/ann/a', '~bob/a', 'a~/b']);
  });
});
