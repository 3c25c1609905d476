import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files, serverSource } from '@portolan/fixture-servers/bundles/sample';
import { zip } from '@portolan/fixture-servers/bundles/zip';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import { startAuthFixture } from '@portolan/fixture-servers/auth-server';
import { everything, Place } from './place.ts';

interface Server {
  server: { name: string; isReviewed: boolean; startup: string; launchHash: string; launch: { command: string; args: string[]; env: { name: string; value: string | null }[] } };
}
interface Failure {
  error: { code: string; message: string; next: string | null };
}

describe.skipIf(process.platform !== 'linux')('configuring from the command line (O04)', () => {
  let place: Place;
  beforeAll(async () => {
    place = new Place();
    await place.startApp();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('adds a program or an address exactly as given, not reviewed, and edits only what is named (S01, S07)', async () => {
    const added = await place.json<Server>(['servers', 'add', 'one', '--env=A=1=2', '--env=B=${HOME}', '--', 'my prog', '-x', 'a b', '', '$(touch /tmp/never)']);
    expect(added.value.server).toMatchObject({ isReviewed: false, launch: { command: 'my prog', args: ['-x', 'a b', '', '$(touch /tmp/never)'] } });
    expect(place.config.mcpServers['one']).toMatchObject({ env: { A: '1=2', B: '${HOME}' } });
    expect(added.stderr).toContain('portolan servers review "one"');
    const edited = await place.json<Server>(['servers', 'edit', 'one', '--name=uno', '--env=C=3', '--unset-env=B', '--arg=-y', '--startup=first-use']);
    expect(edited.value.server).toMatchObject({ name: 'uno', startup: 'first-use', launch: { command: 'my prog', args: ['-y'] } });
    // A stored value that was never shown is kept.
    expect(place.config.mcpServers['uno']).toMatchObject({ env: { A: '1=2', C: '3' } });
    await place.json(['servers', 'add', 'web', '--url=https://example.com/mcp', '--header=X-Key: ${secret:KEY}']);
    expect(place.config.mcpServers['web']).toMatchObject({ url: 'https://example.com/mcp', headers: { 'X-Key': '${secret:KEY}' } });
    const wrong = await Promise.all([['add', 'x'], ['add', 'x', '--url=https://a.example', '--', 'b'], ['add', 'x', '--url=https://a.example', '--env=A=1'], ['edit', 'web', '--arg=1'], ['add', 'x', '--header=nothing', '--url=https://a.example']].map((args) => place.run(['servers', ...args])));
    expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
  });

  it('decides in advance what is asked, allowed or never run, as the window lists it, and takes it back (H01)', async () => {
    await place.json(['servers', 'add', 'ruled', '--', everything.command, ...everything.args]);
    const add = (...args: string[]) => place.json<{ rule: { id: string; effect: string; tool: string | null; conditions: unknown[] } }>(['rules', 'add', ...args]);
    const never = await add('never', 'ruled', 'run', '--when=command begins git push', '--when=path in /etc/ssl/private');
    expect(never.value.rule).toMatchObject({ effect: 'never', tool: 'run', conditions: [{ kind: 'command', words: ['git', 'push'] }, { kind: 'path', folder: '/etc/ssl/private' }] });
    await add('ask', '*');
    // Nothing is allowed without a yes, of a server that would have to be started for it and that nobody has reviewed, or for all servers.
    expect([(await add('allow', 'ruled', 'echo')).code, (await add('allow', 'ruled', 'echo', '--yes')).code, (await add('allow', '*', '--yes')).code]).toEqual([3, 3, 1]);
    expect([(await add('maybe', 'ruled')).code, (await add('never', 'ruled', '--when=path inside x')).code]).toEqual([2, 2]);
    const list = async (...args: string[]) => (await place.json<{ rules: { id: string; effect: string }[] }>(['rules', 'list', ...args])).value.rules;
    expect((await list()).map(({ effect }) => effect)).toEqual(['ask', 'never']);
    expect(await list('ruled')).toHaveLength(2);
    expect((await place.run(['rules', 'remove', never.value.rule.id])).code).toBe(0);
    expect((await place.run(['rules', 'remove', never.value.rule.id])).code).toBe(4);
    expect((await list()).map(({ effect }) => effect)).toEqual(['ask']);
  });

  it('a reviewed launch that is edited waits for a review again (A07, H07)', async () => {
    await place.json(['servers', 'add', 'twice', '--', everything.command, ...everything.args]);
    await place.review('twice');
    const { value, stderr } = await place.json<Server>(['servers', 'edit', 'twice', '--env=LOG=1']);
    expect(value.server.isReviewed).toBe(false);
    expect(stderr).toContain('waits for a review');
  });

  it('brings over another program’s configuration after saying what it is, and never over a server of ours by accident (S04)', async () => {
    writeFileSync(join(place.folder, 'claude.json'), '{ "mcpServers": { "new": { "command": "npx", "args": ["-y", "some@1.0.0"] }, /* ours */ "web": { "command": "evil" }, } }');
    expect((await place.run(['import', 'claude.json'])).code).toBe(3);
    expect(place.config.mcpServers['new']).toBeUndefined();
    const { code, value, stderr } = await place.json<{ servers: { name: string; outcome: string }[] }>(['import', 'claude.json', '--yes']);
    expect([code, value.servers.map(({ name, outcome }) => [name, outcome])]).toEqual([1, [['new', 'added'], ['web', 'name-taken']]]);
    expect(stderr).toContain('argument 2: some@1.0.0');
    expect(place.config.mcpServers['web']).toMatchObject({ url: 'https://example.com/mcp' });
    const piped = await place.json<{ servers: { outcome: string }[] }>(['import', '-', '--yes'], { stdin: 'npx -y some@1.0.0' });
    expect(piped.code).toBe(0);
    expect((await place.json<Failure>(['import', '-', '--yes'], { stdin: '{"a": [' })).value.error.code).toBe('paste-not-understood');
  });

  it('keeps a secret that is typed or piped, and says it nowhere again (S09)', async () => {
    const marker = 'marker-5f0c1e';
    const set = await place.run(['secrets', 'set', 'web', 'KEY'], { stdin: `${marker}\n` });
    expect(set.code).toBe(0);
    const listed = await place.json(['secrets', 'list', 'web']);
    expect(listed.value).toEqual({ server: 'web', secrets: [{ name: 'KEY', isSet: true }] });
    const typed = place.start(['secrets', 'set', 'web', 'KEY'], { terminal: true });
    await typed.until('not shown');
    typed.child.stdin?.write(`${marker}\r`);
    expect((await typed.ended).stdout).toContain('KEY is kept');
    const shown = await Promise.all([['servers', 'show', 'web', '--json'], ['trace', 'export'], ['servers', 'logs', 'web']].map((args) => place.run(args)));
    const everywhere = [set, listed, await typed.ended, ...shown].map(({ stdout, stderr }) => stdout + stderr).join('\n') + readFileSync(join(place.dataDir, 'portolan.json'), 'utf8');
    expect(everywhere).not.toContain(marker);
    expect((await place.run(['secrets', 'set', 'web', 'KEY', marker])).code).toBe(2);
    expect((await place.run(['secrets', 'set', 'web', 'not a name'], { stdin: 'x' })).code).toBe(2);
    expect((await place.run(['secrets', 'set', 'web', 'KEY'])).code).toBe(2);
    await place.run(['secrets', 'forget', 'web', 'KEY']);
    expect((await place.json(['secrets', 'list', 'web'])).value).toEqual({ server: 'web', secrets: [{ name: 'KEY', isSet: false }] });
  });

  it('adds what a link holds only after showing all of it, and leaves nothing standing when it is refused (S07, A01)', async () => {
    const link = `portolan://install?config=${Buffer.from(JSON.stringify({ mcpServers: { linked: { command: 'npx', args: ['-y', 'ok@1.0.0', '--eval=\u202eevil'] } } })).toString('base64url')}`;
    const refused = await place.run(['install', link]);
    expect([refused.code, place.config.mcpServers['linked']]).toEqual([3, undefined]);
    expect(refused.stderr).toContain(String.raw`argument 3: --eval=\u{202e}evil`);
    const { value } = await place.json<{ servers: Server['server'][] }>(['install', link, '--yes']);
    expect(value.servers[0]).toMatchObject({ name: 'linked', isReviewed: false });
    expect((await place.json<Failure>(['install', link, '--yes'])).value.error.message).toContain('linked');
    expect((await place.json<Failure>(['install', 'portolan://install?config=x&more=y'])).value.error.code).toBe('install-link-refused');
  });

  it('installs a bundle with its answers, asks for its secret unseen, and runs exactly what was shown (S05)', async () => {
    const user = { units: { type: 'string', title: 'Units', description: 'u', required: true }, key: { type: 'string', title: 'API key', description: 'k', sensitive: true, required: true } };
    const server = { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'node', args: ['${__dirname}/server/index.js', '${user_config.units}'], env: { API_KEY: '${user_config.key}' } } };
    writeFileSync(join(place.folder, 'weather.mcpb'), zip(files({ user_config: user, server }).map((entry) => (entry.name === 'server/index.js' ? { ...entry, data: serverSource } : entry))));
    const message = async (file: string) => (await place.json<Failure>(['install', file, '--yes'])).value.error.message;
    expect(await message('nowhere.mcpb')).toBe('There is no file nowhere.mcpb.');
    expect(await message('./')).toBe('./ is a folder, not the file of a bundle.');
    expect((await place.run(['install', 'weather.mcpb', '--set=units=metric', '--yes'])).code).toBe(2);
    expect((await place.run(['install', 'weather.mcpb', '--set=key=in-arguments', '--yes'])).code).toBe(2);
    const asked = place.start(['install', 'weather.mcpb', '--set=units=metric'], { terminal: true });
    await asked.until('API key:');
    asked.child.stdin?.write('sesame-7\r');
    await asked.until('Add this server?');
    asked.child.stdin?.write('y\r');
    const { code, stdout } = await asked.ended;
    expect([code, stdout.includes('sesame-7')]).toEqual([0, false]);
    await place.review('weather');
    const called = place.start(['tools', 'call', 'weather', 'started_with'], { terminal: true });
    await called.until('Allow this call?');
    called.child.stdin?.write('y\r');
    expect((await called.ended).stdout).toContain('"argv":["metric"]');
    writeFileSync(join(place.folder, 'evil.mcpb'), zip([...files(), { name: '../../escape', data: 'x' }]));
    expect((await place.json<Failure>(['install', 'evil.mcpb', '--yes'])).value.error.code).toBe('bundle-refused');
    expect(existsSync(join(place.folder, 'escape'))).toBe(false);
  });

  it('shows what a copy of the configuration would change, restores it, and can undo that (S03)', async () => {
    await place.run(['servers', 'remove', 'new', '--yes']);
    const { value } = await place.json<{ backups: { id: string; servers: string[]; isCurrent: boolean }[] }>(['config', 'backups']);
    const before = value.backups.find(({ servers, isCurrent }) => servers.includes('new') && !isCurrent);
    const asked = await place.run(['config', 'restore', before?.id ?? '']);
    expect([asked.code, asked.stderr]).toEqual([3, expect.stringContaining('new: comes back')]);
    const { value: done } = await place.json<{ undo: string }>(['config', 'restore', before?.id ?? '', '--yes']);
    expect(place.config.mcpServers['new']).toBeDefined();
    await place.json(['config', 'restore', done.undo, '--yes']);
    expect(place.config.mcpServers['new']).toBeUndefined();
    expect((await place.json<Failure>(['config', 'restore', 'wombat', '--yes'])).code).toBe(4);
  });

  it('exports the trace as JSON lines, into a new file and over none (S15)', async () => {
    const { stdout } = await place.run(['trace', 'export']);
    const lines = stdout.trim().split('\n').map((line) => JSON.parse(line) as { method?: string });
    expect(lines.some(({ method }) => method === 'tools/call')).toBe(true);
    expect((await place.run(['trace', 'export', 'weather', '--out=trace.jsonl'])).code).toBe(0);
    expect(readFileSync(join(place.folder, 'trace.jsonl'), 'utf8')).toContain('started_with');
    expect((await place.run(['trace', 'export', '--out=trace.jsonl'])).code).toBe(1);
  });
});

describe.skipIf(process.platform !== 'linux')('looking after a computer from the command line (O05)', { concurrent: true }, () => {
  it('doctor finds a broken configuration and a program that is not there, says what mends it, and ends with 1', async () => {
    await using place = new Place({ gone: { command: 'no-such-program-here', args: [] } });
    const { code, value } = await place.json<{ findings: { code: string; level: string }[]; errors: number }>(['doctor']);
    expect([code, value.errors]).toEqual([1, 1]);
    expect(value.findings.map((finding) => finding.code)).toEqual(expect.arrayContaining(['server-launch-bad', 'config-good', 'database-good', 'loopback-open']));
    writeFileSync(join(place.dataDir, 'portolan.json'), '{ "mcpServers": { "a": { "command": "b", }\n "c" } }');
    const check = await place.json<{ broken: { line: number } }>(['config', 'check']);
    expect([check.code, check.value.broken.line]).toEqual([1, 2]);
    // And every other command says so too, and goes on with the last good one.
    const listed = await place.run(['servers', 'list']);
    expect([listed.code, listed.stdout, listed.stderr]).toEqual([0, expect.stringContaining('gone'), expect.stringContaining('line 2')]);
    const words = await place.run(['doctor', '--lang=zh-CN']);
    expect([words.code, words.stdout]).toEqual([1, expect.stringMatching(/✗ .*第 2 行/)]);
  });

  it('a command line in quotes is explained, and a missing program points to the doctor', async () => {
    await using place = new Place({ gone: { command: 'no-such-program-here', args: [] } });
    const whole = await place.run(['servers', 'add', 'x', '--', 'npx -y pkg']);
    expect([whole.code, whole.stderr]).toEqual([2, expect.stringContaining('Leave the quotes out: -- npx -y pkg')]);
    expect(Object.keys(place.config.mcpServers)).toEqual(['gone']);
    expect((await place.run(['servers', 'add', 'y', '--', '/opt/my tools/server'])).code).toBe(0);
    await place.review('gone');
    const started = await place.run(['servers', 'start', 'gone']);
    expect([started.code, started.stderr]).toEqual([expect.any(Number), expect.stringContaining('portolan doctor "gone"')]);
  });

  it('config check and doctor name entries that cannot be used, with line and reason, and end with 1; a file without a good one before it is not said to have one', async () => {
    await using place = new Place();
    writeFileSync(join(place.dataDir, 'portolan.json'), '{ "mcpServers": {\n "bad": { "command": 42 },\n "good": { "command": "true" } } }');
    const check = await place.run(['config', 'check']);
    expect([check.code, check.stdout]).toEqual([1, expect.stringContaining('bad, line 2: “command” holds something of another kind')]);
    expect((await place.json<{ unusable: unknown[] }>(['config', 'check'])).value.unusable).toEqual([{ entry: 'bad', reason: 'wrong-type', field: 'command', line: 2, column: 9 }]);
    const doctor = await place.run(['doctor']);
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('The entry “bad” in line 2 cannot be used. “command” holds')]);
    await using fresh = new Place();
    writeFileSync(join(fresh.dataDir, 'portolan.json'), '{ "mcpServers": {');
    const listed = await fresh.run(['servers', 'list']);
    expect(listed.stderr).toContain('no earlier version');
    expect(listed.stderr).not.toContain('last good');
    expect((await fresh.run(['config', 'check'])).stdout).toContain('no earlier version');
  });

  it('doctor is content with a computer that has what its servers need', async () => {
    await using place = new Place({ everything });
    const { code, stdout } = await place.run(['doctor', 'everything']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing stands in the way.')]);
  });
});

describe.skipIf(process.platform !== 'linux')('signing in from the command line (S19)', () => {
  it('says who asks for what, opens nothing before a yes, and signs out again (G09)', async () => {
    const fixture = await startAuthFixture();
    await using place = new Place();
    await place.startApp();
    await place.json(['servers', 'add', 'secured', `--url=${fixture.url}`]);
    await place.review('secured');
    expect((await place.json<Failure>(['sign-in', 'secured'])).value.error.code).toBe('not-confirmed');
    const signing = place.start(['sign-in', 'secured'], { terminal: true });
    await signing.until('Continue in the browser?');
    expect(signing.output()).toContain(new URL(fixture.server.issuer).host);
    expect(signing.output()).not.toContain('code_challenge');
    signing.child.stdin?.write('y\r');
    await signing.until('code_challenge');
    await fetch(/https?:\/\/\S*code_challenge\S*/.exec(signing.output())?.[0] ?? '');
    expect((await signing.ended).stdout).toContain('Signed in to secured');
    expect((await place.run(['tools', 'list', 'secured'])).code).toBe(0);
    expect((await place.json(['sign-out', 'secured'])).value).toMatchObject({ state: 'signed-out' });
    await fixture.close();
  });
});

describe.skipIf(process.platform !== 'linux')('the language of the words (C16)', () => {
  it('is that of the settings, unless the command line or nobody says otherwise', async () => {
    await using place = new Place({}, { settings: { locale: 'zh-CN' } });
    const [chosen, overruled, failed] = await Promise.all([['servers', 'list'], ['servers', 'list', '--lang=en'], ['servers', 'show', 'x']].map((args) => place.run(args)));
    expect([chosen?.stdout, overruled?.stdout]).toEqual(['还没有配置服务器。\n', 'No servers are configured yet.\n']);
    expect(failed?.stderr).toContain('没有服务器“x”');
  });
});

describe('completion (O04)', () => {
  it.skipIf(process.platform === 'win32')('completes words and options in bash', async () => {
    await using place = new Place();
    const { stdout } = await place.run(['completion', 'bash']);
    const complete = (...words: string[]) =>
      execFileSync('bash', ['-c', `${stdout}\nCOMP_WORDS=(portolan "$@"); COMP_CWORD=$#; _portolan 2>/dev/null; printf '%s ' "\${COMPREPLY[@]}"`, 'x', ...words], { encoding: 'utf8' }).trim();
    expect(complete('se')).toBe('servers secrets');
    expect(complete('servers', 're')).toBe('review restart remove restore');
    expect(complete('--json', 'tools', 'call', '--a')).toBe('--args=');
    expect(complete('completion', '')).toBe('bash zsh fish');
    expect((await place.run(['completion', 'tcsh'])).code).toBe(2);
  });
});

describe.skipIf(process.platform !== 'linux')('the way to the network from the command line (S20)', () => {
  it('is shown, set and checked; a password comes from stdin and is never shown or written in the open (S09, O04)', async () => {
    await using place = new Place();
    const office = await startConnectProxy({ lead: () => undefined, credentials: { username: 'ann', password: 'office-pass' } });
    try {
      const set = await place.run(['network', 'set', `--proxy=${office.url}`, '--except=10.0.0.0/8', '--username=ann', '--password', '--json'], { stdin: 'office-pass\n' });
      expect(JSON.parse(set.stdout)).toMatchObject({ settings: { mode: 'address', proxy: office.url, noProxy: '10.0.0.0/8' }, credentials: { username: 'ann' }, proxy: { source: 'settings', https: office.url } });
      const check = await place.json<{ checks: { kind: string; via: string; problem: { code: string; details: object } }[] }>(['network', 'check']);
      expect([check.code, check.value.checks]).toEqual([1, [expect.objectContaining({ kind: 'registry', via: office.url, problem: expect.objectContaining({ code: 'proxy-failed', details: expect.objectContaining({ reason: 'refused' }) as object }) as object })]]);
      expect(office.authorizations.at(-1)).toContain('Basic ');
      const shown = await place.run(['network', 'show']);
      expect(set.stdout + set.stderr + shown.stdout + JSON.stringify(place.config)).not.toContain('office-pass');
      expect([(await place.run(['network', 'set'])).code, (await place.json<Failure>(['network', 'set', '--proxy=socks5://x:1'])).value.error.code]).toEqual([2, 'invalid-input']);
    } finally {
      await office.close();
    }
  });
});
