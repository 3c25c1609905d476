/** Servers built on the official packages: a second opinion on what the wire should look like. */
import { describe, expect, it } from 'vitest';
import type { TapEvent } from '../src/transport/transport.ts';
import { callText, openHttp, openStdio, problemsOf } from './fixtures.ts';

describe.each([
  ['sdk-v1', {}, 'legacy'],
  ['sdk-v2', {}, 'modern'],
  ['sdk-v2', { era: 'modern' }, 'modern'],
] as const)('%s %j', (name, options, era) => {
  it.each(['stdio', 'http'])('is understood over %s (P01, P02, P05, P08, P10)', async (transport) => {
    // These load slowly on a busy machine; what is remembered gives the probe more time.
    const remembered = era === 'modern' ? { verdict: { era, protocolVersion: '2026-07-28', at: Date.now() } } : {};
    const { client, events, verdict } = await (transport === 'stdio' ? openStdio : openHttp)(name, options, remembered);
    expect([client.era, verdict.era]).toEqual([era, era]);
    const tools = await client.listTools();
    expect(tools.refused).toEqual([]);
    expect(tools.items.map((tool) => tool.name)).toEqual(expect.arrayContaining(['echo', 'get-sum']));
    expect(await callText(client, 'echo', { message: 'hi' })).toContain('hi');
    const progress: number[] = [];
    await client.callTool('slow', { steps: 3, ms: 10 }, { onProgress: (seen) => progress.push(seen.progress) });
    expect(progress).toEqual([1, 2, 3]);
    const resources = await client.listResources();
    const { contents } = await client.readResource(resources.items[0]?.uri ?? '');
    expect(contents).toHaveLength(1);
    expect((await client.listResourceTemplates()).items).toHaveLength(1);
    expect((await client.listPrompts()).items).toHaveLength(1);
    expect(await client.ping()).toBeGreaterThan(0);
    expect(problemsOf(events)).toEqual([]);
  });
});

describe('the trace tap', () => {
  it.each(['stdio', 'http'])('sees every message of both directions over %s, in order and unchanged (S15)', async (transport) => {
    const seen: TapEvent[] = [];
    const { client } = await (transport === 'stdio' ? openStdio : openHttp)('basic', { era: '2025-11-25' }, { tap: (event) => seen.push(event) });
    await callText(client, 'echo', { message: 'traced' });
    await client.close();
    const messages = seen.flatMap((event) => (event.kind === 'message' ? [event] : []));
    const methods = messages.flatMap(({ direction, message }) => (direction === 'out' && 'method' in message ? [message.method] : []));
    expect(methods).toEqual(['server/discover', 'initialize', 'notifications/initialized', 'tools/call']);
    const last = messages.findLast(({ direction }) => direction === 'in');
    expect(last?.message).toMatchObject({ result: { content: [{ type: 'text', text: 'Echo: traced' }] } });
    expect(messages.every(({ bytes, at }) => bytes > 0 && at > 0)).toBe(true);
  });

  it('sees junk, stderr and the life of the process', async () => {
    const seen: TapEvent[] = [];
    const { client } = await openStdio('banner', {}, { tap: (event) => seen.push(event) });
    await client.close();
    expect(seen.find(({ kind }) => kind === 'junk')).toMatchObject({ text: 'Server ready' });
    const lifecycle = seen.flatMap((event) => (event.kind === 'lifecycle' ? [event.text] : []));
    expect(lifecycle[0]).toMatch(/started process \d+/);
    expect(lifecycle.at(-1)).toMatch(/process group \d+ is gone/);
  });
});
