/** What a manifest makes run: itself by a known runtime, and nothing else (A06, A16). */
import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { checkLaunch, launchOf } from './bundle-launch.ts';
import type { LaunchContext } from './bundle-launch.ts';
import { parseManifest } from './manifest.ts';
import { manifest, plainManifest } from '@portolan/fixture-servers/bundles/sample';

const folder = '/data/bundles/weather/1.0.0-abc';
const inside = new Set(['server/index.js', 'server/main.py', 'bin/tool', 'bin/win.exe', 'src/server.py', 'a b/index.js']);
const folders = { HOME: '/home/ann', DESKTOP: '/home/ann/Desktop', DOCUMENTS: '/home/ann/Documents', DOWNLOADS: '/home/ann/Downloads', pathSeparator: sep, '/': sep };

function context(part: object = {}, os: NodeJS.Platform = 'linux'): LaunchContext {
  return { manifest: parseManifest(Buffer.from(manifest(part))), hasFile: (path) => inside.has(path), folder, folders, os };
}
const server = (config: object, more: object = {}) => ({ server: { ...plainManifest.server, ...more, mcp_config: config } });
const none = { values: {}, secrets: new Set<string>() };
function reason(part: object, os?: NodeJS.Platform): string {
  try {
    const made = context(part, os);
    checkLaunch(made);
    launchOf(made, none);
    return 'taken';
  } catch (error) {
    if (error instanceof HostError) return String(error.problem.details['reason']);
    throw error;
  }
}

describe('the launch of a bundle', () => {
  it('runs its own files in its own folder, with every variable filled in (S05)', () => {
    const made = context(server({ command: 'node', args: ['${__dirname}/server/index.js', '--home=${HOME}${/}x', 'plain'], env: { DOCS: '${DOCUMENTS}' } }));
    checkLaunch(made);
    expect(launchOf(made, none)).toEqual({ kind: 'stdio', command: 'node', args: [`${folder}/server/index.js`, `--home=/home/ann${sep}x`, 'plain'], env: { DOCS: '/home/ann/Documents' }, cwd: folder });
    expect(launchOf(context(server({ command: 'bin/tool' }, { type: 'binary', entry_point: 'bin/tool' })), none)).toMatchObject({ command: `${folder}/bin/tool`, args: [] });
    expect(launchOf(context(server({ command: '${__dirname}/bin/win' }, { type: 'binary', entry_point: 'bin/win' }), 'win32'), none)).toMatchObject({ command: `${folder}/bin/win.exe` });
    expect(launchOf(context(server({ command: 'python', args: ['server/main.py'] }, { type: 'python', entry_point: 'server/main.py' })), none)).toMatchObject({ command: 'python3', args: ['server/main.py'] });
    expect(launchOf(context({ manifest_version: '0.4', server: { type: 'uv', entry_point: 'src/server.py' } }), none)).toMatchObject({ command: 'uv', args: ['run', '--directory', folder, 'src/server.py'] });
    const overridden = server({ command: 'node', args: ['server/index.js'], env: { A: '1' }, platform_overrides: { win32: { command: 'bun' }, linux: { args: ['server/index.js', '--linux'] } } });
    expect(launchOf(context(overridden), none)).toMatchObject({ command: 'node', args: ['server/index.js', '--linux'], env: { A: '1' } });
    expect(launchOf(context(overridden, 'win32'), none)).toMatchObject({ command: 'bun', args: ['server/index.js'] });
  });

  it.each([
    { command: 'sh', args: ['-c', 'touch x'] },
    { command: 'bash' },
    { command: 'osascript', args: ['-e', 'x'] },
    { command: 'npx', args: ['-y', 'other'] },
    { command: 'uvx', args: ['other'] },
    { command: 'docker', args: ['run', 'x'] },
    { command: '/usr/bin/node', args: ['server/index.js'] },
    { command: '../../bin/sh' },
    { command: '${__dirname}/../../bin/sh' },
    { command: '${HOME}/evil' },
    { command: 'C:\\windows\\system32\\cmd.exe' },
    { command: 'bin/missing' },
    { command: 'node', args: ['/etc/evil.js'] },
    { command: 'node', args: ['../evil.js'] },
    { command: 'node', args: ['--flag', '~/evil.js'] },
    { command: 'python3', args: ['server/main.py'] },
  ])('is refused when it would run anything but the bundle: $command $args (A16)', (config) => expect(reason(server(config))).toBe('command'));

  it('is refused when it leaves its folder, misses its entry point, or another system’s part does (A16)', () => {
    expect(reason(server({ command: 'node', args: ['server/index.js', '--dir=${__dirname}/../other'] }))).toBe('outside');
    expect(reason(server({ command: 'node', args: ['server/index.js'], env: { X: '${__dirname}\\..\\x' } }))).toBe('outside');
    for (const entry of ['missing.js', '../index.js', '/server/index.js', '${HOME}/x.js']) expect(reason({ server: { ...plainManifest.server, entry_point: entry } })).toBe('entry-point');
    expect(reason(server({ command: 'node', args: ['server/index.js'], platform_overrides: { win32: { command: 'cmd.exe' } } }), 'win32')).toBe('command');
  });

  it('takes nothing of the person’s environment, whichever way a reference is put together (T:A13, A16)', () => {
    for (const text of ['${AWS_SECRET}', '${env:AWS_SECRET}', 'x${input:y}', '${secret:other}', '${user_config.none}', '${TOKEN:-x}']) {
      expect(reason(server({ command: 'node', args: ['server/index.js', text] })), text).toBe('variable');
      expect(reason(server({ command: 'node', args: ['server/index.js'], env: { A: text } })), text).toBe('variable');
      expect(reason({ user_config: { a: { type: 'string', title: 'A', default: text } } }), text).toBe('variable');
    }
    const spliced = context({ ...server({ command: 'node', args: ['server/index.js', '${user_config.a}{env:AWS_SECRET}'] }), user_config: { a: { type: 'string', title: 'A', default: '$' } } });
    checkLaunch(spliced);
    expect(() => launchOf(spliced, { values: { a: '$' }, secrets: new Set() })).toThrow(HostError);
    expect(() => launchOf(context({ ...server({ command: 'node', args: ['server/index.js', '${user_config.a}'] }), user_config: { a: { type: 'string', title: 'A' } } }), { values: { a: '${env:HOME}' }, secrets: new Set() })).toThrow(HostError);
  });

  it('has answers as the specification says: lists as arguments of their own, booleans as words, secrets by name, and nothing for what was not answered (S05, S09)', () => {
    const asked = context({
      ...server({ command: 'node', args: ['server/index.js', '${user_config.dirs}', '--limit=${user_config.limit}', '${user_config.none}', '--key', '${user_config.key}'], env: { API_KEY: '${user_config.key}', DIRS: '${user_config.dirs}', FLAG: '${user_config.flag}', NONE: '${user_config.none}', PART: 'a${user_config.none}b' } }),
      user_config: { dirs: { type: 'directory', title: 'Dirs', multiple: true }, limit: { type: 'number', title: 'Limit' }, key: { type: 'string', title: 'Key', sensitive: true }, flag: { type: 'boolean', title: 'Flag' }, none: { type: 'string', title: 'None' } },
    });
    expect(launchOf(asked, { values: { dirs: ['/a', '/b c'], limit: 5, flag: false }, secrets: new Set(['key']) })).toMatchObject({
      args: ['server/index.js', '/a', '/b c', '--limit=5', '--key', '${secret:key}'],
      env: { API_KEY: '${secret:key}', DIRS: `/a${sep === '/' ? ':' : ';'}/b c`, FLAG: 'false', PART: 'ab' },
    });
    expect(launchOf(asked, none)).toMatchObject({ args: ['server/index.js', '--limit=', '--key'], env: { PART: 'ab' } });
  });
});

describe('a manifest', () => {
  const refused = (text: string | Buffer) => {
    try {
      parseManifest(Buffer.from(text));
      return null;
    } catch (error) {
      return error instanceof HostError ? [error.problem.details['reason'], error.problem.details['subject']] : error;
    }
  };
  it('of any revision so far is read, also by its former name, and what is not known in it is let be (S05)', () => {
    for (const version of ['0.1', '0.2', '0.3', '0.4', '0.9']) expect(parseManifest(Buffer.from(manifest({ manifest_version: version, icons: [{ src: 'x', size: '1x1' }], screenshots: [], _meta: { a: {} }, future: true }))).version).toBe('1.0.0');
    expect(parseManifest(Buffer.from(manifest({ manifest_version: undefined, dxt_version: '0.1' }))).name).toBe('weather');
  });
  it('that is not one says where (A16)', () => {
    expect(refused(manifest({ manifest_version: '1.0' }))).toEqual(['newer-version', '1.0']);
    expect(refused(manifest({ manifest_version: undefined }))).toEqual(['manifest', 'manifest_version']);
    expect(refused('{')).toEqual(['manifest', expect.stringContaining('1:')]);
    expect(refused('[]')).toEqual(['manifest', 'manifest.json']);
    expect(refused(Buffer.from([0xff, 0xfe]))).toEqual(['manifest', 'manifest.json']);
    expect(refused('{"name":"a","name":"b"}')).toEqual(['manifest', 'name']);
    expect(refused(manifest({ server: { type: 'shell', entry_point: 'x' } }))).toEqual(['manifest', 'server.type']);
    expect(refused(manifest({ user_config: { 'a b': { type: 'string', title: 'x' } } }))).toEqual(['manifest', 'user_config.a b']);
    expect(refused(manifest({ tools: Array.from({ length: 2000 }, () => ({ name: 'x' })) }))).toEqual(['manifest', 'tools']);
  });
});
