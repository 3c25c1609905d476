import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHttp } from '../../test/raw-http.ts';
import { stdioFixture } from '../start.ts';

// The scripted servers are checked against the official clients too: a mistake in our reading of the protocol would otherwise be on both sides.

const expectedTools = ['echo', 'get-sum', 'slow', 'fail', 'get-image', 'get-audio', 'get-resource-link', 'get-embedded-resource', 'get-weather', 'log', 'touch-clock', 'region-echo'];

describe('the v1 client', () => {
  it.each(['stdio', 'streamable', 'sse'])('finds and uses everything of basic over %s (P01, P02)', async (kind) => {
    const fixture = await openHttp('basic', { era: '2025-11-25' });
    const transport =
      kind === 'stdio'
        ? new StdioClientTransport(stdioFixture('basic', { era: '2025-11-25' }))
        : kind === 'sse'
          ? new SSEClientTransport(new URL('/sse', fixture.url))
          : new StreamableHTTPClientTransport(new URL(fixture.url));
    const client = new Client({ name: 'v1', version: '1.0.0' });
    onTestFinished(() => client.close());
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expectedTools);
    const progress: number[] = [];
    const slow = await client.callTool({ name: 'slow', arguments: { steps: 3, ms: 20 } }, undefined, { onprogress: (each) => progress.push(each.progress) });
    expect(slow.content).toEqual([{ type: 'text', text: 'Done after 3 steps.' }]);
    expect(progress.slice(0, 2)).toEqual([1, 2]);
    expect((await client.callTool({ name: 'get-weather', arguments: { city: 'Oslo' } })).structuredContent).toMatchObject({ city: 'Oslo' });
    expect((await client.readResource({ uri: 'fixture://folder' })).contents).toHaveLength(3);
    expect((await client.getPrompt({ name: 'review', arguments: { language: 'go' } })).messages).toHaveLength(3);
  });
});

describe('the v2 client', () => {
  it.each(['stdio', 'http'])('speaks the modern revision with basic over %s (P01, P02, P03)', async (kind) => {
    const fixture = await openHttp('basic', { era: '2026-07-28' });
    const transport = kind === 'stdio' ? new ModernStdio(stdioFixture('basic', { era: '2026-07-28' })) : new ModernHttp(new URL(fixture.url));
    const client = new ModernClient({ name: 'v2', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    onTestFinished(() => client.close());
    await client.connect(transport);
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expectedTools);
    expect(await client.callTool({ name: 'region-echo', arguments: { region: 'düsseldorf' } })).toMatchObject({ content: [{ text: 'Region: düsseldorf' }] });
    expect((await client.readResource({ uri: 'fixture://samples/go/1' })).contents).toMatchObject([{ text: 'sample 1 in go' }]);
    const updated = new Promise((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', resolve);
    });
    const subscription = await client.listen({ resourceSubscriptions: ['fixture://clock'] });
    await client.callTool({ name: 'touch-clock' });
    expect(await updated).toMatchObject({ params: { uri: 'fixture://clock' } });
    await subscription.close();
  });

  it.each(['stdio', 'http'])('answers the rounds of multi-round over %s (P18)', async (kind) => {
    const fixture = await openHttp('multi-round', { era: '2026-07-28' });
    const transport = kind === 'stdio' ? new ModernStdio(stdioFixture('multi-round', { era: '2026-07-28' })) : new ModernHttp(new URL(fixture.url));
    const client = new ModernClient({ name: 'v2', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } });
    onTestFinished(() => client.close());
    client.setRequestHandler('elicitation/create', (request) => ({ action: 'accept', content: { asked: request.params.message } }));
    await client.connect(transport);
    const result = await client.callTool({ name: 'two-rounds' });
    expect(result).toMatchObject({ content: [{ text: '{"second":{"action":"accept","content":{"asked":"Second question"}}}' }] });
  });

  it('falls back to the legacy era with a legacy server (P01)', async () => {
    const client = new ModernClient({ name: 'v2', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    onTestFinished(() => client.close());
    await client.connect(new ModernStdio(stdioFixture('basic', { era: '2025-06-18' })));
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-06-18');
  });
});
