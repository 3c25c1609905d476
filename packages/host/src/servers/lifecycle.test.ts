import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerId } from '@portolan/contract/ids';
import type { LogLine, ServerState } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';
import { collect, problemOf } from './testing/collect.ts';
import { fixtureLaunch, Rig } from './testing/rig.ts';

const scratch = () => mkdtemp(path.join(tmpdir(), 'lifecycle-'));

const script = (code: string, more: Partial<Extract<LaunchConfig, { kind: 'stdio' }>> = {}): LaunchConfig => ({ kind: 'stdio', command: process.execPath, args: ['-e', code], env: {}, ...more });

async function linesUntil(rig: Rig, serverId: ServerId, isEnough: (lines: LogLine[]) => boolean): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  const leaving = new AbortController();
  const timer = setTimeout(() => leaving.abort(), 20_000);
  for await (const event of rig.routes['servers/watchLog']({ serverId }, rig.context(leaving.signal))) {
    lines.push(...event.lines);
    if (isEnough(lines)) break;
  }
  clearTimeout(timer);
  return lines;
}

/** Every state a server goes through until one is reached. */
async function statesUntil(rig: Rig, id: ServerId, last: ServerState): Promise<ServerState[]> {
  const seen: ServerState[] = [];
  await rig.until(id, ({ state }) => {
    if (seen.at(-1) !== state) seen.push(state);
    return state === last;
  });
  return seen;
}

describe('a server that can not be started', () => {
  it('says which program is missing and where it was looked for, and is not tried again (S10, R01, try-out 1)', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('missing', { kind: 'stdio', command: 'no-such-program-anywhere', args: ['x'], env: {} });
    const { problem, crashes } = await rig.untilState(id, 'failed');
    expect(problem).toMatchObject({ code: 'launch-not-found', details: { server: 'missing', command: 'no-such-program-anywhere' } });
    expect(problem?.details['folders']).toContain('/usr/bin');
    expect(crashes).toBe(0);
  });

  it('shows exit code and last stderr lines when it dies at once, tries three times and then waits for the person (S12, R02, try-out 7)', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('boom', script("console.error('boom: API_KEY missing');process.exit(1)"));
    expect((await rig.untilState(id, 'backoff')).problem).toMatchObject({ code: 'server-exited', details: { server: 'boom', exitCode: 1 }, log: 'boom: API_KEY missing' });
    const failed = await rig.untilState(id, 'failed');
    expect(failed).toMatchObject({ crashes: 3, pid: null, retryAt: null, problem: { code: 'server-exited', log: 'boom: API_KEY missing' } });
    const again = rig.routes['servers/start']({ serverId: id }, rig.context());
    expect((await again).state).toBe('starting');
    expect((await rig.untilState(id, 'failed')).crashes).toBe(3);
  });

  it('is started again after a crash, and is well then (S12, R08)', async () => {
    await using rig = await Rig.create({ firstDelayMs: 300 });
    const once = path.join(await scratch(), 'once');
    const id = await rig.addFixture('dies', { at: 'idle', 'after-ms': 150, code: 3, once });
    expect(await statesUntil(rig, id, 'backoff')).toContain('ready');
    expect((await rig.untilState(id, 'ready')).problem).toBeNull();
    expect(existsSync(once)).toBe(true);
  });

  it.each([
    ['probe', 'both'],
    ['initialize', 'legacy'],
    ['initialized', 'legacy'],
    ['list', 'legacy'],
    ['list', 'modern'],
  ])('recovers from an exit during %s of the %s era (R03, R04, R05)', async (at, era) => {
    await using rig = await Rig.create();
    const once = path.join(await scratch(), 'once');
    const id = await rig.addFixture('dies', { at, era, once });
    const view = await rig.until(id, ({ state, counts }) => state === 'ready' && counts.tools > 0);
    expect(view.problem).toBeNull();
    expect(existsSync(once)).toBe(true);
  });

  it('says that one takes long, then gives up waiting, and does not call that a crash (S12, R10)', async () => {
    await using rig = await Rig.create({ handshakeMs: 400, slowStartMs: 100 });
    const id = await rig.addFixture('silent');
    const slow = await rig.until(id, ({ start }) => start?.isSlow === true);
    expect(slow).toMatchObject({ state: 'starting', start: { isFirst: true }, warnings: [] });
    expect(await rig.untilState(id, 'backoff', 'failed')).toMatchObject({ crashes: 0, problem: { code: 'server-timeout', details: { seconds: 0.4 } } });
    // Once more, with the patience of a first start; then it is the person's turn.
    expect(await rig.untilState(id, 'failed')).toMatchObject({ crashes: 0, problem: { code: 'server-timeout' } });
  });

  it('is waited for as long as it says that it is getting on, and shows what it says (S12, R10, R13)', async () => {
    await using rig = await Rig.create({ handshakeMs: 600, slowStartMs: 100 });
    // 1.6 s of "downloading" under a limit of 0.6 s of silence.
    const { command, args } = fixtureLaunch('basic') as Extract<LaunchConfig, { kind: 'stdio' }>;
    const talking = script(`let n=0;const t=setInterval(()=>{console.error('fetching '+(++n));if(n===8){clearInterval(t);require('child_process').spawn(${JSON.stringify(command)},${JSON.stringify(args)},{stdio:'inherit'})}},200)`);
    const id = await rig.add('downloads', talking);
    const slow = await rig.until(id, ({ start }) => start?.isSlow === true && start.lastLine !== null && Number(start.lastLine.replace('fetching ', '')) > 3);
    expect(slow.start?.limitAt).toBeGreaterThan(Date.now());
    expect((await rig.untilState(id, 'ready', 'backoff')).state).toBe('ready');
  });

  it('can be given another limit for its start, which then holds for the first one too (S20)', async () => {
    await using rig = await Rig.create();
    const id = await rig.addFixture('silent', {}, { care: { limits: { connectSeconds: 0.3 } } });
    expect((await rig.untilState(id, 'backoff', 'failed')).problem).toMatchObject({ code: 'server-timeout', details: { seconds: 0.3 } });
  });

  it('is not taken for a server when it prints a web page (R55)', async () => {
    await using rig = await Rig.create({ handshakeMs: 600 });
    const id = await rig.addFixture('html');
    const { problem } = await rig.untilState(id, 'backoff', 'failed');
    expect(['server-timeout', 'server-not-mcp']).toContain(problem?.code);
    const lines = await linesUntil(rig, id, (all) => all.some((line) => line.source === 'junk'));
    expect(lines.find((line) => line.source === 'junk')?.text).toContain('<!doctype html>');
  });

  it('keeps configured secrets out of problems and log (S09, A13)', async () => {
    await using rig = await Rig.create();
    const secret = 'MK-4f1d-8842-secret';
    const id = await rig.add('leaky', script("console.error('using '+process.env.KEY);process.exit(1)", { env: { KEY: secret } }));
    const { problem } = await rig.untilState(id, 'failed');
    expect(problem?.log).toBe('using •••');
    const lines = await linesUntil(rig, id, (all) => all.some((line) => line.source === 'stderr'));
    expect(JSON.stringify([lines, problem])).not.toContain(secret);
  });
});

describe('a noisy server', () => {
  it('works in spite of a banner on stdout, and the banner is shown (R16, try-out 8)', async () => {
    await using rig = await Rig.create();
    const id = await rig.addFixture('banner');
    const view = await rig.until(id, ({ counts, warnings }) => counts.tools > 0 && warnings.length > 0);
    expect(view.state).toBe('ready');
    expect(view.warnings.find(({ sample }) => sample?.includes('Server ready'))).toBeDefined();
    const lines = await linesUntil(rig, id, (all) => all.some((line) => line.source === 'junk'));
    expect(lines.find((line) => line.source === 'junk')?.text).toContain('Server ready');
  });

  it('has its stderr in the log, in its own code page, as no error (H78, try-out 9)', async () => {
    await using rig = await Rig.create();
    const id = await rig.addFixture('stderr');
    expect((await rig.untilState(id, 'ready')).problem).toBeNull();
    const lines = await linesUntil(rig, id, (all) => all.filter((line) => line.source === 'stderr').length >= 2);
    expect(lines.filter((line) => line.source === 'stderr').map(({ text, level }) => ({ text, level }))).toEqual([
      { text: 'INFO started', level: undefined },
      { text: '你好', level: undefined },
    ]);
  });

  it('has its log notifications there with level and logger (P15)', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.addFixture('basic');
    await rig.until(serverId, ({ counts }) => counts.tools > 0);
    await collect(rig.routes['tools/run']({ serverId, name: 'log', arguments: {} }, rig.context()));
    const lines = await linesUntil(rig, serverId, (all) => all.some(({ level }) => level === 'emergency'));
    expect(lines.find(({ level }) => level === 'warning')).toMatchObject({ source: 'message', logger: 'basic', text: '{"message":"a warning message"}' });
  });
});

describe('starting many', () => {
  it('is not held up by servers that never answer, and contacts no disabled or unreviewed one (S16, R43, try-out 35)', async () => {
    const folder = await scratch();
    const contacted = (name: string): LaunchConfig => script(`require('fs').writeFileSync(${JSON.stringify(path.join(folder, name))}, '')`);
    await using rig = await Rig.create({ startSlotMs: 50, parallelStarts: 2 });
    for (let at = 0; at < 6; at += 1) await rig.addFixture('silent');
    await rig.add('disabled', contacted('disabled'), { isEnabled: false });
    await rig.add('unreviewed', contacted('unreviewed'), { reviewedHash: null });
    await rig.add('changed', contacted('changed'), { reviewedHash: 'of another launch' });
    const good = await rig.addFixture('basic');
    expect((await rig.untilState(good, 'ready')).counts).toBeDefined();
    expect(rig.supervisor.all().filter(({ state }) => state === 'starting')).toHaveLength(6);
    expect(['disabled', 'unreviewed', 'changed'].filter((name) => existsSync(path.join(folder, name)))).toEqual([]);
  });

  it('refuses to contact an unreviewed server whoever asks (H07, A04)', async () => {
    await using rig = await Rig.create();
    const folder = await scratch();
    const id = await rig.add('new', script(`require('fs').writeFileSync(${JSON.stringify(path.join(folder, 'ran'))}, '')`), { reviewedHash: null });
    for (const ask of [
      () => rig.routes['servers/start']({ serverId: id }, rig.context()),
      () => rig.routes['servers/restart']({ serverId: id }, rig.context()),
      () => rig.routes['servers/tools']({ serverId: id }, rig.context()),
      () => rig.routes['resources/read']({ serverId: id, uri: 'x:y' }, rig.context()),
    ]) {
      expect(await problemOf(ask())).toMatchObject({ code: 'server-not-reviewed' });
    }
    rig.supervisor.resumed();
    expect(existsSync(path.join(folder, 'ran'))).toBe(false);
  });
});

describe('the era of a server', () => {
  it('is remembered for the next host (P01, H82)', async () => {
    await using rig = await Rig.create();
    const id = await rig.add('basic', fixtureLaunch('basic', { era: 'legacy' }));
    await rig.untilState(id, 'ready');
    const hash = rig.supervisor.get(id).launchHash;
    const file = path.join(rig.dataDir, 'state', 'eras.json');
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ [hash]: { era: 'legacy' } });
  });
});
