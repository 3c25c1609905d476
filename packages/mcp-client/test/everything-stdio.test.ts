/** The public everything-server over stdio, for real. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, ClientEvent } from '../src/client.ts';
import { connect } from '../src/connect.ts';
import type { Connection } from '../src/connect.ts';

const entry = path.join(path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');

describe('everything-server over stdio', () => {
  let connection: Connection;
  let client: Client;
  const events: ClientEvent[] = [];
  const pids: { type: string; pid: number }[] = [];

  beforeAll(async () => {
    connection = await connect({
      target: { kind: 'stdio', command: process.execPath, args: [entry, 'stdio'], env: { PATH: process.env['PATH'] ?? '' } },
      client: { name: 'portolan-test', version: '0' },
      capabilities: {},
      onProcess: (event) => pids.push(event),
    });
    client = connection.client;
    client.listen((event) => events.push(event));
  });

  afterAll(async () => {
    await client.close();
    expect(pids.map((event) => event.type)).toEqual(['spawned', 'gone']);
  });

  it('falls back to the legacy era in one process (P01)', () => {
    expect(connection.verdict.era).toBe('legacy');
    expect(client.protocolVersion).toBe('2025-11-25');
    expect(client.server.name).toContain('everything');
    expect(pids.filter((event) => event.type === 'spawned')).toHaveLength(1);
  });

  it('lists its tools and calls echo and get-sum (P05)', async () => {
    const { items, refused } = await client.listTools();
    expect(refused).toEqual([]);
    expect(items.map((tool) => tool.name)).toEqual(expect.arrayContaining(['echo', 'get-sum']));
    const echo = await client.callTool('echo', { message: 'hello' });
    expect(echo).toMatchObject({ isError: false, content: [{ type: 'text', text: 'Echo: hello' }] });
    const sum = await client.callTool('get-sum', { a: 2, b: 40 });
    expect(sum.content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('42') as string });
  });
});
