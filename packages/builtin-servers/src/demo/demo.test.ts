import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '@portolan/mcp-client/client';
import type { ClientHandlers } from '@portolan/mcp-client/handlers';
import { eras, start } from '../../test/start.ts';

const handlers: ClientHandlers = {
  elicit: async (request) => (request.mode === 'form' ? { action: 'accept', content: { name: 'Ada', people: 3 } } : { action: 'accept' }),
  sample: async () => ({ action: 'accept', model: 'test-model', content: [{ type: 'text', text: 'A light in the dark.' }] }),
  roots: async () => [{ uri: 'file:///work' }],
};

describe.each(eras)('the demonstration (%s)', (era) => {
  it('shows tools with every kind of content, structured results, progress, logs and errors (S17)', async () => {
    await using server = await start('demo', [], { era });
    const { client } = server;
    expect(client.era).toBe(era);
    expect(client.capabilities).toMatchObject({ tools: true, resources: true, resourceSubscriptions: true, prompts: true, completions: true, logging: true });
    const { items } = await client.listTools();
    expect(items.find(({ name }) => name === 'show-content')?.icons).toHaveLength(1);
    const all = await client.callTool('show-content', {});
    expect(all.content.map(({ type }) => type)).toEqual(['text', 'image', 'audio', 'resource_link', 'resource', 'resource']);
    expect(all.repairs).toEqual([]);
    expect((await client.callTool('weather', { city: 'Faro' })).structuredContent).toMatchObject({ city: 'Faro', unit: 'celsius' });
    expect(await server.call('fail')).toContain('refused: ');
    const events: ClientEvent[] = [];
    client.listen((event) => events.push(event));
    const progress: number[] = [];
    await client.setLogLevel('debug');
    await client.callTool('take-a-while', { steps: 3, seconds: 0 }, { onProgress: ({ progress: step }) => progress.push(step) });
    expect(progress).toEqual([1, 2, 3]);
    await server.call('log');
    await expect.poll(() => events.filter(({ type }) => type === 'log').length).toBeGreaterThanOrEqual(8);
    const stop = new AbortController();
    const long = client.callTool('take-a-while', { steps: 2, seconds: 60 }, { signal: stop.signal });
    stop.abort();
    await expect(long).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('asks the person by form and by page, the model, and for roots (S17, P10, P11, P12, P13)', async () => {
    await using server = await start('demo', [], { era, handlers });
    expect(await server.call('ask-form')).toContain('"name":"Ada"');
    expect(await server.call('ask-page')).toContain('accept');
    expect(await server.call('ask-model')).toContain('A light in the dark.');
    expect(await server.call('ask-roots')).toContain('file:///work');
  });

  it('has resources that can be watched, templates and prompts that complete, and lists that grow (S17)', async () => {
    await using server = await start('demo', [], { era });
    const { client } = server;
    const events: ClientEvent[] = [];
    client.listen((event) => events.push(event));
    expect((await client.listResources()).items.map(({ name }) => name)).toEqual(['welcome', 'picture', 'clock']);
    expect((await client.readResource('demo://picture')).contents[0]).toMatchObject({ mimeType: 'image/png' });
    await client.subscribeResource('demo://clock');
    await expect.poll(() => events.some((event) => event.type === 'resource-updated' && event.uri === 'demo://clock'), { timeout: 6000 }).toBe(true);
    expect((await client.listResourceTemplates()).items).toHaveLength(1);
    const ref = { type: 'ref/resource' as const, uri: 'demo://ports/{country}/{port}' };
    expect((await client.complete(ref, { name: 'country', value: 'p' }, {})).values).toEqual(['Portugal']);
    expect((await client.complete(ref, { name: 'port', value: '' }, { country: 'Kenya' })).values).toEqual(['Lamu', 'Mombasa']);
    expect((await client.readResource('demo://ports/Kenya/Lamu')).contents[0]).toMatchObject({ mimeType: 'application/json' });
    expect((await client.complete({ type: 'ref/prompt', name: 'voyage' }, { name: 'port', value: 'g' }, { country: 'Italy' })).values).toEqual(['Genoa']);
    expect((await client.getPrompt('voyage', { country: 'Italy', port: 'Genoa' })).messages.map(({ content }) => content.type)).toEqual(['text', 'image', 'resource', 'text']);
    await server.call('grow');
    await expect.poll(() => events.filter(({ type }) => type === 'list-changed').length, { timeout: 5000 }).toBeGreaterThanOrEqual(3);
    expect((await client.listTools({ cache: 'reload' })).items.some(({ name }) => name === 'grown-1')).toBe(true);
  });
});
