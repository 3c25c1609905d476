import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything, filesystem, fixture, Place } from './place.ts';

interface Call {
  isError: boolean;
  content: { type: string; text: string }[];
}
interface Failure {
  error: { code: string; message: string; next: string | null };
}

/** As the host finds out: installed, and allowed. */
const canContain = process.platform === 'linux' && spawnSync('bwrap', ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--', 'true']).status === 0;
const isLinux = process.platform === 'linux';

describe.skipIf(!isLinux).each(['alone', 'attached to a running app'] as const)('the program, %s (O04)', (way) => {
  let place: Place;
  beforeAll(async () => {
    place = new Place({ everything, hostile: fixture('evil-text'), files: { command: 'to be', args: [] } });
    if (way !== 'alone') await place.startApp();
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it('lists what is configured, as words and as JSON, and starts none of it', async () => {
    const { value, code } = await place.json<{ servers: { name: string; state: string; isReviewed: boolean }[] }>(['servers', 'list']);
    expect(code).toBe(0);
    expect(value.servers.map(({ name, state, isReviewed }) => [name, state, isReviewed])).toEqual([
      ['everything', 'stopped', false],
      ['files', 'stopped', false],
      ['hostile', 'stopped', false],
    ]);
    const { stdout, stderr } = await place.run(['servers', 'list'], { env: { LANG: 'zh_CN.UTF-8' } });
    expect(stdout).toMatch(/^everything {2}待审核 {2}\S*mcp-server-everything stdio$/m);
    expect(stderr).toBe('');
  });

  it('starts nothing that was not reviewed, whatever is asked and with --yes too (H07)', async () => {
    const asked = [['servers', 'start', 'everything'], ['tools', 'list', 'everything'], ['tools', 'call', 'everything', 'echo', 'message=x'], ['servers', 'restart', 'everything']];
    const ended = await Promise.all(asked.map((args) => place.json<Failure>(args)));
    expect(ended.map(({ code, value }) => [code, value.error.code])).toEqual(asked.map(() => [3, 'needs-review']));
    for (const { stderr } of ended) expect(stderr).toContain('portolan servers review');
    expect((await place.json<Failure>(['servers', 'review', 'everything', '--hash', '0'.repeat(64)])).value.error.code).toBe('server-changed');
    expect((await place.run(['servers', 'remove', 'everything', '--yes', '--hash', 'x'])).code).toBe(2);
  });

  it('lets run exactly what was reviewed by its hash, and then uses it', async () => {
    await place.review('everything');
    expect(place.config.mcpServers['everything']).toBeDefined();
    const started = await place.json<{ server: { state: string; protocolVersion: string } }>(['servers', 'start', 'everything']);
    expect([started.code, started.value.server.state]).toEqual([0, 'ready']);
    const [tools, read, prompt] = await Promise.all([
      place.json<{ servers: { server: string; tools: { name: string }[] }[] }>(['tools', 'list']),
      place.json<{ contents: { text: string }[] }>(['resources', 'read', 'everything', 'demo://resource/static/document/features.md']),
      place.run(['prompts', 'run', 'everything', 'args-prompt', 'city=Köln']),
    ]);
    expect(tools.value.servers.map(({ server }) => server)).toEqual(['everything']);
    expect(tools.value.servers[0]?.tools.map(({ name }) => name)).toContain('get-sum');
    expect(read.value.contents[0]?.text).toContain('#');
    expect(prompt.stdout).toMatch(/^user:\n.*Köln/m);
  });

  it('refuses a call that nobody allowed when there is no terminal to ask on (H01)', async () => {
    const { code, value } = await place.json<Failure>(['tools', 'call', 'everything', 'echo', 'message=x']);
    expect([code, value.error.code]).toEqual([3, 'not-confirmed']);
  });

  it.runIf(way !== 'alone')('asks on a terminal with every argument shown, and remembers "always" for later calls without one (H01, C11)', async () => {
    const asked = place.start(['tools', 'call', 'everything', 'echo', 'message=a\u202eb'], { terminal: true });
    await asked.until('Allow this call?');
    expect(asked.output()).toContain(String.raw`"message": "a\u{202e}b"`);
    expect(asked.output()).toContain('cannot be seen');
    asked.child.stdin?.write('always\r');
    expect((await asked.ended).stdout).toContain(String.raw`Echo: a\u{202e}b`);
    const later = await place.json<Call>(['tools', 'call', 'everything', 'echo', 'message=again']);
    expect([later.code, later.value.content[0]?.text]).toEqual([0, 'Echo: again']);
    const other = place.start(['tools', 'call', 'everything', 'get-sum', 'a=1', 'b=2'], { terminal: true });
    await other.until('Allow this call?');
    other.child.stdin?.write('\r');
    expect((await other.ended).code).toBe(3);
  });

  it.runIf(way !== 'alone')('reads arguments by schema, from a file and from stdin', async () => {
    writeFileSync(join(place.folder, 'sum.json'), '{"a": 40, "b": 1}');
    const first = place.start(['tools', 'call', 'everything', 'get-sum', '--args', 'sum.json', 'b=2'], { terminal: true });
    await first.until('Allow this call?');
    first.child.stdin?.write('a\r');
    expect((await first.ended).stdout).toContain('The sum of 40 and 2 is 42');
    const piped = await place.json<Call>(['tools', 'call', 'everything', 'get-sum', '--args', '-', 'a=1'], { stdin: '{"a":5,"b":6}' });
    expect(piped.value.content[0]?.text).toContain('1 and 6 is 7');
    const wrong = [[['a=one', 'b=2'], ''], [['--args', '-'], '[1]'], [['--args', '-'], '{"a":'], [['--args', 'absent.json'], '']] as const;
    const codes = await Promise.all(wrong.map(async ([args, stdin]) => (await place.run(['tools', 'call', 'everything', 'get-sum', ...args], { stdin })).code));
    expect(codes).toEqual([2, 2, 2, 2]);
  });

  it.runIf(way !== 'alone')('lets no escape of a server reach a terminal or a pipe (T:C07)', async () => {
    await place.review('hostile');
    const looks = [['tools', 'list', 'hostile'], ['tools', 'list', 'hostile', '--json'], ['servers', 'show', 'hostile'], ['prompts', 'list', 'hostile'], ['servers', 'logs', 'hostile']];
    for (const [index, { code, stdout, stderr }] of (await Promise.all(looks.map((args) => place.run(args)))).entries()) {
      // A log may have no line yet.
      expect([code, stdout.length > 0 || looks[index]?.[1] === 'logs']).toEqual([0, true]);
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069]/u);
    }
  });

  it.runIf(way !== 'alone')('says what is not there, and ends with its own code', async () => {
    expect((await place.json<Failure>(['servers', 'show', 'nobody'])).value.error).toMatchObject({ code: 'not-found', next: expect.stringContaining('everything') });
    const tool = await place.json<Failure>(['tools', 'call', 'everything', 'nothing']);
    expect([tool.code, tool.value.error.code]).toEqual([4, 'tool-unknown']);
    await place.run(['servers', 'disable', 'everything']);
    expect((await place.json<Failure>(['tools', 'list', 'everything'])).value.error.code).toBe('server-off');
    const on = await place.json<{ server: { isEnabled: boolean } }>(['servers', 'enable', 'everything']);
    expect(on.value.server.isEnabled).toBe(true);
  });

  it('removes only when told so', async () => {
    expect((await place.run(['servers', 'remove', 'files'])).code).toBe(3);
    const { value } = await place.json<{ undo: string | null }>(['servers', 'remove', 'files', '--yes']);
    expect(place.config.mcpServers['files']).toBeUndefined();
    if (way === 'alone') {
      expect(value.undo).toBeNull();
      // Another process brings it back, from a copy of the configuration.
      expect((await place.run(['servers', 'restore', 'files'])).code).toBe(0);
      expect(place.config.mcpServers['files']).toBeDefined();
      expect((await place.json<Failure>(['servers', 'restore', 'files'])).value.error.code).toBe('server-name-taken');
      expect((await place.run(['servers', 'restore', 'never-there'])).code).toBe(4);
      return;
    }
    expect((await place.run(['servers', 'restore', value.undo ?? ''])).code).toBe(0);
    expect(place.config.mcpServers['files']).toBeDefined();
  });
});

describe.skipIf(!isLinux || !canContain)('what a server may reach, from the command line (S18, O04)', () => {
  interface Shown {
    sandbox: unknown;
    isReviewed: boolean;
    launchHash: string;
    recommended: unknown;
  }
  it('is decided with the review, shown and changed, by the same rules as in the window', async () => {
    await using place = new Place();
    await place.startApp();
    const [notes, work] = ['notes', 'work'].map((name) => join(place.folder, name));
    for (const folder of [notes, work]) mkdirSync(folder ?? '');
    const added = await place.json<{ server: { launch: unknown; launchHash: string } }>(['servers', 'add', 'mine', '--built-in', 'files', '--folder', 'notes']);
    expect(added.value.server.launch).toMatchObject({ command: 'portolan-builtin', args: ['files', `--read=${notes}`] });
    // By hash: as the window proposes it.
    await place.review('mine');
    const shown = await place.json<Shown>(['servers', 'sandbox', 'mine']);
    expect(shown.value).toMatchObject({ isReviewed: true, sandbox: { folders: [{ path: notes, access: 'read' }], network: 'none' } });
    // Reviewed stays reviewed, for it was the person who changed it; what is not named stays.
    const changed = await place.json<Shown>(['servers', 'sandbox', 'mine', '--folder-write=work', '--variable=EDITOR']);
    expect(changed.value).toMatchObject({ isReviewed: true, sandbox: { folders: [{ path: work, access: 'write' }], network: 'none', environment: ['EDITOR'] } });
    expect(changed.value.launchHash).not.toBe(shown.value.launchHash);
    expect((await place.json<Shown>(['servers', 'sandbox', 'mine', '--network', '--folder=', '--variable='])).value.sandbox).toEqual({ folders: [], network: 'all', environment: [] });
    const words = await place.run(['servers', 'sandbox', 'mine', '--no-contain']);
    expect(words.stdout).toContain('everything you can (not contained)');
    const wrong = [['servers', 'sandbox', 'mine', '--no-contain', '--network'], ['servers', 'add', 'x', '--built-in', 'files'], ['servers', 'add', 'x', '--built-in', 'nothing'], ['servers', 'add', 'x', '--folder', 'notes', '--', 'y'], ['servers', 'add', 'x', '--built-in', 'time', '--', 'y']];
    expect((await Promise.all(wrong.map((args) => place.run(args)))).map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
    expect((await place.json<Failure>(['servers', 'sandbox', 'mine', '--folder=/'])).value.error.code).toBe('sandbox-bad-folder');
    await place.json(['servers', 'remove', 'mine', '--yes']);
    expect(place.config.mcpServers).toEqual({});
  });
});

describe.skipIf(!isLinux)('a review on a terminal (H07, T:A02)', () => {
  it('shows every argument with hidden characters made visible, and takes anything but a clear yes as no', async () => {
    await using place = new Place();
    const folder = join(place.folder, 'shared');
    mkdirSync(folder);
    const entry = filesystem(folder);
    writeFileSync(join(place.dataDir, 'portolan.json'), JSON.stringify({ mcpServers: { files: { ...entry, args: [...entry.args, '/tmp\u200b/x'], env: { A: '${HOME}' } } } }), { mode: 0o600 });
    const no = place.start(['tools', 'list', 'files'], { terminal: true });
    await no.until('Allow exactly this?');
    for (const part of [`argument 1: ${folder}`, String.raw`argument 2: /tmp\u{200b}/x`, 'variable: A=${HOME}', 'hash of the launch: ']) expect(no.output()).toContain(part);
    no.child.stdin?.write('\r');
    expect((await no.ended).code).toBe(3);
    const shown = await place.json<{ server: { isReviewed: boolean } }>(['servers', 'show', 'files']);
    expect(shown.value.server.isReviewed).toBe(false);
    const yes = place.start(['servers', 'review', 'files'], { terminal: true });
    await yes.until('Allow exactly this?');
    yes.child.stdin?.write('y\r');
    expect((await yes.ended).code).toBe(0);
    expect((await place.json<{ server: { isReviewed: boolean } }>(['servers', 'show', 'files'])).value.server.isReviewed).toBe(true);
  });

  it.runIf(canContain)('proposes to contain what the window would, and takes a yes for exactly that (S17, S18, O04)', async () => {
    await using place = new Place();
    writeFileSync(join(place.dataDir, 'portolan.json'), JSON.stringify({ mcpServers: { clock: { command: 'portolan-builtin', args: ['time', '--zone=UTC'] } } }), { mode: 0o600 });
    const review = place.start(['servers', 'review', 'clock'], { terminal: true });
    await review.until('Allow exactly this, contained?');
    expect(review.output()).toContain('may read: nothing of yours');
    expect(review.output()).toContain('network: none');
    review.child.stdin?.write('y\r');
    expect((await review.ended).code).toBe(0);
    const shown = await place.json<{ server: { isReviewed: boolean; sandbox: unknown } }>(['servers', 'show', 'clock']);
    expect(shown.value.server).toMatchObject({ isReviewed: true, sandbox: { network: 'none' } });
  });
});
