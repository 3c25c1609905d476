import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerId } from '@portolan/contract/ids';
import type { SandboxChoice, SandboxPolicy } from '@portolan/contract/sandbox';
import { currentPlatform } from '../launch/platform.ts';
import { Rig } from '../testing/rig.ts';
import { isProcessRunning, markedProcesses } from '../warden/process-table.ts';
import { SandboxTools } from './support.ts';

/** Where the fixtures and what they import lie. */
const repository = fileURLToPath(new URL('../../../../..', import.meta.url));
const tool = await new SandboxTools(currentPlatform()).find();
// `npm test` installs bubblewrap before, and says so when these were left out.
const canContain = tool.support.kind === 'bubblewrap';
describe.runIf(canContain)('a hostile server', () => {
  let world = '';
  let port = 0;
  const listener = createServer((_request, response) => response.end('here'));
  beforeAll(async () => {
    world = await mkdtemp(path.join(tmpdir(), 'world-'));
    for (const name of ['granted', 'readable', 'outside']) {
      await mkdir(path.join(world, name));
      await writeFile(path.join(world, name, 'note.txt'), `note of ${name}`);
    }
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    const address = listener.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    process.env['PORTOLAN_TEST_SECRET'] = 'MK-secret-of-the-host';
  });
  afterAll(async () => {
    listener.close();
    delete process.env['PORTOLAN_TEST_SECRET'];
    await rm(world, { recursive: true, force: true });
  });

  const place = (...parts: string[]): string => path.join(world, ...parts);
  const policy = (more: Partial<SandboxPolicy> = {}): SandboxPolicy => ({
    folders: [
      { path: repository, access: 'read' },
      { path: place('granted'), access: 'write' },
      { path: place('readable'), access: 'read' },
    ],
    network: 'none',
    environment: [],
    ...more,
  });

  async function start(rig: Rig, sandbox: SandboxChoice): Promise<{ id: ServerId; call: (name: string, args?: Record<string, string | number>) => Promise<string> }> {
    const id = await rig.addFixture('prowler', {}, { sandbox });
    await rig.untilState(id, 'ready');
    return {
      id,
      call: async (name, args = {}) => {
        const { content, isError } = await rig.service.callTool(id, name, args, { signal: AbortSignal.timeout(20_000), onProgress: () => {} });
        const [first] = content;
        return `${isError ? 'refused: ' : ''}${first?.type === 'text' ? first.text : ''}`;
      },
    };
  }

  it('reaches nothing outside its folders when it is contained (S18, T:A13)', async () => {
    await using rig = await Rig.create();
    const { id, call } = await start(rig, policy());
    // What was granted works, as it was granted.
    expect(await call('read-file', { path: place('granted', 'note.txt') })).toBe('note of granted');
    expect(await call('write-file', { path: place('granted', 'new.txt'), content: 'from inside' })).toBe('written');
    expect(await readFile(place('granted', 'new.txt'), 'utf8')).toBe('from inside');
    expect(await call('read-file', { path: place('readable', 'note.txt') })).toBe('note of readable');
    expect(await call('write-file', { path: place('readable', 'new.txt'), content: 'x' })).toMatch(/^refused: EROFS/);
    // What was not granted is not there at all.
    expect(await call('read-file', { path: place('outside', 'note.txt') })).toMatch(/^refused: ENOENT/);
    expect(await call('write-file', { path: place('outside', 'new.txt'), content: 'x' })).toMatch(/^refused: ENOENT/);
    expect(existsSync(place('outside', 'new.txt'))).toBe(false);
    expect(await call('list-folder', { path: currentPlatform().home })).not.toContain('.bash');
    expect(await call('read-file', { path: path.join(rig.dataDir, 'run', 'servers.json') })).toMatch(/^refused: ENOENT/);
    expect(await call('read-file', { path: '/etc/passwd' })).not.toContain('daemon');
    expect(await call('read-file', { path: '/etc/shadow' })).toMatch(/^refused: ENOENT/);
    for (const closed of ['/planted', '/etc/planted', '/usr/planted', `${repository}/planted`]) expect(await call('write-file', { path: closed, content: 'x' }), closed).toMatch(/^refused: EROFS/);
    const temporary = path.join('/tmp', `${path.basename(rig.dataDir)}-mine`);
    expect(await call('write-file', { path: temporary, content: 'x' })).toBe('written');
    expect(existsSync(temporary)).toBe(false);
    // Neither are the network, the person's variables, the other processes.
    expect(await call('open-socket', { host: '127.0.0.1', port })).toMatch(/^refused: .*ECONNREFUSED/);
    expect(await call('open-socket', { host: '192.0.2.1', port: 80 })).toMatch(/^refused: .*ENETUNREACH/);
    const env = await call('list-env');
    expect(env).not.toContain('MK-secret');
    expect(Object.keys(JSON.parse(env) as object)).not.toEqual(expect.arrayContaining(['LOGNAME']));
    expect(await call('look-around')).not.toContain('vitest');
    expect(await call('signal', { pid: process.pid })).toMatch(/^refused: .*ESRCH/);
    expect(await call('trace', { pid: 1 })).toMatch(/^refused: /);
    // And the person is told what it wanted.
    const { refusals } = await rig.until(id, (view) => (view.refusals ?? []).some((each) => each.kind === 'contained-network'));
    expect(refusals).toEqual(expect.arrayContaining([{ kind: 'contained-write', subject: place('readable', 'new.txt') }, { kind: 'contained-folder', subject: place('outside', 'note.txt') }]));
  });

  it('reaches all of it when it runs without (S18)', async () => {
    await using rig = await Rig.create();
    const { call } = await start(rig, 'off');
    expect(await call('read-file', { path: place('outside', 'note.txt') })).toBe('note of outside');
    expect(await call('write-file', { path: place('outside', 'proof.txt'), content: 'x' })).toBe('written');
    expect(await call('read-file', { path: '/etc/passwd' })).toContain('daemon');
    expect(await call('open-socket', { host: '127.0.0.1', port })).toBe('connected');
    expect(await call('look-around')).toContain('vitest');
    expect(await call('signal', { pid: process.pid })).toBe('reachable');
  });

  it('gets the network and the variables it was given, and no more (S18, T:A13)', async () => {
    await using rig = await Rig.create();
    process.env['PORTOLAN_TEST_OTHER'] = 'MK-other';
    const { call } = await start(rig, policy({ network: 'all', environment: ['PORTOLAN_TEST_SECRET'] }));
    delete process.env['PORTOLAN_TEST_OTHER'];
    expect(await call('open-socket', { host: '127.0.0.1', port })).toBe('connected');
    const env = await call('list-env');
    expect(env).toContain('MK-secret-of-the-host');
    expect(env).not.toContain('MK-other');
    expect(await call('read-file', { path: place('outside', 'note.txt') })).toMatch(/^refused: ENOENT/);
  });

  it('never sees our own files, even in a folder it was given whole (T:A18)', async () => {
    const data = place('granted', 'portolan');
    await mkdir(data, { recursive: true });
    await using rig = await Rig.create({}, data);
    const { call } = await start(rig, policy());
    expect(existsSync(path.join(data, 'run', 'servers.json'))).toBe(true);
    expect(await call('list-folder', { path: data })).toBe('[]');
    expect(await call('write-file', { path: path.join(data, 'portolan.json'), content: '{}' })).toBe('written');
    expect(existsSync(path.join(data, 'portolan.json'))).toBe(false);
  });

  it('leaves no process behind: not in a session of its own, not deaf to every signal (S18, R37, R39)', async () => {
    await using rig = await Rig.create();
    const { id, call } = await start(rig, policy());
    const mark = `mark-${process.pid}`;
    await call('run-away', { mark });
    const pid = rig.supervisor.get(id).pid ?? 0;
    const marked = await processesWith(mark);
    expect(marked).toHaveLength(1);
    expect(isProcessRunning(pid)).toBe(true);
    await rig.routes['servers/stop']({ serverId: id }, rig.context());
    expect([...marked, pid].filter(isProcessRunning)).toEqual([]);
    expect(await processesWith(mark)).toEqual([]);
  });

  it('gets the word to end before it is ended (S18, S12)', async () => {
    await using rig = await Rig.create();
    const goodbye = place('granted', 'goodbye.txt');
    const script = `process.stdin.resume(); process.on('SIGTERM', () => { require('node:fs').writeFileSync(${JSON.stringify(goodbye)}, 'done'); process.exit(0); }); setInterval(() => {}, 1000); process.stderr.write('up');`;
    const id = await rig.add('polite', { kind: 'stdio', command: process.execPath, args: ['-e', script], env: {} }, { sandbox: policy() });
    await expect.poll(() => rig.supervisor.get(id).log.lastStderr(5)).toContain('up');
    await rig.routes['servers/stop']({ serverId: id }, rig.context());
    expect(await readFile(goodbye, 'utf8')).toBe('done');
  });

  it('does not start at all where it can not be contained, and says why (S18)', async () => {
    await using rig = await Rig.create();
    rig.supervisor.sandbox.tools.find = () => Promise.resolve({ support: { kind: 'none', reason: 'not-installed' }, file: null, canDisableNamespaces: false, scope: null });
    const id = await rig.addFixture('prowler', {}, { sandbox: policy() });
    const { problem, pid } = await rig.untilState(id, 'failed');
    expect(problem).toMatchObject({ code: 'sandbox-unavailable', details: { reason: 'not-installed' } });
    expect(pid).toBeNull();
  });

  it('stays reviewed when the person changes what it may reach, and not when somebody else does (S18, T:A07)', async () => {
    await using rig = await Rig.create();
    const { id, call } = await start(rig, policy());
    const before = rig.supervisor.get(id).launchHash;
    await expect(rig.routes['servers/setSandbox']({ serverId: id, launchHash: 'old', sandbox: 'off' }, rig.context())).rejects.toMatchObject({ problem: { code: 'server-changed' } });
    await rig.routes['servers/setSandbox']({ serverId: id, launchHash: before, sandbox: policy({ network: 'all' }) }, rig.context());
    const view = await rig.untilState(id, 'ready');
    expect(view).toMatchObject({ isReviewed: true, sandbox: { network: 'all' } });
    expect(view.launchHash).not.toBe(before);
    expect(await call('open-socket', { host: '127.0.0.1', port })).toBe('connected');
    rig.config.editOutside(id, { sandbox: policy({ folders: [{ path: '/', access: 'write' }] }) });
    expect(await rig.untilState(id, 'stopped')).toMatchObject({ isReviewed: false });
  });

  it('does not start when a folder it was given is another one by now, until the person has looked (S18)', async () => {
    await using rig = await Rig.create();
    const mine = policy({ folders: [{ path: repository, access: 'read' }, { path: place('granted'), access: 'write' }] });
    const { id } = await start(rig, mine);
    await rename(place('granted'), place('moved'));
    await mkdir(place('granted'));
    await rig.routes['servers/restart']({ serverId: id }, rig.context());
    const { problem, launchHash } = await rig.untilState(id, 'failed');
    expect(problem).toMatchObject({ code: 'sandbox-bad-folder', details: { folder: place('granted'), reason: 'replaced' } });
    await rig.routes['servers/setSandbox']({ serverId: id, launchHash, sandbox: mine }, rig.context());
    await rig.routes['servers/start']({ serverId: id }, rig.context());
    await rig.untilState(id, 'ready');
    await rm(place('granted'), { recursive: true });
    await rename(place('moved'), place('granted'));
  });

  it('is found by the marker that ends what a dead host left (S18, R44)', async () => {
    await using rig = await Rig.create();
    const { id } = await start(rig, policy());
    const { servers } = JSON.parse(await readFile(path.join(rig.dataDir, 'run', 'servers.json'), 'utf8')) as { servers: { marker: string; pid: number }[] };
    const [record] = servers;
    const found = markedProcesses(record?.marker ?? 'none');
    expect(found).toContain(rig.supervisor.get(id).pid);
    expect(found.length).toBeGreaterThanOrEqual(2);
  });
});

async function processesWith(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found: number[] = [];
  for (const pid of pids) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.split('\0').includes(mark)) found.push(Number(pid));
  }
  return found.filter(isProcessRunning);
}

describe.runIf(canContain)('servers of others', () => {
  const script = (name: string): string => path.join(fileURLToPath(new URL('../../../node_modules', import.meta.url)), name, 'dist/index.js');
  const launch = (...args: string[]) => ({ kind: 'stdio' as const, command: process.execPath, args, env: {} });
  const packages = { path: repository, access: 'read' as const };

  it('work as they do outside: the reference servers for everything and for files (S18)', async () => {
    const docs = await mkdtemp(path.join(tmpdir(), 'docs-'));
    await writeFile(path.join(docs, 'a.txt'), 'hello');
    await using rig = await Rig.create();
    const everything = await rig.add('everything', launch(script('@modelcontextprotocol/server-everything')), { sandbox: { folders: [packages], network: 'none', environment: [] } });
    const files = await rig.add('files', launch(script('@modelcontextprotocol/server-filesystem'), docs), { sandbox: { folders: [packages, { path: docs, access: 'write' }], network: 'none', environment: [] } });
    await Promise.all([everything, files].map((id) => rig.untilState(id, 'ready')));
    const options = { signal: AbortSignal.timeout(20_000), onProgress: () => {} };
    expect((await rig.service.callTool(everything, 'get-sum', { a: 2, b: 3 }, options)).content[0]).toMatchObject({ text: expect.stringContaining('5') as string });
    expect((await rig.service.callTool(files, 'read_text_file', { path: path.join(docs, 'a.txt') }, options)).content[0]).toMatchObject({ text: 'hello' });
    await rig.service.callTool(files, 'write_file', { path: path.join(docs, 'b.txt'), content: 'from inside' }, options);
    expect(await readFile(path.join(docs, 'b.txt'), 'utf8')).toBe('from inside');
    await rm(docs, { recursive: true, force: true });
  });
});
