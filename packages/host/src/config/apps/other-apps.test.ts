import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { AppId, ImportFile } from '@portolan/contract/other-apps';
import type { LaunchConfig } from '../../ports.ts';
import { KnownSecrets } from '../../trace/known-secrets.ts';
import { Redactor } from '../../trace/redact.ts';
import { openConfig } from '../config-file.ts';
import type { ConfigFile } from '../config-file.ts';
import { maskTexts } from '../masked-text.ts';
import { appOf, knownApps } from './app-table.ts';
import { otherAppsRoutes } from './routes.ts';
import { appFiles } from './testing/app-files.ts';

let home: string;
let config: ConfigFile;
const inStore = new Map<string, string>();
const context = { connection: 'test', signal: new AbortController().signal };
const known = new KnownSecrets();
const routes = (os: NodeJS.Platform = 'linux') =>
  otherAppsRoutes({
    config,
    around: { os, home, env: {} },
    mask: (texts) => maskTexts(texts, { known, redactor: new Redactor(known) }),
    bundlesFolder: join(home, 'data', 'bundles'),
    secretOf: (_, name) => Promise.resolve(name === 'STORED' ? 'from-the-store' : undefined),
    keepSecrets: (id, secrets) => {
      for (const { name, value } of secrets) inStore.set(`${id}/${name}`, value);
      return Promise.resolve();
    },
  });
const place = (path: string, text: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  return join(home, path);
};
const placeAll = () => {
  for (const { path, text } of appFiles) place(path, text);
};
const find = async () => (await routes()['imports/find']({}, context)).files;
const of = (files: ImportFile[], app: AppId) => {
  const found = files.find((file) => file.app === app);
  if (!found) throw new Error(`${app} was not found`);
  return found;
};
const line = (launch: ImportFile['candidates'][number]['launch']) => (launch.kind === 'stdio' ? [launch.command, ...launch.args] : [launch.url]);
const add = (name: string, launch: LaunchConfig, inputs: { id: string; description: string; isSecret: boolean }[] = []) => config.addServer({ name, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs });
const problemOf = async (work: () => unknown) => {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof HostError ? error.problem.code : error;
  }
};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'portolan-apps-'));
  config = await openConfig({ path: join(home, 'data', 'portolan.json'), notices: { add: () => undefined }, pollMs: 60_000 });
});
afterEach(async () => {
  await config.close();
  rmSync(home, { recursive: true });
});

describe('servers of other programs', () => {
  it.each(appFiles.map((file) => [file.app, file] as const))('are found where %s keeps them, and shown with nothing secret (S04, S09)', async (app, file) => {
    place(file.path, file.text);
    const found = of(await find(), app);
    expect(found.candidates.map(({ name, launch }) => [name, ...line(launch)])).toEqual(file.servers);
    expect(found.problem).toBeNull();
    for (const secret of ['sk-abcdefghijklmnop1234', 'hf_abcdefghijklmnop']) expect(JSON.stringify(found)).not.toContain(secret);
    expect(readFileSync(join(home, file.path), 'utf8')).toBe(file.text);
  });

  it('are known as already there when their key was put away since they were brought over, and as another when it is another key (S04, S09)', async () => {
    await add('echo', { kind: 'stdio', command: 'x', args: [], env: { TOKEN: '${secret:STORED}' } });
    const there = async (token: string) => {
      place('.cursor/mcp.json', JSON.stringify({ mcpServers: { echo: { command: 'x', args: [], env: { TOKEN: token } } } }));
      const file = of(await find(), 'cursor');
      expect(JSON.stringify(file)).not.toContain('from-the-store');
      return file.candidates[0]?.existing?.isSame;
    };
    expect([await there('from-the-store'), await there('another-key')]).toEqual([true, false]);
  });

  it('are known on every system, each below the folders of the person', () => {
    for (const [os, root] of [['linux', '/home/me'], ['darwin', '/Users/me'], ['win32', 'C:\\Users\\me']] as const) {
      for (const app of knownApps) expect(app.file({ os, home: root, env: {} }).startsWith(root)).toBe(true);
    }
    const windows = { os: 'win32', home: 'C:\\Users\\me', env: { APPDATA: 'D:\\Roaming' } } as const;
    expect(appOf('claude-desktop').file(windows)).toBe('D:\\Roaming\\Claude\\claude_desktop_config.json');
    expect(appOf('claude-desktop').file({ os: 'darwin', home: '/Users/me', env: {} })).toBe('/Users/me/Library/Application Support/Claude/claude_desktop_config.json');
    expect(appOf('goose').file(windows)).toBe('D:\\Roaming\\Block\\goose\\config\\config.yaml');
    expect(appOf('zed').file({ os: 'linux', home: '/home/me', env: { XDG_CONFIG_HOME: '/cfg' } })).toBe('/cfg/zed/settings.json');
  });

  it('are added in one write, switched off and not reviewed, with their questions, and undone as one (A04)', async () => {
    placeAll();
    const files = await find();
    const code = of(files, 'vscode');
    const goose = of(files, 'goose');
    const { added, undo } = await routes()['imports/add']({ file: code.id, stamp: code.stamp, servers: [{ key: 0 }, { key: 1 }] }, context);
    await routes()['imports/add']({ file: goose.id, stamp: goose.stamp, servers: [{ key: 0 }] }, context);
    const { servers } = config.current();
    expect(servers.map(({ name, isEnabled, reviewedHash }) => [name, isEnabled, reviewedHash])).toEqual([['perplexity', false, null], ['docs', false, null], ['fetch', false, null]]);
    expect(servers[0]?.inputs).toEqual([
      { id: 'perplexity-key', description: 'Perplexity API Key', isSecret: true },
      { id: 'region', description: 'Region', isSecret: false, default: 'eu', options: ['eu', 'us'] },
    ]);
    expect(servers[2]).toMatchObject({ launch: { env: { LEVEL: 'info', FETCH_KEY: '${input:FETCH_KEY}' } }, inputs: [{ id: 'FETCH_KEY', isSecret: true }] });
    expect(added).toHaveLength(2);
    await config.restore(undo);
    expect(config.current().servers).toEqual([]);
  });

  it('leave their keys in the secret store where that is wanted, and none of them in our file or its copies (S04, S09)', async () => {
    placeAll();
    const files = await find();
    for (const app of ['claude-desktop', 'lm-studio'] as const) {
      const file = of(files, app);
      expect(file.candidates[0]?.openSecrets).toEqual([app === 'lm-studio' ? 'Authorization' : 'API_KEY']);
      await routes()['imports/add']({ file: file.id, stamp: file.stamp, servers: [{ key: 0, keepSecrets: true }] }, context);
    }
    const { servers } = config.current();
    expect(servers.map(({ launch }) => launch)).toMatchObject([{ env: { LOG: 'debug', API_KEY: '${secret:API_KEY}' } }, { headers: { Authorization: '${secret:Authorization}' } }]);
    expect(servers.map(({ id }, at) => inStore.get(`${id}/${at === 0 ? 'API_KEY' : 'Authorization'}`))).toEqual(['sk-abcdefghijklmnop1234', 'Bearer hf_abcdefghijklmnop']);
    for (const name of readdirSync(join(home, 'data'), { recursive: true, encoding: 'utf8' })) {
      const path = join(home, 'data', name);
      if (statSync(path).isFile()) expect(readFileSync(path, 'latin1')).not.toMatch(/sk-abc|hf_abc/);
    }
  });

  it('take the place of an entry only when that is asked for, after what changes was shown (A05)', async () => {
    const mine = await add('files', { kind: 'stdio', command: 'npx', args: ['-y', 'mine'], env: {} });
    placeAll();
    const file = of(await find(), 'claude-desktop');
    expect(file.candidates[0]).toMatchObject({ name: 'files', existing: { id: mine.id, isSame: false } });
    expect(file.candidates[0]?.changes.map(({ what, kind, before, after }) => [what, kind, before, after])).toContainEqual(['argument', 'removed', 'mine', null]);
    await routes()['imports/add']({ file: file.id, stamp: file.stamp, servers: [{ key: 0 }] }, context);
    expect(config.current().servers.map(({ name }) => name)).toEqual(['files', 'files-2']);
    await routes()['imports/add']({ file: file.id, stamp: file.stamp, servers: [{ key: 0, replace: mine.id }] }, context);
    expect(config.current().servers.find(({ id }) => id === mine.id)).toMatchObject({ isEnabled: false, launch: { args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me/docs'] } });
  });

  it('are never taken from a file that is another one by now, or that the window made up', async () => {
    placeAll();
    const file = of(await find(), 'cursor');
    place('.cursor/mcp.json', '{"mcpServers": {"github": {"command": "evil"}}}');
    expect(await problemOf(() => routes()['imports/add']({ file: file.id, stamp: file.stamp, servers: [{ key: 0 }] }, context))).toBe('other-file-changed');
    expect(await problemOf(() => routes()['imports/add']({ file: '/etc/passwd', stamp: file.stamp, servers: [{ key: 0 }] }, context))).toBe('other-file-changed');
    const fresh = of(await find(), 'cursor');
    expect(await problemOf(() => routes()['imports/add']({ file: fresh.id, stamp: fresh.stamp, servers: [{ key: 7 }] }, context))).toBe('other-file-changed');
    expect(config.current().servers).toEqual([]);
  });

  it('in files that cannot be read are told, with the line, and spoil nothing else (R85)', async () => {
    place('.config/Claude/claude_desktop_config.json', '{\n  "mcpServers": {\n    "a" {}\n  }\n}');
    place('.cursor/mcp.json', '{"mcpServers": {"good": {"command": "x"}, "bad": {"args": []}, "twice": {"command": "a", "command": "b"}}}');
    mkdirSync(join(home, '.lmstudio', 'mcp.json'), { recursive: true });
    place('.codeium/windsurf/mcp_config.json', '');
    place('.config/goose/config.yaml', `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nextensions:\n  bomb:\n    type: stdio\n    cmd: x\n    args: [*c,*c,*c,*c,*c,*c,*c,*c]\n`);
    const files = await find();
    expect(of(files, 'claude-desktop')).toMatchObject({ candidates: [], problem: { reason: 'ColonExpected', line: 3 } });
    expect(of(files, 'cursor').candidates.map(({ name }) => name)).toEqual(['good']);
    expect(of(files, 'cursor').skipped).toEqual([{ name: 'bad', reason: 'no-command-or-url' }, { name: 'twice', reason: 'duplicate-key command' }]);
    expect(files.map(({ app }) => app)).not.toContain('windsurf');
    expect(files.map(({ app }) => app)).not.toContain('lm-studio');
    expect(of(files, 'goose').candidates).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('are read through a link, which is told; a pipe is not waited for', async () => {
    const real = place('dotfiles/claude.json', appFiles[0]?.text ?? '');
    mkdirSync(join(home, '.config', 'Claude'), { recursive: true });
    symlinkSync(real, join(home, '.config', 'Claude', 'claude_desktop_config.json'));
    mkdirSync(join(home, '.cursor'));
    execFileSync('mkfifo', [join(home, '.cursor', 'mcp.json')]);
    const files = await find();
    expect(of(files, 'claude-desktop')).toMatchObject({ realPath: real, problem: null });
    expect(files.map(({ app }) => app)).not.toContain('cursor');
  });
});

const weather: LaunchConfig = { kind: 'stdio', command: 'npx', args: ['-y', 'weather@1.0.0', '--dir', '${HOME}/w', '--api-key', 'sk-live-0123456789abcdef'], env: { LEVEL: 'info', TOKEN: 'tok-very-secret-1', STORED: '${secret:STORED}' } };
const remote: LaunchConfig = { kind: 'http', url: 'https://remote.example/mcp', headers: { Authorization: 'Bearer tok-very-secret-2' }, transport: 'auto' };

describe('giving servers back', () => {
  const exported = async (app: AppId, secrets: 'references' | 'values' = 'references') => {
    const servers = config.current().servers.map(({ id }) => id);
    const preview = await routes()['exports/preview']({ app, servers, secrets }, context);
    const written = await routes()['exports/write']({ app, servers, secrets, stamp: preview.stamp }, context);
    return { preview, ...written, text: readFileSync(written.path, 'utf8') };
  };
  const read = (app: AppId, text: string): Record<string, unknown> => (app === 'goose' ? (parseYaml(text) as Record<string, unknown>) : (parse(text, [], { allowTrailingComma: true }) as Record<string, unknown>));
  const entriesOf = (app: AppId, text: string) => read(app, text)[appOf(app).container[0] ?? ''] as Record<string, Record<string, unknown>>;

  it.each(appFiles.map((file) => [file.app, file] as const))('to %s leaves foreign entries, unknown fields and comments untouched, with a copy beside, and reads back as the same (S04)', async (app, file) => {
    const path = place(file.path, file.text);
    chmodSync(path, 0o640);
    await add('weather-here', weather);
    await add('remote-here', remote);
    const { preview, backup, text } = await exported(app);
    expect(preview.servers.map(({ name, outcome }) => [name, outcome])).toEqual([['weather-here', 'added'], ['remote-here', app === 'claude-desktop' ? 'left-out' : 'added']]);
    // Every line that stood there stands there still, in its order; only a comma may have come after one.
    const after = text.split('\n').map((each) => each.trimEnd().replace(/,$/, ''));
    let at = 0;
    const isOnOneLine = !file.text.trimEnd().includes('\n');
    if (!isOnOneLine) {
      for (const old of file.text.trimEnd().split('\n')) {
        const wanted = old.trimEnd().replace(/,$/, '');
        const next = after.indexOf(wanted, at);
        expect([wanted, next >= at]).toEqual([wanted, true]);
        at = next + 1;
      }
    }
    const before = entriesOf(app, file.text);
    for (const [name, entry] of Object.entries(before)) expect(entriesOf(app, text)[name]).toEqual(entry);
    const { [appOf(app).container[0] ?? '']: _old, inputs: _oldInputs, ...foreign } = read(app, file.text);
    const { [appOf(app).container[0] ?? '']: _new, inputs: newInputs, ...kept } = read(app, text);
    expect(kept).toEqual(foreign);
    if (app === 'vscode') expect(newInputs).toMatchObject([{ id: 'perplexity-key' }, { id: 'region' }, { password: true }, { password: true }, { password: true }, { password: true }]);
    expect(readFileSync(backup ?? '', 'utf8')).toBe(file.text);
    expect(statSync(backup ?? '').mode & 0o777).toBe(0o600);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    // No secret, neither in the file nor in what a window was shown.
    for (const secret of ['tok-very-secret', 'sk-live-0123456789abcdef', 'from-the-store']) {
      expect(text).not.toContain(secret);
      expect(JSON.stringify(preview)).not.toContain(secret);
    }
    // What it wrote is what it reads.
    const again = of(await find(), app);
    const names = again.candidates.map(({ name }) => name);
    expect(names).toContain('weather-here');
    expect(again.candidates.find(({ name }) => name === 'weather-here')?.launch).toMatchObject({ kind: 'stdio', command: 'npx' });
    // Once more changes nothing.
    const second = await exported(app);
    expect(second.text).toBe(text);
    expect(second.backup).toBeNull();
    expect(second.preview.servers.filter(({ outcome }) => outcome !== 'left-out').map(({ outcome }) => outcome)).toEqual(app === 'claude-desktop' ? ['same'] : ['same', 'same']);
  });

  it('writes secrets as each program can ask for them, and leaves them out where none can (S09)', async () => {
    await add('weather', weather);
    await add('remote', remote);
    const envOf = async (app: AppId) => entriesOf(app, (await exported(app)).text)['weather']?.['env'];
    expect(await envOf('cursor')).toEqual({ LEVEL: 'info', TOKEN: '${env:TOKEN}', STORED: '${env:STORED}' });
    expect(await envOf('claude-code')).toEqual({ LEVEL: 'info', TOKEN: '${TOKEN}', STORED: '${STORED}' });
    expect(await envOf('vscode')).toEqual({ LEVEL: 'info', TOKEN: '${input:weather_TOKEN}', STORED: '${input:weather_STORED}' });
    expect(await envOf('claude-desktop')).toEqual({ LEVEL: 'info', TOKEN: '', STORED: '' });
    const goose = entriesOf('goose', (await exported('goose')).text);
    expect(goose['weather']).toMatchObject({ type: 'stdio', cmd: 'npx', envs: { LEVEL: 'info' }, env_keys: ['API_KEY', 'TOKEN', 'STORED'] });
    expect(goose['remote']).toMatchObject({ type: 'streamable_http', uri: 'https://remote.example/mcp', headers: { Authorization: 'Bearer ${REMOTE_AUTHORIZATION}' }, env_keys: ['REMOTE_AUTHORIZATION'] });
    const cursor = entriesOf('cursor', (await exported('cursor')).text);
    expect(cursor['weather']).toMatchObject({ args: ['-y', 'weather@1.0.0', '--dir', '${env:HOME}/w', '--api-key', '${env:API_KEY}'] });
    expect(cursor['remote']).toMatchObject({ headers: { Authorization: 'Bearer ${env:REMOTE_AUTHORIZATION}' } });
    expect(entriesOf('claude-desktop', (await exported('claude-desktop')).text)['weather']).toMatchObject({ args: ['-y', 'weather@1.0.0', '--dir', `${home}/w`, '--api-key', ''] });
  });

  it('writes values only when they are asked for, and even then shows none (S09)', async () => {
    await add('weather', weather);
    const { preview, text } = await exported('cursor', 'values');
    expect(entriesOf('cursor', text)['weather']).toMatchObject({ env: { TOKEN: 'tok-very-secret-1', STORED: 'from-the-store' }, args: ['-y', 'weather@1.0.0', '--dir', '${env:HOME}/w', '--api-key', 'sk-live-0123456789abcdef'] });
    expect(preview.servers[0]?.remarks).toContainEqual({ kind: 'secret-written', subjects: ['api-key', 'TOKEN', 'STORED'] });
    expect(JSON.stringify(preview)).not.toMatch(/tok-very-secret|sk-live/);
    expect((await routes()['exports/text']({ servers: config.current().servers.map(({ id }) => id), secrets: 'references' }, context)).text).not.toMatch(/tok-very-secret|sk-live|from-the-store/);
  });

  it('changes an entry of the same name field by field, and keeps a secret that stands there', async () => {
    place('.cursor/mcp.json', '{\n  "mcpServers": {\n    // mine\n    "weather": { "command": "/opt/bin/new", "args": [], "env": { "TOKEN": "theirs", "EXTRA": "1" }, "autoApprove": ["a"] }\n  }\n}\n');
    await add('weather', { kind: 'stdio', command: 'new', args: ['x'], env: { TOKEN: 'tok-very-secret-1' } });
    const { preview, text } = await exported('cursor');
    expect(preview.servers[0]?.outcome).toBe('changed');
    expect(entriesOf('cursor', text)['weather']).toEqual({ command: 'new', args: ['x'], env: { TOKEN: 'theirs', EXTRA: '1' }, autoApprove: ['a'] });
    expect(text).toContain('// mine');
  });

  it.each<[string, LaunchConfig, boolean]>([
    ['another address', remote, false],
    ['another program', { kind: 'stdio', command: 'mine', args: [], env: { MODE: 'b' } }, false],
    ['another package', { kind: 'stdio', command: 'npx', args: ['-y', 'mine@1.0.0'], env: { MODE: 'b' } }, false],
    ['another version of it', { kind: 'stdio', command: '/usr/bin/npx', args: ['-y', '@a/theirs@2.0.0', '--loud'], env: { MODE: 'b' } }, true],
  ])('%s under a name that is taken there is never mixed with what has it (S04)', async (_what, launch, isSame) => {
    const theirs = { command: 'npx', args: ['-y', '@a/theirs@1.0.0'], env: { MODE: 'a', EXTRA: '1' } };
    place('.cursor/mcp.json', JSON.stringify({ mcpServers: { weather: theirs } }));
    await add('weather', launch);
    const { preview, text } = await exported('cursor');
    const entries = entriesOf('cursor', text);
    if (isSame) {
      expect([Object.keys(entries), preview.servers[0]?.outcome]).toEqual([['weather'], 'changed']);
      return;
    }
    const [first, second] = Object.keys(entries);
    expect([first, entries['weather']]).toEqual(['weather', theirs]);
    expect(JSON.stringify(entries[second ?? ''])).not.toMatch(/theirs|EXTRA/);
    expect(preview.servers[0]).toMatchObject({ name: 'weather', outcome: 'added' });
    expect(preview.servers[0]?.remarks).toContainEqual({ kind: 'other-name', subjects: [second] });
    // It is found again there, and not written a second time.
    const again = await exported('cursor');
    expect([again.text, again.preview.servers[0]?.outcome]).toEqual([text, 'same']);
  });

  it('gives an entry back as it came when it refers to what only the program knows (S04)', async () => {
    const before = '{ "servers": { "memory": { "type": "stdio", "command": "npx", "args": [], "env": { "WS": "${workspaceFolder}/notes", "KEY": "${input:key}" } } }, "inputs": [{ "type": "promptString", "id": "key", "description": "Key", "password": true }] }\n';
    place('.config/Code/User/mcp.json', before);
    await add('memory', { kind: 'stdio', command: 'npx', args: [], env: { WS: '${workspaceFolder}/notes', KEY: '${input:key}' } }, [{ id: 'key', description: 'Key', isSecret: true }]);
    const { preview, text } = await exported('vscode');
    expect(preview.servers[0]?.outcome).toBe('same');
    expect(text).toBe(before);
  });

  it.each([
    ['vscode', '.config/Code/User/mcp.json', '{ "servers": { "api": { "type": "http", "url": "https://api.example/mcp", "headers": { "Authorization": "Bearer ${input:key}" } } }, "inputs": [{ "type": "promptString", "id": "key", "description": "Key", "password": true }] }\n'],
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": { "api": { "url": "https://api.example/mcp", "headers": { "Authorization": "Bearer ${env:API_TOKEN}" } } } }\n'],
  ] as const)('gives a header back to %s as it came when only a reference follows its scheme (S04, S09)', async (app, at, before) => {
    place(at, before);
    const [found] = of(await find(), app).candidates;
    if (found?.launch.kind !== 'http') throw new Error('not found');
    await add('api', { ...found.launch, headers: { Authorization: app === 'vscode' ? 'Bearer ${input:key}' : 'Bearer ${env:API_TOKEN}' } }, found.inputs);
    const { preview, text } = await exported(app);
    expect(preview.servers.map(({ outcome, remarks }) => [outcome, remarks])).toEqual([['same', []]]);
    expect(text).toBe(before);
  });

  it('asks for the keys of two servers by two questions, though their variables have one name (S04, S09)', async () => {
    for (const name of ['one', 'two']) await add(name, { kind: 'stdio', command: 'npx', args: [], env: { TOKEN: `tok-very-secret-${name}` } });
    const { text } = await exported('vscode');
    expect(Object.values(entriesOf('vscode', text)).map(({ env }) => env)).toEqual([{ TOKEN: '${input:one_TOKEN}' }, { TOKEN: '${input:two_TOKEN}' }]);
    expect(read('vscode', text)['inputs']).toMatchObject([{ id: 'one_TOKEN', description: 'one: TOKEN' }, { id: 'two_TOKEN', description: 'two: TOKEN' }]);
  });

  it('leaves out what only comes with this app, and says that a container is not carried along (S17, S18)', async () => {
    const own = await add('clock', { kind: 'stdio', command: 'portolan-builtin', args: ['time'], env: {} });
    const other = await add('other', { kind: 'stdio', command: 'npx', args: ['-y', 'x'], env: {} });
    await config.updateServer(other.id, { sandbox: { folders: [], network: 'none', environment: [] } });
    const { servers } = await routes()['exports/preview']({ app: 'claude-desktop', servers: [own.id, other.id], secrets: 'references' }, context);
    expect(servers.map(({ name, outcome, remarks }) => [name, outcome, remarks.map(({ kind }) => kind)])).toEqual([
      ['clock', 'left-out', ['built-in']],
      ['other', 'added', ['not-contained-there']],
    ]);
  });

  it('says of a server from a bundle that its files are kept here (S04, S05)', async () => {
    const bundle = await add('weather', { kind: 'stdio', command: 'node', args: [join(home, 'data', 'bundles', 'weather', '1.0.0-ab', 'index.js')], env: {} });
    const other = await add('other', { kind: 'stdio', command: 'node', args: [join(home, 'data', 'bundles-of-mine', 'index.js')], env: {} });
    const { servers } = await routes()['exports/preview']({ app: 'cursor', servers: [bundle.id, other.id], secrets: 'references' }, context);
    expect(servers.map(({ outcome, remarks }) => [outcome, remarks])).toEqual([['added', [{ kind: 'from-bundle', subjects: ['weather'] }]], ['added', []]]);
  });

  it('makes a file where there is none, and writes nothing over one that cannot be read or that changed meanwhile', async () => {
    const server = await add('weather', weather);
    const { path, backup } = await exported('lm-studio');
    expect([existsSync(path), backup]).toEqual([true, null]);
    const preview = await routes()['exports/preview']({ app: 'lm-studio', servers: [server.id], secrets: 'references' }, context);
    writeFileSync(path, '{"mcpServers": {"theirs": {"command": "x"}}}');
    expect(await problemOf(() => routes()['exports/write']({ app: 'lm-studio', servers: [server.id], secrets: 'references', stamp: preview.stamp }, context))).toBe('other-file-changed');
    expect(readFileSync(path, 'utf8')).toBe('{"mcpServers": {"theirs": {"command": "x"}}}');
    for (const broken of ['{"mcpServers": ', '[]', '{"mcpServers": []}', '{"mcpServers": {"a": {}, "a": {}}}']) {
      writeFileSync(path, broken);
      expect(await problemOf(() => routes()['exports/preview']({ app: 'lm-studio', servers: [server.id], secrets: 'references' }, context))).toBe('other-file-unusable');
      expect(readFileSync(path, 'utf8')).toBe(broken);
    }
    for (let n = 0; n < 8; n++) {
      writeFileSync(path, `{"n": ${n}}`);
      await exported('lm-studio');
    }
    expect(readdirSync(dirname(path)).filter((file) => file.endsWith('.bak'))).toHaveLength(5);
  });
});
