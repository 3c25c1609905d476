import { chmod, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHostClient } from '@portolan/contract/client';
import { contract } from '@portolan/contract/contract';
import type { HostHandlers } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import { addressFile, choosePlace, readAddress, writeAddress } from './address-file.ts';
import { attach } from './attach-client.ts';
import { AttachServer } from './attach-server.ts';
import { attachHandlers, attachMethods } from './methods.ts';

let dataDir = '';
const servers: AsyncDisposable[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'attach-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** Says who asked, so that a call that went through can be seen. */
const handlers = new Proxy({} as HostHandlers, {
  get: (_target, name) =>
    name === 'app/info'
      ? (_input: unknown, { connection }: { connection: string }) => ({ version: connection, shell: 'cli', platform: 'x', node: 'x', dataFolder: 'x', configFile: 'x' })
      : () => {
          throw new HostError('internal', { reached: String(name) });
        },
});

async function listen(): Promise<AttachServer> {
  const server = await AttachServer.listen({ dataDir, handlers, onError: () => undefined });
  servers.push(server);
  return server;
}

async function raw(): Promise<{ socket: Socket; ended: Promise<string> }> {
  const address = await readAddress(dataDir);
  const socket = connect({ path: address?.address ?? '' });
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

describe.skipIf(process.platform === 'win32')('the local socket of a host', () => {
  it('carries the contract to a program of the same person (O04)', async () => {
    await listen();
    const port = await attach(dataDir);
    if (!port) throw new Error('not attached');
    await expect(createHostClient(port).request('app/info', {})).resolves.toMatchObject({ version: 'cli-1' });
    port.end();
  });

  it('stands in a folder and a file that nobody else can read, and its secret nowhere else (I07)', async () => {
    await listen();
    const address = await readAddress(dataDir);
    const modes = await Promise.all([addressFile(dataDir), address?.address ?? ''].map(async (path) => (await lstat(path)).mode & 0o777));
    expect(modes).toEqual([0o600, 0o600]);
    expect(`${process.argv.join(' ')} ${JSON.stringify(process.env)}`).not.toContain(address?.token);
  });

  it('lets nobody in who has not read the file (I07)', async () => {
    await listen();
    for (const first of ['{"t":"call","n":1,"m":"app/info","i":{}}', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', '{"t":"hello","protocol":1,"nonce":"short"}', '\u0000\u0001', '[]']) {
      const { socket, ended } = await raw();
      socket.write(`${first}\n`);
      expect(await ended, first).toBe('');
    }
    const nonce = 'a'.repeat(43);
    const { socket, ended } = await raw();
    socket.write(`{"t":"hello","protocol":1,"nonce":"${nonce}"}\n{"t":"client","proof":"${nonce}"}\n{"t":"call","n":1,"m":"app/info","i":{}}\n`);
    const answer = await ended;
    expect(answer).toContain('"t":"host"');
    expect(answer).not.toContain('ready');
    expect(answer).not.toContain('result');
  });

  it('says nothing of its secret to a program that sits at the address of a host that was killed', async () => {
    const address = join(dataDir, 'attach.sock');
    const heard: string[] = [];
    const stranger = createServer((socket) => socket.on('data', (data: Buffer) => {
      heard.push(data.toString());
      socket.write(`{"t":"host","nonce":"${'b'.repeat(43)}","proof":"${'c'.repeat(43)}"}\n{"t":"ready"}\n`);
    }));
    await new Promise<void>((resolve) => stranger.listen(address, resolve));
    await chmod(address, 0o600);
    const token = 'k'.repeat(43);
    await writeAddress(dataDir, { address, token, pid: 1 });
    expect(await attach(dataDir)).toBeNull();
    expect(heard).toHaveLength(1);
    expect(heard.join('')).not.toContain(token);
    stranger.close();
  });

  it('is not looked for where others could have put it', async () => {
    const server = await listen();
    await chmod(addressFile(dataDir), 0o644);
    expect(await attach(dataDir)).toBeNull();
    await chmod(addressFile(dataDir), 0o600);
    const address = await readAddress(dataDir);
    await chmod(address?.address ?? '', 0o666);
    expect(await attach(dataDir)).toBeNull();
    await chmod(address?.address ?? '', 0o600);
    await chmod(dataDir, 0o755);
    expect(await attach(dataDir)).toBeNull();
    await chmod(dataDir, 0o700);
    expect(await attach(dataDir)).not.toBeNull();
    const elsewhere = join(dataDir, 'elsewhere');
    await writeFile(elsewhere, JSON.stringify(address), { mode: 0o600 });
    await server[Symbol.asyncDispose]();
    await symlink(elsewhere, addressFile(dataDir));
    expect(await readAddress(dataDir)).toBeNull();
  });

  it('opens no method that is not named for it: no chats, no keys, no answers for the person, no unasked calls (H01, T:C11)', async () => {
    await listen();
    const port = await attach(dataDir);
    if (!port) throw new Error('not attached');
    const client = createHostClient(port);
    const closed = (Object.keys(contract) as (keyof typeof contract)[]).filter((name) => !(attachMethods as readonly string[]).includes(name));
    expect(closed).toEqual(expect.arrayContaining(['tools/run', 'interactions/resolve', 'providers/save', 'conversations/send', 'links/open']));
    const open = attachHandlers(handlers);
    for (const name of closed) expect(() => Reflect.apply(open[name], undefined, [{}, {}]), name).toThrow('unknown-method');
    await expect(client.request('exports/text', { servers: [ServerId.parse('s')], secrets: 'values' })).rejects.toThrow('invalid-input');
    await expect(client.request('rules/setProfile', { profile: 'reads' })).rejects.toThrow('unknown-method');
    port.end();
  });

  it('ends one that sends a line without end', async () => {
    await listen();
    const port = await attach(dataDir);
    if (!port) throw new Error('not attached');
    const closed = new Promise<void>((resolve) => port.onClose(resolve));
    port.send('x'.repeat(9 * 1024 * 1024));
    await expect(closed).resolves.toBeUndefined();
  });

  it('waits for commands that are connected, takes no new ones meanwhile, and leaves no file behind', async () => {
    const server = await listen();
    const port = await attach(dataDir);
    let isDrained = false;
    const drained = server.drained().then(() => (isDrained = true));
    await expect.poll(() => readAddress(dataDir)).toBeNull();
    expect(await attach(dataDir)).toBeNull();
    expect(isDrained).toBe(false);
    port?.end();
    await drained;
    await expect(lstat(join(dataDir, 'attach.sock'))).rejects.toThrow('ENOENT');
  });

  it('finds a place where the path of the data folder is too long for a socket', async () => {
    const long = join(dataDir, 'x'.repeat(110));
    await mkdir(long, { mode: 0o700 });
    const place = choosePlace(long);
    expect(Buffer.byteLength(place.address)).toBeLessThan(104);
    place.remove();
    dataDir = long;
    await listen();
    expect(await attach(long)).not.toBeNull();
  });
});
