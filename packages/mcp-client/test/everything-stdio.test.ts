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

  afterAll(() => client.close());

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
    expect(sum.content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('42') });
  });

  it('reads every kind of content it returns (P07)', async () => {
    const image = await client.callTool('get-tiny-image', {});
    expect(image.content.map(({ type }) => type)).toContain('image');
    const link = await client.callTool('get-resource-links', { count: 2 });
    expect(link.content.filter(({ type }) => type === 'resource_link')).toHaveLength(2);
    const structured = await client.callTool('get-structured-content', { location: 'New York' });
    expect(structured.structuredContent).toMatchObject({ temperature: expect.any(Number) });
    const annotated = await client.callTool('get-annotated-message', { messageType: 'error', includeImage: false });
    expect(annotated.content[0]).toMatchObject({ type: 'text', annotations: { priority: expect.any(Number) } });
    for (const { repairs } of [image, link, structured, annotated]) expect(repairs).toEqual([]);
  });

  it('reports the progress of a long operation (P06)', async () => {
    const seen: number[] = [];
    await client.callTool('trigger-long-running-operation', { duration: 0.3, steps: 3 }, { onProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);
  });

  it('lists, reads and completes its resources (P08, P11, row 32)', async () => {
    const { items, refused } = await client.listResources();
    expect(refused).toEqual([]);
    const templates = await client.listResourceTemplates();
    expect(templates.items.length).toBeGreaterThan(0);
    const [first] = items;
    const { contents } = await client.readResource(first?.uri ?? '');
    expect(contents[0]).toMatchObject({ uri: first?.uri });
  });

  it('lists, completes and gets its prompts (P10, P11, row 35)', async () => {
    const { items, refused } = await client.listPrompts();
    expect(refused).toEqual([]);
    const withArguments = await client.getPrompt('args-prompt', { city: 'Paris', state: 'Texas' });
    expect(JSON.stringify(withArguments.messages)).toContain('Paris');
    expect(items.map(({ name }) => name)).toContain('completable-prompt');
    const values = await client.complete({ type: 'ref/prompt', name: 'completable-prompt' }, { name: 'department', value: 'E' }, {});
    expect(values.values).toEqual(['Engineering']);
    const named = await client.complete({ type: 'ref/prompt', name: 'completable-prompt' }, { name: 'name', value: '' }, { department: 'Engineering' });
    expect(named.values.length).toBeGreaterThan(0);
  });

  it('finds nothing to complain about in a good server', () => {
    expect(events.filter(({ type }) => type === 'problem')).toEqual([]);
  });
});
