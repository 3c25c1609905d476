/** What a launch asks for and what a person marks as secret, through the contract's handlers and on real processes. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostHandlers } from '@portolan/contract/contract';
import type { LaunchView, ServerInput, ServerView } from '@portolan/contract/servers';
import { stdioFixture } from '@portolan/fixture-servers/start';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';
import { collect } from './testing/collect.ts';

const context = { connection: 'window-1', signal: new AbortController().signal };
const errors: string[] = [];
let dataDir = '';
let host: Host | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portolan-values-'));
  errors.length = 0;
});
afterEach(async () => {
  await host?.close();
  host = null;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<HostHandlers> {
  await host?.close();
  host = await createHost({ dataDir, shell: 'browser', version: '0', onError: (where, error) => errors.push(`${where}: ${String(error)}`) });
  return host.handlers;
}

const launch = (env: { name: string; value: string | null; isSecret?: boolean }[], args: string[] = []): LaunchView => {
  const fixture = stdioFixture('argv-env', {});
  return { kind: 'stdio', command: fixture.command, args: [...fixture.args, ...args], env };
};

async function add(handlers: HostHandlers, name: string, view: LaunchView, inputs: ServerInput[] = []): Promise<ServerView> {
  const added = await handlers['servers/add']({ name, launch: view, inputs }, context);
  await handlers['servers/review']({ serverId: added.id, launchHash: added.launchHash, start: true }, context);
  return added;
}

/** Waits for what a window would see of one server. */
async function until(handlers: HostHandlers, id: ServerView['id'], holds: (server: ServerView) => boolean): Promise<ServerView> {
  const leaving = AbortSignal.timeout(20_000);
  for await (const event of handlers['servers/watch']({}, { ...context, signal: leaving })) {
    const server = event.type === 'snapshot' ? event.servers.find((each) => each.id === id) : event.type === 'changed' && event.server.id === id ? event.server : undefined;
    if (server !== undefined && holds(server)) return server;
  }
  throw new Error('not reached');
}
const isReady = ({ state }: ServerView) => state === 'ready';
const wantsInput = ({ problem }: ServerView) => problem?.code === 'launch-input-needed';

const environmentOf = (pid: number | null): string => readFileSync(`/proc/${pid ?? 0}/environ`, 'utf8');
const commandOf = (pid: number | null): string => readFileSync(`/proc/${pid ?? 0}/cmdline`, 'utf8');
const allFiles = (): string => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name)).filter((path) => existsSync(path) && statSync(path).isFile()).map((path) => readFileSync(path, 'latin1')).join('\n');

const token: ServerInput = { id: 'token', description: 'Your token', isSecret: true };
const region: ServerInput = { id: 'region', description: 'Region', isSecret: false, options: ['eu', 'us'] };

describe('questions of a launch', () => {
  it('stop the start by name until they are answered, all at once; answers outlast a restart, the secret one not in plain (S08, S09, try-out 5)', async () => {
    let handlers = await start();
    const { id } = await add(handlers, 'mail', launch([{ name: 'API_TOKEN', value: '${input:token}' }, { name: 'REGION', value: 'r-${input:region}' }]), [token, region]);
    expect((await until(handlers, id, wantsInput)).problem).toMatchObject({ details: { server: 'mail', inputs: ['token', 'region'] } });
    expect(await handlers['servers/inputs']({ serverId: id }, context)).toEqual({ answers: [{ id: 'token', isAnswered: false, value: null, isAskedEachTime: false }, { id: 'region', isAnswered: false, value: null, isAskedEachTime: false }] });
    await handlers['servers/answer']({ serverId: id, answers: [{ id: 'token', value: 'MK-answer-0001', isAskedEachTime: false }, { id: 'region', value: 'eu', isAskedEachTime: false }] }, context);
    await handlers['servers/start']({ serverId: id }, context);
    const ready = await until(handlers, id, isReady);
    if (process.platform === 'linux') expect(environmentOf(ready.pid)).toContain('API_TOKEN=MK-answer-0001\0');
    expect(await handlers['servers/inputs']({ serverId: id }, context)).toEqual({ answers: [{ id: 'token', isAnswered: true, value: null, isAskedEachTime: false }, { id: 'region', isAnswered: true, value: 'eu', isAskedEachTime: false }] });
    handlers = await start();
    await until(handlers, id, isReady);
    expect(allFiles()).not.toContain('MK-answer-0001');
    expect(readFileSync(join(dataDir, 'portolan.json'), 'utf8')).toContain('"region": "eu"');
    await handlers['servers/answer']({ serverId: id, answers: [{ id: 'token', value: null, isAskedEachTime: false }] }, context);
    await handlers['servers/restart']({ serverId: id }, context);
    expect((await until(handlers, id, wantsInput)).problem?.details['inputs']).toEqual(['token']);
  });

  it('that are asked each time are kept nowhere and asked again at the next start (S08, S09)', async () => {
    let handlers = await start();
    const { id } = await add(handlers, 'mail', launch([{ name: 'API_TOKEN', value: '${input:token}' }]), [token]);
    await until(handlers, id, wantsInput);
    await handlers['servers/answer']({ serverId: id, answers: [{ id: 'token', value: 'MK-answer-0002', isAskedEachTime: true }] }, context);
    await handlers['servers/start']({ serverId: id }, context);
    const { pid } = await until(handlers, id, isReady);
    expect(allFiles()).not.toContain('MK-answer-0002');
    // A crash is no new start of the person's.
    if (pid !== null) process.kill(pid, 'SIGKILL');
    await until(handlers, id, (server) => isReady(server) && server.pid !== pid);
    await handlers['servers/restart']({ serverId: id }, context);
    await until(handlers, id, wantsInput);
    handlers = await start();
    await until(handlers, id, wantsInput);
  });

  it('take nothing but what was offered, and nobody else’s (S08)', async () => {
    const handlers = await start();
    const { id } = await add(handlers, 'mail', launch([{ name: 'REGION', value: '${input:region}' }]), [region]);
    await expect(handlers['servers/answer']({ serverId: id, answers: [{ id: 'region', value: 'mars', isAskedEachTime: false }] }, context)).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await expect(handlers['servers/answer']({ serverId: id, answers: [{ id: 'other', value: 'x', isAskedEachTime: false }] }, context)).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
  });
});

describe('values marked as secret', () => {
  it('stand in the environment of their own server and nowhere else: no file, command line, sibling, log or trace (S09, T:A13, try-out 52)', async () => {
    const handlers = await start();
    const one = await add(handlers, 'one', launch([{ name: 'API_KEY', value: 'MK-secret-one-77', isSecret: true }, { name: 'PLAIN', value: 'visible' }]));
    const two = await add(handlers, 'two', launch([{ name: 'API_KEY', value: 'MK-secret-two-88', isSecret: true }]));
    const [first, second] = [await until(handlers, one.id, isReady), await until(handlers, two.id, isReady)];
    expect(first.launch).toMatchObject({ env: [{ name: 'API_KEY', value: '${secret:API_KEY}' }, { name: 'PLAIN', value: 'visible' }] });
    if (process.platform === 'linux') {
      expect(environmentOf(first.pid)).toContain('API_KEY=MK-secret-one-77\0');
      expect(environmentOf(second.pid)).not.toContain('MK-secret-one-77');
      for (const pid of [first.pid, second.pid]) expect(commandOf(pid)).not.toContain('MK-secret');
    }
    for await (const _event of handlers['tools/run']({ serverId: one.id, name: 'show', arguments: {} }, context)) void _event;
    const exported = (await collect(handlers['trace/export']({ serverId: one.id }, context))).map(({ text }) => text).join('');
    const views = JSON.stringify([first, second, await handlers['servers/secrets']({ serverId: one.id }, context)]);
    for (const place of [allFiles(), exported, views, errors.join('\n')]) expect(place).not.toMatch(/MK-secret-(?:one|two)/);
  });

  it('that stand in the open are moved on one word, with what was reviewed and the run as they were; nothing moves while the store cannot keep them (S09)', async () => {
    const handlers = await start();
    const { id, openSecrets, launchHash } = await add(handlers, 'one', launch([{ name: 'API_KEY', value: 'MK-was-open-11' }, { name: 'PLAIN', value: 'visible' }], ['--token=MK-was-open-22']));
    expect(openSecrets).toEqual(['API_KEY', 'token']);
    await until(handlers, id, isReady);
    await expect(handlers['servers/keepSecrets']({ serverId: id, launchHash: 'another' }, context)).rejects.toMatchObject({ problem: { code: 'server-changed' } });
    await handlers['secrets/protect']({ kind: 'memory' }, context);
    await expect(handlers['servers/keepSecrets']({ serverId: id, launchHash }, context)).rejects.toMatchObject({ problem: { code: 'secrets-not-guarded' } });
    expect(readFileSync(join(dataDir, 'portolan.json'), 'utf8')).toContain('MK-was-open-11');
    await handlers['secrets/protect']({ kind: 'file' }, context);
    const moved = await handlers['servers/keepSecrets']({ serverId: id, launchHash }, context);
    expect(moved.openSecrets).toBeUndefined();
    expect(moved.isReviewed).toBe(true);
    expect(readFileSync(join(dataDir, 'portolan.json'), 'utf8')).not.toContain('MK-was-open');
    const ready = await until(handlers, id, (server) => isReady(server) && server.launchHash === moved.launchHash);
    if (process.platform === 'linux') expect([environmentOf(ready.pid).includes('API_KEY=MK-was-open-11\0'), commandOf(ready.pid).includes('--token=MK-was-open-22')]).toEqual([true, true]);
    await handlers['servers/restart']({ serverId: id }, context);
    const again = await until(handlers, id, (server) => isReady(server) && server.pid !== ready.pid);
    if (process.platform === 'linux') expect([environmentOf(again.pid).includes('API_KEY=MK-was-open-11\0'), commandOf(again.pid).includes('--token=MK-was-open-22')]).toEqual([true, true]);
  });

  it('of a snippet are kept apart when it is added so (S04, S09)', async () => {
    const handlers = await start();
    const added = await handlers['servers/add']({ name: 'one', launch: launch([{ name: 'API_KEY', value: 'MK-pasted-33' }]), keepSecrets: true }, context);
    expect(added.launch).toMatchObject({ env: [{ name: 'API_KEY', value: '${secret:API_KEY}' }] });
    expect(await handlers['servers/secrets']({ serverId: added.id }, context)).toEqual({ secrets: [{ name: 'API_KEY', isSet: true }] });
    expect(allFiles()).not.toContain('MK-pasted-33');
  });

  it('are kept when the entry is changed, moved out of the file when they are marked later, and need a new look (S09, T:A07)', async () => {
    const handlers = await start();
    const { id } = await add(handlers, 'one', launch([{ name: 'API_KEY', value: 'MK-was-open-99' }]));
    const open = await until(handlers, id, isReady);
    expect(readFileSync(join(dataDir, 'portolan.json'), 'utf8')).toContain('MK-was-open-99');
    // What stands in the person's own file is shown when this one value of this very launch is asked for.
    expect(open.launch).toMatchObject({ env: [{ name: 'API_KEY', value: null, hidden: { reason: 'name', length: 14 } }] });
    expect(await handlers['servers/value']({ serverId: id, launchHash: open.launchHash, name: 'API_KEY' }, context)).toEqual({ value: 'MK-was-open-99' });
    const ask = async (launchHash: string, name: string) => handlers['servers/value']({ serverId: id, launchHash, name }, context);
    await expect(ask('another', 'API_KEY')).rejects.toMatchObject({ problem: { code: 'server-changed' } });
    await expect(ask(open.launchHash, 'toString')).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    const moved = await handlers['servers/update']({ serverId: id, launch: launch([{ name: 'API_KEY', value: null, isSecret: true }]) }, context);
    expect([moved.isReviewed, moved.launch]).toEqual([false, expect.objectContaining({ env: [{ name: 'API_KEY', value: '${secret:API_KEY}' }] })]);
    expect(readFileSync(join(dataDir, 'portolan.json'), 'utf8')).not.toContain('MK-was-open-99');
    // Of what is in the store the name comes, never the value.
    expect(await ask(moved.launchHash, 'API_KEY')).toEqual({ value: '${secret:API_KEY}' });
    await handlers['servers/review']({ serverId: id, launchHash: moved.launchHash, start: true }, context);
    const ready = await until(handlers, id, isReady);
    if (process.platform === 'linux') expect(environmentOf(ready.pid)).toContain('API_KEY=MK-was-open-99\0');
    const renamed = await handlers['servers/update']({ serverId: id, launch: launch([{ name: 'API_KEY', value: null, isSecret: true }, { name: 'MORE', value: '1' }]) }, context);
    expect(renamed.launch).toMatchObject({ env: [{ name: 'API_KEY', value: '${secret:API_KEY}' }, { name: 'MORE', value: '1' }] });
  });
});
