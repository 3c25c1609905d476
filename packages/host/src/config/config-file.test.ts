import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { ProviderId, ServerId } from '@portolan/contract/ids';
import type { Notice } from '@portolan/contract/settings';
import { launchHash } from '../launch-hash.ts';
import { hostId } from '../resources/host-tools.ts';
import type { LaunchConfig, ServerConfig } from '../ports.ts';
import { openConfig } from './config-file.ts';
import type { ConfigFile } from './config-file.ts';

let folder: string;
let notices: Map<string, Notice>;
let open: ConfigFile[];
const path = () => join(folder, 'portolan.json');
const read = () => readFileSync(path(), 'utf8');
const write = (text: string | Buffer) => writeFileSync(path(), text);

async function start(extra: { now?: () => number } = {}): Promise<ConfigFile> {
  const port = { add: (notice: Notice) => void notices.set(notice.id, notice), dismiss: (id: string) => void notices.delete(id) };
  const config = await openConfig({ path: path(), notices: port, pollMs: 100, settleMs: 20, ...extra });
  open.push(config);
  return config;
}

const stdio = (command: string): LaunchConfig => ({ kind: 'stdio', command, args: [], env: {} });
const server = (name: string, launch = stdio(`${name}-command`)): Omit<ServerConfig, 'id'> => ({ name, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
const named = (config: ConfigFile, name: string): ServerConfig => {
  const found = config.current().servers.find((each) => each.name === name);
  if (!found) throw new Error(`no server ${name}`);
  return found;
};
const problemOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof HostError ? error.problem : error;
  }
};

const handWritten = `// My servers
{
	"$schema": "https://example.com/schema.json",
	"mcpServers": {
		// knows the sky
		"weather": {
			"command": "npx", // from npm
			"args": ["-y", "weather@1.2.3"],
			"env": { "TOKEN": "\${WEATHER_TOKEN}", "PORT": 3000 },
			"autoApprove": ["get-forecast"], /* another client's */
		},
		/* remote */
		"docs": { "type": "sse", "url": "https://docs.example/mcp", "headers": { "X-Key": "k" } }
	},
	"otherTool": { "keep": [1, 2.50, 1e3] }
}
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-config-'));
  notices = new Map();
  open = [];
});
afterEach(async () => {
  for (const config of open) await config.close();
  rmSync(folder, { recursive: true });
});

describe('reading', () => {
  it('starts with defaults and writes nothing when there is no file', async () => {
    const config = await start();
    expect(config.current()).toEqual({ servers: [], providers: [], defaultModel: null, settings: { theme: 'system', locale: 'system', isOnboarded: false } });
    expect(existsSync(path())).toBe(false);
    expect(notices.size).toBe(0);
  });

  it('reads the shape every client writes, comments and trailing commas included (S02)', async () => {
    write(handWritten);
    const config = await start();
    expect(config.current().servers).toMatchObject([
      { name: 'weather', isEnabled: true, reviewedHash: null, launch: { kind: 'stdio', command: 'npx', args: ['-y', 'weather@1.2.3'], env: { TOKEN: '${WEATHER_TOKEN}', PORT: '3000' } } },
      { name: 'docs', launch: { kind: 'http', url: 'https://docs.example/mcp', headers: { 'X-Key': 'k' }, transport: 'sse' } },
    ]);
    expect(read()).toBe(handWritten);
  });

  it('gives a server somebody else wrote the same id at every start', async () => {
    write(handWritten);
    const ids = (await start()).current().servers.map((each) => each.id);
    expect((await start()).current().servers.map((each) => each.id)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['args is a text', '{"command":"x","args":"-y"}', 'wrong-type'],
    ['env holds an object', '{"command":"x","env":{"A":{}}}', 'wrong-type'],
    ['it is a list', '[]', 'not-an-object'],
    ['it is null', 'null', 'not-an-object'],
    ['it has neither command nor URL', '{"args":[]}', 'no-command-or-url'],
    ['it has both', '{"command":"x","url":"https://a"}', 'not-allowed'],
    ['a key is given twice (T:C13)', '{"command":"good","command":"evil"}', 'duplicate-key'],
    ['an environment variable is given twice', '{"command":"x","env":{"A":"1","A":"2"}}', 'duplicate-key'],
    ['its type is unknown', '{"type":"carrier-pigeon","url":"https://a"}', 'not-allowed'],
    ['it holds a NUL', '{"command":"x","args":["a\\u0000b"]}', 'not-allowed'],
  ])('keeps and reports an entry that cannot be used, and uses the others, when %s (R85)', async (_, entry, reason) => {
    const text = `{\n  "mcpServers": {\n    "good": {"command": "a"},\n    "bad": ${entry},\n    "also": {"url": "https://b"}\n  }\n}`;
    write(text);
    const config = await start();
    expect(config.current().servers.map((each) => each.name)).toEqual(['good', 'also']);
    expect([...notices.values()]).toMatchObject([{ kind: 'config-broken', details: { server: 'bad', reason, line: '4' }, problem: { code: 'config-broken', details: { line: 4 } } }]);
    await config.updateServer(named(config, 'good').id, { isEnabled: false });
    expect(read()).toContain(`"bad": ${entry}`);
    expect(await problemOf(config.addServer(server('bad')))).toMatchObject({ code: 'server-name-taken' });
    write(text.replace(entry, '{"command":"mended"}'));
    await config.reload();
    expect(config.current().servers.map((each) => each.name)).toEqual(['good', 'bad', 'also']);
    expect([...notices.keys()]).toEqual(['config-changed-outside']);
  });

  it('does not let two servers of one name through, nor names that are none', async () => {
    write('{"mcpServers":{"a":{"command":"one"},"a":{"command":"two"},"":{"command":"x"},"__proto__":{"command":"y"},"b":{"command":"b"}}}');
    const config = await start();
    expect(config.current().servers.map((each) => each.name)).toEqual(['b']);
    expect(({} as Record<string, unknown>)['command']).toBeUndefined();
  });

  it('reads providers, settings and the default model one by one', async () => {
    write('{"portolan":{"providers":[{"id":"p1","kind":"openai","name":"O","baseUrl":"","models":[{"id":"m","source":"added"}]},{"id":"p2","kind":"nonsense"},{"id":"p1","kind":"google","name":"twice","baseUrl":"","models":[]}],"settings":{"theme":"dark","locale":7,"future":true},"defaultModel":{"providerId":"p1","model":"m"}}}');
    const { providers, settings, defaultModel } = (await start()).current();
    expect(providers.map((each) => each.name)).toEqual(['O']);
    expect(settings).toEqual({ theme: 'dark', locale: 'system', isOnboarded: false });
    expect(defaultModel).toEqual({ providerId: 'p1', model: 'm' });
    expect([...notices.values()].map((each) => each.details['server'])).toEqual(['providers[1]', 'providers[2]', 'settings.locale']);
  });
});

describe('writing', () => {
  it('changes only what changed: comments, order, indentation and unknown fields stay (S03)', async () => {
    write(handWritten);
    const config = await start();
    const id = named(config, 'weather').id;
    await config.updateServer(id, { launch: { kind: 'stdio', command: 'npx', args: ['-y', 'weather@1.2.4'], env: { TOKEN: '${WEATHER_TOKEN}', PORT: '3000', NEW: 'x' } } });
    const text = read();
    for (const kept of ['// My servers', '// knows the sky', '"npx", // from npm', '/* remote */', "/* another client's */", '"autoApprove": ["get-forecast"]', '1e3', '\t\t"docs": { "type": "sse"']) expect(text).toContain(kept);
    expect(parse(text)).toMatchObject({ mcpServers: { weather: { args: ['-y', 'weather@1.2.4'], env: { NEW: 'x', PORT: 3000 } } }, otherTool: { keep: [1, 2.5, 1000] } });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect((await start()).current()).toEqual(config.current());
  });

  it('round-trips servers, reviews, disabled tools, providers, settings through the file (S11)', async () => {
    const config = await start();
    const added = await config.addServer(server('a', { kind: 'http', url: 'https://a/mcp', headers: { K: 'v' }, transport: 'streamable-http' }));
    await config.updateServer(added.id, { reviewedHash: launchHash(added.launch), disabledTools: ['t1', 't2'] });
    await config.addServer({ ...server('b'), isEnabled: false });
    await config.saveProvider({ id: ProviderId.parse('p'), kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:1', models: [] });
    await config.saveProvider({ id: ProviderId.parse('q'), kind: 'google', name: 'G', baseUrl: '', models: [] });
    await config.saveProvider({ id: ProviderId.parse('p'), kind: 'openai-compatible', name: 'Renamed', baseUrl: '', models: [{ id: 'm', source: 'added' }] });
    await config.setDefaultModel({ providerId: ProviderId.parse('p'), model: 'm' });
    await config.updateSettings({ theme: 'dark', isOnboarded: true });
    const again = (await start()).current();
    expect(again).toEqual(config.current());
    expect(again.servers).toMatchObject([{ name: 'a', isEnabled: true, reviewedHash: launchHash(added.launch), disabledTools: ['t1', 't2'] }, { name: 'b', isEnabled: false }]);
    expect(again.providers.map((each) => each.name)).toEqual(['Renamed', 'G']);
    await config.removeProvider(ProviderId.parse('p'));
    await config.setDefaultModel(null);
    expect((await start()).current()).toMatchObject({ providers: [{ name: 'G' }], defaultModel: null, settings: { theme: 'dark', isOnboarded: true } });
    expect(await problemOf(config.removeProvider(ProviderId.parse('p')))).toMatchObject({ code: 'provider-unknown' });
  });

  it('keeps what each of several changes added to one list, however close together they come (S11)', async () => {
    const config = await start();
    const { id } = await config.addServer(server('a'));
    const switchOff = (tool: string) => config.updateServer(id, ({ disabledTools }) => ({ disabledTools: [...disabledTools, tool] }));
    await Promise.all(['one', 'two', 'three'].map(switchOff));
    expect((await start()).current().servers[0]?.disabledTools).toEqual(['one', 'two', 'three']);
  });

  it('renames in place, takes names that are taken for what they are, and replaces under the same id', async () => {
    write(handWritten);
    const config = await start();
    const id = named(config, 'weather').id;
    await config.updateServer(id, { name: 'sky' });
    expect(Object.keys((parse(read()) as { mcpServers: object }).mcpServers)).toEqual(['sky', 'docs']);
    expect(named(config, 'sky').id).toBe(id);
    expect(await problemOf(config.updateServer(id, { name: 'docs' }))).toMatchObject({ code: 'server-name-taken' });
    expect(await problemOf(config.addServer(server('docs')))).toMatchObject({ code: 'server-name-taken' });
    expect(await problemOf(config.addServer(server('__proto__')))).toMatchObject({ code: 'invalid-input' });
    const replaced = await config.addServer(server('docs2'), named(config, 'docs').id);
    expect(config.current().servers.map((each) => each.name)).toEqual(['sky', 'docs2']);
    expect(replaced).toMatchObject({ name: 'docs2', launch: { command: 'docs2-command' } });
    expect(read()).not.toContain('https://docs.example');
    expect(await problemOf(config.updateServer(ServerId.parse('nobody'), { isEnabled: true }))).toMatchObject({ code: 'server-unknown' });
  });

  it('switches on what another client switched off, in its own words', async () => {
    write('{"mcpServers":{"a":{"command":"x","disabled":true},"b":{"command":"y","enabled":false}}}');
    const config = await start();
    expect(config.current().servers.map((each) => each.isEnabled)).toEqual([false, false]);
    for (const each of config.current().servers) await config.updateServer(each.id, { isEnabled: true });
    expect(config.current().servers.map((each) => each.isEnabled)).toEqual([true, true]);
    expect(parse(read())).toMatchObject({ mcpServers: { a: { command: 'x' }, b: { command: 'y' } } });
    expect(read()).not.toContain('disabled');
  });

  it('brings a removed server back as it was, byte for byte or beside later changes', async () => {
    write(handWritten);
    const config = await start();
    const weather = await config.updateServer(named(config, 'weather').id, { reviewedHash: launchHash(named(config, 'weather').launch) });
    const before = read();
    const { undo } = await config.removeServer(weather.id);
    expect(config.current().servers.map((each) => each.name)).toEqual(['docs']);
    expect(read()).toContain('/* remote */');
    await config.restoreServer(undo);
    expect(read()).toBe(before);
    const second = await config.removeServer(weather.id);
    await config.addServer(server('new'));
    expect(await config.restoreServer(second.undo)).toEqual(weather);
    expect(read()).toContain("/* another client's */");
    expect(config.current().servers.map((each) => each.name)).toEqual(['docs', 'new', 'weather']);
    expect(await problemOf(config.restoreServer(second.undo))).toMatchObject({ code: 'server-unknown' });
  });

  it('tells listeners of every change, and one that throws harms nobody', async () => {
    const config = await start();
    const causes: string[] = [];
    config.onChange(() => {
      throw new Error('mine');
    });
    const stop = config.onChange((_, cause) => causes.push(cause));
    await config.addServer(server('a'));
    write(read().replace('a-command', 'b-command'));
    await config.reload();
    stop();
    await config.addServer(server('c'));
    expect(causes).toEqual(['self', 'outside']);
  });
});

describe('what others write', () => {
  it('is picked up without a restart, in place or by rename, and through a symlink (S02, R91, R93)', async () => {
    const config = await start();
    write('{"mcpServers":{"one":{"command":"x"}}}');
    await vi.waitFor(() => expect(config.current().servers.map((each) => each.name)).toEqual(['one']), 5000);
    const aside = join(folder, 'elsewhere.json');
    writeFileSync(aside, '{"mcpServers":{"two":{"command":"x"}}}');
    rmSync(path());
    symlinkSync(aside, path());
    await vi.waitFor(() => expect(config.current().servers.map((each) => each.name)).toEqual(['two']), 5000);
    await config.addServer(server('three'));
    expect(readFileSync(aside, 'utf8')).toContain('three-command');
    writeFileSync(aside, '{"mcpServers":{}}');
    await vi.waitFor(() => expect(config.current().servers).toEqual([]), 5000);
  });

  it('is merged with our change, whichever came first (S03, try-out 38)', async () => {
    write(handWritten);
    const config = await start();
    write(handWritten.replace('"docs": {', '"added": { "command": "theirs" },\n\t\t"docs": {'));
    await config.updateServer(named(config, 'weather').id, { isEnabled: false });
    expect(config.current().servers.map((each) => [each.name, each.isEnabled])).toEqual([['weather', false], ['added', true], ['docs', true]]);
    expect(notices.get('config-changed-outside')?.details).toMatchObject({ added: 'added', changed: '', removed: '' });
  });

  it('is never reviewed: a new server, a changed launch, a forged or copied mark (H07, A07, A08, A18)', async () => {
    const config = await start();
    const good = await config.addServer(server('good'));
    await config.updateServer(good.id, { reviewedHash: launchHash(good.launch) });
    const evil = stdio('evil-command');
    const mark = (parse(read()) as { portolan: { servers: { good: { reviewedHash: string } } } }).portolan.servers.good.reviewedHash;
    expect(mark.startsWith(launchHash(good.launch))).toBe(true);
    const forged = (hash: string) => JSON.stringify({ mcpServers: { good: { command: 'evil-command', args: [] }, twin: { command: 'good-command', args: [] } }, portolan: { servers: { good: { id: good.id, reviewedHash: hash }, twin: { id: 'other', reviewedHash: mark } } } });
    for (const hash of [launchHash(evil), `${launchHash(evil)}.${mark.split('.')[1] ?? ''}`, mark]) {
      write(forged(hash));
      await config.reload();
      const found = named(config, 'good');
      // Reviewed means: the mark is whole and equals the hash of what would run now.
      expect(found.reviewedHash === launchHash(found.launch)).toBe(false);
      expect(named(config, 'twin').reviewedHash).toBeNull();
    }
    expect(notices.get('config-changed-outside')?.details).toMatchObject({ changed: 'good' });
    write(JSON.stringify({ mcpServers: { good: { command: 'good-command', args: [] } }, portolan: { servers: { good: { id: good.id, reviewedHash: mark } } } }));
    expect(named(await start(), 'good').reviewedHash).toBe(launchHash(good.launch));
    rmSync(join(folder, 'config.key'));
    expect(named(await start(), 'good').reviewedHash).toBeNull();
  });

  it('says at the next start what was changed while it was not running', async () => {
    const config = await start();
    await config.addServer(server('a'));
    await config.close();
    write(read().replace('a-command', 'other'));
    await start();
    expect(notices.get('config-changed-outside')?.details).toMatchObject({ changed: 'a' });
  });
});

describe('a broken file', () => {
  const good = '{\n  "mcpServers": {\n    "a": {"command": "x"}\n  }\n}\n';

  it.each([
    ['empty', ''],
    ['blank', ' \n'],
    ['cut', good.slice(0, 40)],
    ['followed by rubbish', `${good}}`],
    ['of NULs', '\0'.repeat(200)],
    ['a list', '[]'],
    ['of wrong containers', '{"mcpServers": []}'],
    ['given its servers twice', '{"mcpServers": {}, "mcpServers": {"b": {"command": "x"}}}'],
    ['of a newer version', '{"mcpServers": {"b": {"command": "x"}}, "portolan": {"version": 99}}'],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le')],
    ['50 MB', Buffer.alloc(50_000_000, 0x20)],
    ['nested 100000 deep', '{"a":'.repeat(100_000)],
    ['with a smart quote', good.replace('"a"', '\u201ca\u201d')],
  ])('is kept untouched when it is %s; the last good one stays in use and nothing is written over it (S02, R85, try-out 38)', async (_, bad) => {
    write(good);
    const config = await start();
    write(bad);
    await config.reload();
    expect(config.current().servers.map((each) => each.name)).toEqual(['a']);
    expect(notices.get('config-broken')).toMatchObject({ kind: 'config-broken', problem: { code: 'config-broken', details: { file: path() } } });
    expect(await problemOf(config.addServer(server('b')))).toMatchObject({ code: 'config-broken' });
    expect(readFileSync(path()).equals(Buffer.from(bad))).toBe(true);
    await config.close();

    // The next start has only the copies to go by.
    notices.clear();
    const next = await start();
    expect(next.current().servers.map((each) => each.name)).toEqual(['a']);
    expect(notices.has('config-broken')).toBe(true);
    expect(readFileSync(path()).equals(Buffer.from(bad))).toBe(true);

    write(good.replace('"a"', '"mended"'));
    await next.reload();
    expect(next.current().servers.map((each) => each.name)).toEqual(['mended']);
    expect(notices.has('config-broken')).toBe(false);
  });

  it('names the line and column of what is wrong', async () => {
    write('{\n  "mcpServers": {\n    "a": {"command" "x"}\n  }\n}');
    await start();
    expect(notices.get('config-broken')?.problem?.details).toMatchObject({ line: 3, column: 21, reason: 'ColonExpected' });
  });

  it('tolerates a byte order mark and a trailing comma', async () => {
    write(`\ufeff${good.replace('{"command": "x"}', '{"command": "x",},')}`);
    const config = await start();
    expect(config.current().servers).toHaveLength(1);
    await config.addServer(server('b'));
    expect((await start()).current().servers.map((each) => each.name)).toEqual(['a', 'b']);
    expect(notices.size).toBe(0);
  });

  it('is put aside only when the person decides', async () => {
    write(good);
    const config = await start();
    write('{"broken');
    await config.reload();
    const aside = await config.setBrokenAside();
    expect(readFileSync(aside, 'utf8')).toBe('{"broken');
    expect(read()).toBe(good);
    expect(notices.has('config-broken')).toBe(false);
    await config.addServer(server('b'));
  });

  it('cut at any byte never changes what is in use, nor the file (R85)', async () => {
    write(handWritten);
    const config = await start();
    const before = config.current();
    const { parseJsonc } = await import('./jsonc-tree.ts');
    const { readConfig } = await import('./read-config.ts');
    // Every cut is unusable as a whole: no half of a file is ever taken for a shorter one.
    for (let length = 0; length < handWritten.trimEnd().length; length++) expect(() => readConfig(handWritten.slice(0, length), Buffer.alloc(32))).toThrow(/ at \d+:\d+/);
    expect(parseJsonc(handWritten.trimEnd()).type).toBe('object');
    for (const length of [0, 1, 20, 300, handWritten.length - 3]) {
      write(handWritten.slice(0, length));
      await config.reload();
      expect(config.current()).toBe(before);
      expect(read()).toBe(handWritten.slice(0, length));
    }
  });

  it('deleted while running is written anew from what is in use; deleted while not, it comes from the last copy', async () => {
    write(good);
    const config = await start();
    rmSync(path());
    await config.addServer(server('b'));
    expect((await start()).current().servers.map((each) => each.name)).toEqual(['a', 'b']);
    rmSync(path());
    const next = await start();
    expect(next.current().servers.map((each) => each.name)).toEqual(['a', 'b']);
    expect(notices.get('config-broken')?.details['reason']).toBe('missing');
  });
});

describe('copies', () => {
  it('are dated, coalesced within ten minutes, kept when something goes away, and not without number (S03)', async () => {
    let now = Date.UTC(2026, 10, 29, 12);
    const config = await start({ now: () => now });
    const copies = () => readdirSync(join(folder, 'backups')).filter((file) => file.endsWith('.json'));
    const a = await config.addServer(server('a'));
    for (let n = 0; n < 30; n++) {
      now += 1000;
      await config.updateSettings({ theme: n % 2 === 0 ? 'dark' : 'light' });
    }
    expect(copies()).toHaveLength(1);
    expect(readFileSync(join(folder, 'backups', String(copies()[0])), 'utf8')).toBe(read());
    await config.removeServer(a.id);
    expect(copies()).toHaveLength(2);
    expect(readFileSync(join(folder, 'backups', String(copies().toSorted()[0])), 'utf8')).toContain('a-command');
    for (let n = 0; n < 30; n++) {
      now += 11 * 60 * 1000;
      await config.updateSettings({ theme: n % 2 === 0 ? 'dark' : 'light' });
    }
    // The newest twenty, and the first and last of the hours before.
    expect(copies().length).toBeGreaterThanOrEqual(20);
    expect(copies().length).toBeLessThan(26);
    // A clock that was set back must not make the newest copy look old.
    now -= 365 * 24 * 3600 * 1000;
    await config.addServer(server('late'));
    expect(readFileSync(join(folder, 'backups', String(copies().toSorted().at(-1))), 'utf8')).toContain('late-command');
  });
});

describe('two hosts on one file', () => {
  it('lose no change of either (R89)', async () => {
    const [one, two] = [await start(), await start()];
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : two).addServer(server(`s${n}`))));
    const names = (await start()).current().servers.map((each) => each.name).toSorted();
    expect(names).toEqual(Array.from({ length: 20 }, (_, n) => `s${n}`).toSorted());
  });
});

describe('a folder that refuses writes', () => {
  it('is read, and each change fails with what to do, changing nothing in use (R83)', async () => {
    write(handWritten);
    await (await start()).close();
    const isRoot = process.getuid?.() === 0;
    const script = `
      const { openConfig } = await import(${JSON.stringify(new URL('./config-file.ts', import.meta.url).href)});
      const config = await openConfig({ path: ${JSON.stringify(path())}, notices: { add: () => undefined } });
      const before = JSON.stringify(config.current());
      const problem = await config.updateSettings({ theme: 'dark' }).catch((error) => error.problem);
      console.log(JSON.stringify({ code: problem.code, file: problem.details.file, servers: config.current().servers.length, isSame: JSON.stringify(config.current()) === before }));
      await config.close();`;
    for (const file of readdirSync(folder)) if (isRoot) chownSync(join(folder, file), 65534, 65534);
    if (isRoot) chownSync(folder, 65534, 65534);
    chmodSync(folder, 0o555);
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'], ...(isRoot ? { uid: 65534, gid: 65534 } : {}) });
    let output = '';
    for await (const chunk of child.stdout) output += String(chunk);
    chmodSync(folder, 0o755);
    expect(JSON.parse(output)).toEqual({ code: 'config-not-writable', file: path(), servers: 2, isSame: true });
  });
});

it('gives no server the id of the app’s own tools, whoever writes it into the file (A18, C17)', async () => {
  write('{ "mcpServers": { "portolan": { "command": "x" }, "other": { "command": "y" } }, "portolan": { "servers": {} } }');
  const config = await start();
  await config.updateServer(named(config, 'portolan').id, { isEnabled: false });
  const { id } = named(config, 'portolan');
  await config.close();
  write(read().replaceAll(id, hostId));
  expect(read()).toContain(hostId);
  const again = await start();
  expect(again.current().servers.map((each) => each.id)).not.toContain(hostId);
  expect(named(again, 'portolan').id).toBeDefined();
});
