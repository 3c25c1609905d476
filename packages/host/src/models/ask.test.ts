import { describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import type { WireKind } from '@portolan/contract/providers';
import { tool } from '../../test/available-tool.ts';
import { memoryConfig, memorySecrets } from '../../test/memory-stores.ts';
import { pixel, stored } from '../../test/stored-message.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import type { WireAnswer } from '../../test/wire-server.ts';
import { ModelAsker } from './ask.ts';
import type { AskRequest } from './ask.ts';
import { ProviderKeys } from './keys.ts';
import { providerKinds } from './provider-kinds.ts';
import { ModelRegistry } from './registry.ts';

const providerId = ProviderId.parse('p1');
const refusal = (message: string): WireAnswer => ({ status: 400, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify({ error: { message, type: 'invalid_request_error', code: 'invalid_function_parameters' } })] });

async function request(kind: WireKind, url: string, change: Partial<AskRequest> = {}): Promise<AskRequest> {
  const config = memoryConfig([{ id: providerId, kind, name: 'Test', baseUrl: url, models: [] }]);
  const registry = new ModelRegistry({ config, keys: new ProviderKeys(memorySecrets()) });
  return {
    model: await registry.resolve({ providerId, model: 'm' }),
    instructions: 'Be brief.',
    history: [stored('user', ['Add up.'])],
    available: [tool('s', 'good'), tool('s', 'bad'), tool('s', 'fine')],
    signal: new AbortController().signal,
    cacheKey: 'c',
    ...change,
  };
}

/** How many times a tool's definition is in a request. */
const offers = (body: unknown, name: string) => JSON.stringify(body).includes(`"name":"${name}"`);

describe.each(providerKinds)('a tool that %s refuses', (kind) => {
  it('is left out with the reason when the refusal names it, and the rest goes on (try-out 18)', async () => {
    await using server = await startWireServer(({ body }) => (offers(body, 's__bad') ? refusal("Invalid schema for function 's__bad': schema must have a 'type' key.") : streamed(kind, { text: 'ok' })));
    const asker = new ModelAsker();
    const first = await asker.ask(await request(kind, server.url), () => undefined);
    expect(first.outcome.status).toBe('complete');
    expect(first.remark).toMatchObject({ code: 'model-tools-left-out', details: { tools: ['s / bad'], reason: expect.stringContaining('must have a') as string } });
    expect(server.requests).toHaveLength(2);
    expect(offers(server.requests[1]?.body, 's__good') && offers(server.requests[1]?.body, 's__fine')).toBe(true);

    expect(asker.refusals.sentences('s__bad')).toEqual([expect.stringMatching(/^Left out for m\. The service refused it: .*must have a/)]);

    const second = await asker.ask(await request(kind, server.url), () => undefined);
    expect(second).toMatchObject({ outcome: { status: 'complete' }, remark: null });
    expect(server.requests).toHaveLength(3);

    await asker.ask(await request(kind, server.url, { available: [{ ...tool('s', 'fine'), description: 'Changed.' }] }), () => undefined);
    expect(asker.refusals.sentences('s__bad')).toHaveLength(1);
  });

  it('is found when the refusal gives its place (try-out 18)', async () => {
    const place = kind === 'google' ? '* GenerateContentRequest.tools[0].function_declarations[1].parameters: wrong' : kind === 'anthropic' ? 'tools.1.custom.input_schema: wrong' : "Invalid 'tools[1].function.parameters'";
    await using server = await startWireServer(({ body }) => (offers(body, 's__bad') ? refusal(place) : streamed(kind, { text: 'ok' })));
    const { remark } = await new ModelAsker().ask(await request(kind, server.url), () => undefined);
    expect(remark?.details['tools']).toEqual(['s / bad']);
  });
});

it('finds tools that a refusal does not name, without asking for ever (try-out 18)', async () => {
  const bad = new Set([3, 90]);
  await using server = await startWireServer(({ body }) => ([...bad].some((index) => offers(body, `s__t${index}`)) ? refusal('Bad tool schema') : streamed('openai-compatible', { text: 'ok' })));
  const available = Array.from({ length: 100 }, (_, index) => tool('s', `t${index}`));
  const { outcome, remark } = await new ModelAsker().ask(await request('openai-compatible', server.url, { available }), () => undefined);
  expect(outcome.status).toBe('complete');
  expect(remark?.details['tools']).toEqual(expect.arrayContaining(['s / t3', 's / t90']));
  expect(server.requests.length).toBeLessThanOrEqual(23);
  for (const { body } of server.requests.slice(1, -1)) expect(JSON.stringify(body)).not.toContain('Add up.');
});

it('leaves tools alone when they are not the cause', async () => {
  await using server = await startWireServer(() => refusal('Unsupported parameter in JSON body'));
  const asker = new ModelAsker();
  const { outcome, remark } = await asker.ask(await request('openai-compatible', server.url), () => undefined);
  expect(outcome).toMatchObject({ status: 'failed', problem: { code: 'model-refused-request', log: 'Unsupported parameter in JSON body' } });
  expect(remark).toBeNull();
  expect(server.requests).toHaveLength(2);
});

it('takes a tool back in when leaving it out changed nothing', async () => {
  await using server = await startWireServer(() => refusal('messages.2: no answer to s__bad'));
  const asker = new ModelAsker();
  const asked = await request('openai-compatible', server.url);
  expect((await asker.ask(asked, () => undefined)).outcome.problem?.code).toBe('model-refused-request');
  expect(asker.refusals.of(asked.model.maker).tools.size).toBe(0);
});

it('tells a model without eyes that there was a picture (try-out 25)', async () => {
  await using server = await startWireServer(({ body }) => (JSON.stringify(body).includes('image_url') ? refusal('This model does not support image input') : streamed('openai-compatible', { text: 'ok' })));
  const asker = new ModelAsker();
  const history = [stored('user', ['Look:', { type: 'attachment', serverId: null, serverName: '', uri: 'a:b', name: 'p', content: { type: 'image', data: pixel, mimeType: 'image/png' } }])];
  expect((await asker.ask(await request('openai-compatible', server.url, { history }), () => undefined)).outcome.status).toBe('complete');
  expect(JSON.stringify(server.requests[1]?.body)).toContain('A picture, which this model does not take');
});

it('shortens descriptions for a service that finds them too long', async () => {
  await using server = await startWireServer(({ body }) => (JSON.stringify(body).length > 5000 ? refusal("Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024") : streamed('openai-chat', { text: 'ok' })));
  const { outcome, remark } = await new ModelAsker().ask(await request('openai-chat', server.url, { available: [tool('s', 'wordy', undefined, 'word '.repeat(1200))] }), () => undefined);
  expect(outcome.status).toBe('complete');
  expect(remark).toBeNull();
  expect(offers(server.requests[1]?.body, 's__wordy')).toBe(true);
});
