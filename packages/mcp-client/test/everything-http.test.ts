/** The public everything-server over Streamable HTTP and HTTP+SSE, for real, found by `auto`. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, ClientEvent, Progress } from '../src/client.ts';
import { connect } from '../src/connect.ts';
import type { TapEvent } from '../src/transport/transport.ts';

const entry = path.join(path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** Starts the server and waits until it says where it listens. */
async function start(mode: 'streamableHttp' | 'sse'): Promise<{ child: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, [entry, mode], { env: { PATH: process.env['PATH'], PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      if (/port \d+/.test(chunk.toString('utf8'))) resolve();
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('exit', (code) => reject(new Error(`the server exited with ${code}`)));
  });
  return { child, port };
}

async function namesOf(client: Client): Promise<{ tools: string[]; prompts: string[]; resources: number }> {
  const [tools, prompts, resources] = [await client.listTools(), await client.listPrompts(), await client.listResources()];
  return { tools: tools.items.map(({ name }) => name), prompts: prompts.items.map(({ name }) => name), resources: resources.items.length };
}

describe.each([
  ['streamableHttp', '/mcp', 'streamable-http'],
  ['sse', '/sse', 'sse'],
] as const)('everything-server in %s mode', (mode, endpoint, kind) => {
  let child: ChildProcess | undefined;
  let client: Client;
  const events: ClientEvent[] = [];
  const seen: TapEvent[] = [];

  beforeAll(async () => {
    const started = await start(mode);
    child = started.child;
    const connection = await connect({
      target: { kind: 'http', url: `http://127.0.0.1:${started.port}${endpoint}`, headers: {} },
      client: { name: 'portolan-test', version: '0' },
      capabilities: {},
      tap: (event) => seen.push(event),
    });
    client = connection.client;
    client.listen((event) => events.push(event));
  });

  afterAll(async () => {
    await client.close();
    child?.kill();
  });

  it(`is reached over ${kind} (P01, P02, H83)`, () => {
    expect([client.era, client.protocolVersion]).toEqual(['legacy', '2025-11-25']);
    const opened = seen.filter((event) => event.kind === 'http' && event.method === 'GET' && event.url.endsWith(endpoint));
    expect(kind === 'sse' ? opened.length : 1).toBe(1);
  });

  it('gives the same lists as over stdio (P02)', async () => {
    const stdio = await connect({ target: { kind: 'stdio', command: process.execPath, args: [entry, 'stdio'], env: { PATH: process.env['PATH'] ?? '' } }, client: { name: 'portolan-test', version: '0' }, capabilities: {} });
    try {
      expect(await namesOf(client)).toEqual(await namesOf(stdio.client));
    } finally {
      await stdio.client.close();
    }
  });

  it('calls tools, many at once too, and brings big results whole (P05, P07)', async () => {
    const sums = await Promise.all(Array.from({ length: 20 }, (_, index) => client.callTool('get-sum', { a: index, b: 1 })));
    for (const [index, sum] of sums.entries()) expect(JSON.stringify(sum.content)).toContain(`${index + 1}`);
    expect((await client.callTool('get-tiny-image', {})).content.map(({ type }) => type)).toContain('image');
    const long = 'é'.repeat(300_000);
    expect((await client.callTool('echo', { message: long })).content[0]).toMatchObject({ text: `Echo: ${long}` });
  });

  it('shows progress before the answer (P06, B5)', async () => {
    const shown: Progress[] = [];
    await client.callTool('trigger-long-running-operation', { duration: 0.4, steps: 4 }, { onProgress: (progress) => shown.push(progress) });
    expect(shown.map(({ progress }) => progress)).toEqual([1, 2, 3, 4]);
  });

  it('cancels a call and goes on (P06)', async () => {
    const controller = new AbortController();
    const call = client.callTool('trigger-long-running-operation', { duration: 20, steps: 20 }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
    expect((await client.callTool('echo', { message: 'still here' })).content[0]).toMatchObject({ text: 'Echo: still here' });
  });

  it('reads resources and prompts, completes and pings (P08, P10, P11, P21)', async () => {
    const [resource] = (await client.listResources()).items;
    expect((await client.readResource(resource?.uri ?? '')).contents).toHaveLength(1);
    expect((await client.getPrompt('args-prompt', { city: 'Oslo' })).messages.length).toBeGreaterThan(0);
    expect(await client.ping()).toBeGreaterThan(0);
  });

  it('saw nothing worth a complaint', () => {
    expect(events.filter(({ type }) => type === 'problem')).toEqual([]);
  });
});
