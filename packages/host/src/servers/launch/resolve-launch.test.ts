import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import type { LaunchConfig } from '../../ports.ts';
import type { Platform } from './platform.ts';
import { resolveLaunch } from './resolve-launch.ts';
import type { LaunchDeps } from './resolve-launch.ts';
import { SearchPath } from './search-path.ts';

async function program(folder: string, name: string, mode = 0o755): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, '#!/bin/sh\n', { mode });
  return file;
}

async function machine(env: Platform['env'] = {}, shell: Record<string, string> = {}): Promise<{ home: string; deps: LaunchDeps; shellReads: () => number }> {
  const home = await mkdtemp(path.join(tmpdir(), 'launch-'));
  const platform: Platform = { os: 'linux', env: { PATH: path.join(home, 'system'), ...env }, home, execPath: path.join(home, 'runtime/bin/node'), isNode: true };
  let reads = 0;
  const searchPath = new SearchPath(platform, () => {
    reads += 1;
    return Promise.resolve(shell);
  });
  return { home, deps: { platform, searchPath, hostTag: 'tag' }, shellReads: () => reads };
}

const stdio = (command: string, more: Partial<Extract<LaunchConfig, { kind: 'stdio' }>> = {}): LaunchConfig => ({ kind: 'stdio', command, args: [], env: {}, ...more });
const http = (url: string, headers: Record<string, string> = {}): LaunchConfig => ({ kind: 'http', url, headers, transport: 'auto' });

async function problemOf(launch: LaunchConfig, deps: LaunchDeps) {
  try {
    await resolveLaunch(launch, 'files', deps);
  } catch (error) {
    if (error instanceof HostError) return error.problem;
    throw error;
  }
  return null;
}

async function targetOf(launch: LaunchConfig, deps: LaunchDeps) {
  const resolved = await resolveLaunch(launch, 'files', deps);
  if (resolved.target.kind !== 'stdio') throw new Error('not stdio');
  return resolved.target;
}

describe('resolveLaunch for a program', () => {
  it('finds a command that only the login shell knows, reading the shell once (try-out 1)', async () => {
    const { home, deps, shellReads } = await machine();
    const shellFolder = path.join(home, 'shell-only');
    const file = await program(shellFolder, 'npx');
    const withShell = new SearchPath(deps.platform, () => Promise.resolve({ PATH: `/nowhere:${shellFolder}` }));
    const target = await targetOf(stdio('npx'), { ...deps, searchPath: withShell });
    expect(target.command).toBe(file);
    expect(target.env['PATH']?.split(':')).toContain(shellFolder);
    await Promise.all([problemOf(stdio('a'), deps), problemOf(stdio('b'), deps)]);
    expect(shellReads()).toBe(1);
  });

  it('finds Node in the folders of nvm, newest first, when the app was started from the desktop (try-out 1)', async () => {
    const { home, deps } = await machine();
    await program(path.join(home, '.nvm/versions/node/v9.11.0/bin'), 'npx');
    const file = await program(path.join(home, '.nvm/versions/node/v22.3.1/bin'), 'npx');
    await program(path.join(home, '.nvm/versions/node/v22.3.0/bin'), 'npx');
    expect((await targetOf(stdio('npx'), deps)).command).toBe(file);
  });

  it('leaves the shell alone when the terminal it was started from knows the command', async () => {
    const { home, deps, shellReads } = await machine({ TERM: 'xterm' });
    const file = await program(path.join(home, 'system'), 'npx');
    expect((await targetOf(stdio('npx'), deps)).command).toBe(file);
    expect(shellReads()).toBe(0);
  });

  it('falls back to the Node that runs the host, with the npm beside it (try-out 1)', async () => {
    const { home, deps } = await machine();
    // Known folders are the real machine's, so a name that exists there would be found first.
    const bin = path.join(home, 'runtime/bin');
    await program(bin, 'node');
    const cli = await program(path.join(home, 'runtime/lib/node_modules/npm/bin'), 'npx-cli.js');
    await mkdir(path.join(home, 'links'));
    await symlink(path.join(bin, 'node'), path.join(home, 'links/node'));
    const platform = { ...deps.platform, execPath: path.join(home, 'links/node') };
    const { nodeFallback } = await import('./node-fallback.ts');
    expect(nodeFallback('npx', platform)).toEqual({ command: platform.execPath, leading: [cli] });
    expect(nodeFallback('node', platform)).toEqual({ command: platform.execPath, leading: [] });
    expect(nodeFallback('uvx', platform)).toBeUndefined();
    expect(nodeFallback('npx', { ...platform, isNode: false })).toBeUndefined();
  });

  it('names the folders searched and the tool that is missing (try-out 1)', async () => {
    const { home, deps } = await machine();
    await mkdir(path.join(home, 'system'));
    const problem = await problemOf(stdio('uvx-that-is-not-there', { args: ['x'] }), deps);
    expect(problem).toMatchObject({ code: 'launch-not-found', details: { server: 'files', command: 'uvx-that-is-not-there', hint: 'other' } });
    expect(problem?.details['folders']).toContain(path.join(home, 'system'));
    expect(problem?.details['suggestedCommand']).toBeUndefined();
  });

  it('reads a whole command line in the command field as what it was meant to be (try-out 3)', async () => {
    const { deps } = await machine();
    const problem = await problemOf(stdio('npx -y "a package"'), deps);
    expect(problem).toMatchObject({ code: 'launch-not-found', details: { hint: 'node', suggestedCommand: 'npx', suggestedArgs: ['-y', 'a package'] } });
  });

  it('runs a file whose path holds spaces, and hands arguments over byte by byte (try-out 3)', async () => {
    const { home, deps } = await machine();
    const file = await program(path.join(home, 'my tools'), 'run me');
    const args = ['C:\\A B', 'a"b', '100%', 'x&y', '$(id)', '', '你好'];
    const target = await targetOf(stdio(file, { args }), deps);
    expect(target).toMatchObject({ command: file, args, cwd: home });
    expect((await targetOf(stdio('~/my tools/run me', { args: ['~/x'] }), deps)).args).toEqual([path.join(home, 'x')]);
  });

  it('says so when the file may not be run or the folder is no good (R01)', async () => {
    const { home, deps } = await machine();
    const plain = await program(home, 'plain', 0o644);
    const good = await program(home, 'good');
    expect(await problemOf(stdio(plain), deps)).toMatchObject({ code: 'launch-not-permitted', details: { command: plain } });
    expect(await problemOf(stdio(good, { cwd: '/no/such/folder' }), deps)).toMatchObject({ code: 'launch-bad-folder', details: { reason: 'missing' } });
    expect(await problemOf(stdio(good, { cwd: plain }), deps)).toMatchObject({ code: 'launch-bad-folder', details: { reason: 'not-a-folder' } });
    expect(await problemOf(stdio(good, { cwd: 'sub' }), deps)).toMatchObject({ code: 'launch-bad-folder', details: { reason: 'relative' } });
  });

  it('gives a server the harmless names, the configured ones and a marker, and nothing else (A13)', async () => {
    const secret = 'MK-1f0d';
    const { home, deps } = await machine({ OPENAI_API_KEY: secret, NODE_OPTIONS: '--inspect', LANG: 'de_DE.UTF-8', LC_TIME: 'C', USER: 'ann', SHELL: '() { :; }', HTTP_PROXY: `http://me:${secret}@proxy.example` });
    const file = await program(home, 'good');
    const first = await targetOf(stdio(file, { env: { K: '${HOME_OF}', PATH: '/mine' } }), { ...deps, platform: { ...deps.platform, env: { ...deps.platform.env, HOME_OF: 'x' } } });
    expect(Object.keys(first.env).toSorted()).toEqual(['HOME', 'K', 'LANG', 'LC_TIME', 'PATH', 'PORTOLAN_SERVER', 'USER']);
    expect(first.env).toMatchObject({ K: 'x', PATH: '/mine', HOME: home });
    expect(JSON.stringify(first)).not.toContain(secret);
    const second = await targetOf(stdio(file), deps);
    expect(second.env['PORTOLAN_SERVER']).toMatch(/^tag-[0-9a-f]{24}$/);
    expect(second.env['PORTOLAN_SERVER']).not.toBe(first.env['PORTOLAN_SERVER']);
  });

  it('looks into a configured PATH first', async () => {
    const { home, deps } = await machine();
    await program(path.join(home, 'system'), 'tool');
    const file = await program(path.join(home, 'venv'), 'tool');
    expect((await targetOf(stdio('tool', { env: { PATH: path.join(home, 'venv') } }), deps)).command).toBe(file);
  });

  it('stops at an unset variable with its name, wherever it stands (try-out 5)', async () => {
    const { home, deps } = await machine();
    const file = await program(home, 'good');
    for (const launch of [stdio('${NOPE}'), stdio(file, { args: ['${NOPE}'] }), stdio(file, { env: { A: '${env:NOPE}' } }), stdio(file, { cwd: '${NOPE}' })]) {
      expect(await problemOf(launch, deps)).toMatchObject({ code: 'launch-variable-unset', details: { server: 'files', variable: 'NOPE' } });
    }
  });
});

describe('resolveLaunch for an address', () => {
  it('expands URL and headers and trims them (try-out 5)', async () => {
    const { deps } = await machine({ TOKEN: 'MK-secret-1', HOST: 'example.org' });
    const resolved = await resolveLaunch(http('https://${HOST}/mcp', { Authorization: 'Bearer ${TOKEN}\n' }), 'files', deps);
    expect(resolved.target).toMatchObject({ url: 'https://example.org/mcp', headers: { Authorization: 'Bearer MK-secret-1' } });
    expect(resolved.secrets).toEqual(['Bearer MK-secret-1', 'MK-secret-1']);
    expect(resolved.marker).toBeNull();
  });

  it('never sends an empty credential (try-out 5)', async () => {
    const { deps } = await machine({ EMPTY: '' });
    expect(await problemOf(http('https://a.example', { Authorization: 'Bearer ${TOKEN}' }), deps)).toMatchObject({ code: 'launch-variable-unset', details: { variable: 'TOKEN' } });
    expect(await problemOf(http('https://a.example', { Authorization: 'Bearer ${EMPTY}' }), deps)).toMatchObject({ code: 'launch-variable-unset', details: { variable: 'EMPTY' } });
    expect(await problemOf(http('https://a.example', { Authorization: 'Bearer ' }), deps)).toMatchObject({ code: 'launch-variable-unset', details: { variable: 'Authorization' } });
    expect((await resolveLaunch(http('https://a.example', { 'X-Empty': '' }), 'files', deps)).target).toMatchObject({ headers: {} });
  });

  it('refuses other schemes and headers that could smuggle a second one, without repeating the value', async () => {
    const { deps } = await machine({ BAD: 'MK-1\r\nX-Evil: 1' });
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'not a url', 'ws://a.example']) expect(await problemOf(http(url), deps)).toMatchObject({ code: 'invalid-input' });
    const problem = await problemOf(http('https://a.example', { 'X-A': '${BAD}' }), deps);
    expect(problem).toMatchObject({ code: 'invalid-input', details: { subject: 'X-A' } });
    expect(JSON.stringify(problem)).not.toContain('MK-1');
    expect(await problemOf(http('https://a.example', { 'a b': 'x' }), deps)).toMatchObject({ code: 'invalid-input' });
  });
});

describe('secrets of a launch', () => {
  it('are those kept for this very server, are hidden from its log whatever their length, and of another server’s none is given out (S09)', async () => {
    const { home, deps } = await machine();
    await program(path.join(home, 'system'), 'tool');
    const [mine, other] = [ServerId.parse('mine'), ServerId.parse('other')];
    const kept: LaunchDeps = { ...deps, secretOf: (id, name) => Promise.resolve(id === mine && name === 'pin' ? 'p1n' : null) };
    const launch = stdio('tool', { args: ['--pin=${secret:pin}'], env: { PIN: '${secret:pin}' } });
    const resolved = await resolveLaunch(launch, 'files', kept, mine);
    expect(resolved.target).toMatchObject({ args: ['--pin=p1n'], env: { PIN: 'p1n' } });
    expect(resolved.secrets).toContain('p1n');
    for (const id of [other, undefined]) await expect(resolveLaunch(launch, 'files', kept, id)).rejects.toMatchObject({ problem: { code: 'launch-variable-unset', details: { variable: 'secret:pin' } } });
  });
});
