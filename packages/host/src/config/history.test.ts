import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { launchHash } from '../launch-hash.ts';
import type { LaunchConfig, ServerConfig } from '../ports.ts';
import { KnownSecrets } from '../trace/known-secrets.ts';
import { Redactor } from '../trace/redact.ts';
import { openConfig } from './config-file.ts';
import type { ConfigFile } from './config-file.ts';
import { launchChanges } from './launch-changes.ts';
import { maskTexts } from './masked-text.ts';
import { configurationRoutes } from './routes.ts';

let folder: string;
let config: ConfigFile;
const path = () => join(folder, 'portolan.json');
const read = () => readFileSync(path(), 'utf8');
const known = new KnownSecrets();
const mask = (texts: readonly string[]) => maskTexts(texts, { known, redactor: new Redactor(known) });
const context = { connection: 'test', signal: new AbortController().signal };
const routes = () => configurationRoutes({ config, mask });
const stdio = (command: string, args: string[] = [], env: Record<string, string> = {}): LaunchConfig => ({ kind: 'stdio', command, args, env });
const add = (name: string, launch = stdio('x')) => config.addServer({ name, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
const names = () => config.current().servers.map((server) => server.name);
const allow = (server: ServerConfig) => config.updateServer(server.id, { reviewedHash: launchHash(server.launch) });
const problemOf = async (work: () => unknown) => {
  try {
    await work();
    return null;
  } catch (error) {
    return error instanceof HostError ? error.problem.code : error;
  }
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-history-'));
  config = await openConfig({ path: path(), notices: { add: () => undefined }, pollMs: 60_000, settleMs: 10 });
});
afterEach(async () => {
  await config.close();
  rmSync(folder, { recursive: true });
});

describe('copies of the configuration', () => {
  it('say what they hold, are compared without their secrets, restored durably, and restoring is undone (S03)', async () => {
    await add('weather', stdio('npx', ['-y', 'weather', '--api-key', 'sk-in-an-argument'], { TOKEN: 'very-secret-one', HOME: '${HOME}' }));
    await config.removeServer((await add('docs')).id);
    const { backups } = await routes()['configuration/state']({}, context);
    expect(backups.map(({ servers, isCurrent }) => [servers, isCurrent])).toEqual([[['weather'], true], [['weather', 'docs'], false]]);
    const [, older] = backups;
    if (!older) throw new Error('no copy');
    await config.updateServer(config.current().servers[0]?.id ?? ('' as never), { launch: stdio('npx', ['-y', 'weather', '--api-key', 'sk-in-an-argument'], { TOKEN: 'very-secret-two', HOME: '${HOME}' }) });
    const before = read();
    const compared = await routes()['configuration/compare']({ backup: older.id }, context);
    expect(compared.servers).toEqual([{ name: 'docs', kind: 'added' }, { name: 'weather', kind: 'changed' }]);
    const shown = compared.diff.hunks.flatMap((hunk) => hunk.lines.map((line) => `${line.kind} ${line.text.trim()}`));
    expect(shown).toContain('removed "TOKEN": "••• 1",');
    expect(shown).toContain('added "TOKEN": "••• 2",');
    expect(shown).toContain('same "HOME": "${HOME}"');
    for (const secret of ['very-secret', 'sk-in-an-argument']) expect(JSON.stringify(compared)).not.toContain(secret);

    const { undo, aside } = await routes()['configuration/restore']({ backup: older.id }, context);
    expect(aside).toBeNull();
    expect(names()).toEqual(['weather', 'docs']);
    expect(read()).toContain('very-secret-one');
    await routes()['configuration/restore']({ backup: undo }, context);
    expect(read()).toBe(before);
    expect(names()).toEqual(['weather']);
  });

  it('bring nothing back as allowed that was not (A04), and are no way to other files', async () => {
    const weather = await allow(await add('weather'));
    writeFileSync(path(), read().replace('"command": "x"', '"command": "evil"'));
    await config.reload();
    await config.updateSettings({ theme: 'dark' });
    const evil = config.backups().find(({ id }) => readFileSync(join(folder, 'backups', id), 'utf8').includes('evil'));
    const good = config.backups().find(({ id }) => !readFileSync(join(folder, 'backups', id), 'utf8').includes('evil'));
    if (!evil || !good) throw new Error('copies are missing');
    await config.restore(good.id);
    expect(config.current().servers[0]?.reviewedHash).toBe(launchHash(weather.launch));
    await config.restore(evil.id);
    const [restored] = config.current().servers;
    expect(restored?.launch).toMatchObject({ command: 'evil' });
    expect(restored && restored.reviewedHash === launchHash(restored.launch)).toBe(false);
    writeFileSync(join(folder, 'other.json'), '{}');
    for (const id of ['../other.json', 'other.json', join(folder, 'other.json'), '', 'portolan-2026-01-01T00-00-00-000Z.json']) {
      expect(await problemOf(() => config.restore(id))).toBe('config-backup-unusable');
      expect(await problemOf(() => config.compare(id, mask))).toBe('config-backup-unusable');
    }
  });
});

describe('a broken file', () => {
  const broken = '{\n  "mcpServers": {\n    "a": { "command": "x", "env": { "TOKEN": "shh-very-secret" } }\n    "b": { "command": "y", "headers": { "X": "shh-as-well" } }\n  }\n}\n';

  it('is shown at its line with the text around it, without what may be secret (S02, R85)', async () => {
    await add('a');
    writeFileSync(path(), broken);
    await config.reload();
    const state = await routes()['configuration/state']({}, context);
    expect(state.broken).toMatchObject({ line: 4, column: 5, reason: 'CommaExpected' });
    expect(state.broken?.excerpt.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(state.broken?.excerpt[2]?.text).toContain('"command": "x"');
    expect(JSON.stringify(state.broken)).not.toContain('shh');
  });

  it('is put aside and the last good one put in its place; restoring a copy keeps it as well (S03)', async () => {
    await add('a');
    const good = read();
    writeFileSync(path(), broken);
    const { aside } = await routes()['configuration/useLastGood']({}, context);
    expect(readFileSync(aside, 'utf8')).toBe(broken);
    expect(read()).toBe(good);
    expect(await problemOf(() => routes()['configuration/useLastGood']({}, context))).toBe('invalid-input');
    writeFileSync(path(), '{"broken again');
    const [copy] = config.backups();
    const restored = await config.restore(copy?.id ?? '');
    expect(readFileSync(restored.aside ?? '', 'utf8')).toBe('{"broken again');
    expect(read()).toBe(good);
  });
});

describe('a launch that is not the one that was allowed', () => {
  it('is told argument by argument and variable by name, also after other changes and a restart (H07, A07, A08)', async () => {
    const server = await allow(await add('weather', stdio('npx', ['-y', 'weather@1.2.3', '--port', '80'], { TOKEN: 'first-secret', KEEP: 'x' })));
    await config.updateServer(server.id, { launch: stdio('npx', ['-y', 'weather@1.2.4', '--port', '80', '--verbose'], { TOKEN: 'second-secret', KEEP: 'x', NODE_OPTIONS: '${OPTS}' }) });
    for (let n = 0; n < 5; n++) await config.updateSettings({ theme: n % 2 === 0 ? 'dark' : 'light' });
    await config.close();
    config = await openConfig({ path: path(), notices: { add: () => undefined } });
    const { changes } = await routes()['configuration/launchChange']({ serverId: server.id }, context);
    expect(changes?.map(({ what, kind, name, before, after, isHidden }) => [what, kind, name, before, after, isHidden])).toEqual([
      ['argument', 'same', '', '-y', '-y', false],
      ['argument', 'removed', '', 'weather@1.2.3', null, false],
      ['argument', 'added', '', null, 'weather@1.2.4', false],
      ['argument', 'same', '', '--port', '--port', false],
      ['argument', 'same', '', '80', '80', false],
      ['argument', 'added', '', null, '--verbose', false],
      ['variable', 'changed', 'TOKEN', null, null, true],
      ['variable', 'added', 'NODE_OPTIONS', null, '${OPTS}', false],
    ]);
    expect(JSON.stringify(changes)).not.toContain('secret');
  });

  it('has nothing to tell when it is the same, was never allowed, or was forged', async () => {
    const fresh = await add('fresh');
    expect(config.reviewedLaunch(fresh.id)).toBeNull();
    await allow(fresh);
    expect(config.reviewedLaunch(fresh.id)).toBeNull();
    writeFileSync(path(), read().replace('"command": "x"', '"command": "evil"').replace(/"reviewedHash": "[^"]*"/, '"reviewedHash": "forged.mark"'));
    await config.reload();
    expect(config.reviewedLaunch(fresh.id)).toBeNull();
  });

  it.each<[string, LaunchConfig, LaunchConfig, [string, string][]]>([
    ['another program and folder', stdio('a'), { ...stdio('b'), cwd: '/tmp' } as LaunchConfig, [['command', 'changed'], ['folder', 'added']]],
    ['another address, transport and header', { kind: 'http', url: 'https://a', headers: { A: '1' }, transport: 'auto' }, { kind: 'http', url: 'https://b', headers: { A: '2', B: '1' }, transport: 'sse' }, [['address', 'changed'], ['transport', 'changed'], ['header', 'changed'], ['header', 'added']]],
    ['an address in place of a program', stdio('a', ['1']), { kind: 'http', url: 'https://b', headers: {}, transport: 'auto' }, [['command', 'removed'], ['address', 'added'], ['transport', 'added'], ['argument', 'removed']]],
    ['nothing', stdio('a', ['1'], { A: 'x' }), stdio('a', ['1'], { A: 'x' }), []],
  ])('differs in %s', (_, before, after, expected) => {
    expect(launchChanges(before, after).map(({ what, kind }) => [what, kind])).toEqual(expected);
  });
});
