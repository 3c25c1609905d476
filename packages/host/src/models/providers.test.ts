import { describe, expect, it } from 'vitest';
import type { InputOf } from '@portolan/contract/contract';
import type { ProviderView, WireKind } from '@portolan/contract/providers';
import { memoryConfig, memorySecrets } from '../../test/memory-stores.ts';
import { startWireServer } from '../../test/wire-server.ts';
import type { WireAnswer } from '../../test/wire-server.ts';
import { ProviderKeys } from './keys.ts';
import { providerKinds } from './provider-kinds.ts';
import { ProviderService } from './providers.ts';
import { ModelRegistry } from './registry.ts';

const secret = 'sk-test-0123456789abcdef';
const signal = new AbortController().signal;
const json = (value: unknown, status = 200): WireAnswer => ({ status, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(value)] });
const lists: Record<WireKind, unknown> = {
  openai: { data: [{ id: 'gpt-5' }, { id: 'text-embedding-3-large' }] },
  'openai-chat': { data: [{ id: 'gpt-5' }] },
  anthropic: { data: [{ id: 'claude', type: 'model' }] },
  google: { models: [{ name: 'models/gemini-3', supportedGenerationMethods: ['generateContent'] }, { name: 'models/embed', supportedGenerationMethods: ['embedContent'] }] },
  mistral: { data: [{ id: 'mistral-large', capabilities: { completion_chat: true, function_calling: true, vision: true }, max_context_length: 131072 }, { id: 'mistral-embed' }] },
  groq: { data: [{ id: 'llama-4', context_window: 131072 }, { id: 'whisper-large' }] },
  deepseek: { data: [{ id: 'deepseek-chat' }] },
  xai: { data: [{ id: 'grok-4' }, { id: 'grok-imagine-image' }] },
  openrouter: { data: [{ id: 'some/model', context_length: 1000000, architecture: { input_modalities: ['text', 'image', 'file'] }, supported_parameters: ['tools'], pricing: { prompt: '0.000003', completion: '0.000015' } }] },
  azure: { data: [{ id: 'gpt-5' }] },
  bedrock: { modelSummaries: [{ modelId: 'amazon.nova-pro-v1:0', inputModalities: ['TEXT', 'IMAGE'], inferenceTypesSupported: ['ON_DEMAND'], responseStreamingSupported: true }, { modelId: 'anthropic.claude-x', inferenceTypesSupported: ['INFERENCE_PROFILE'] }] },
  'openai-compatible': { data: [{ id: 'llama' }] },
  ollama: { models: [{ name: 'llama' }] },
};

function setUp() {
  const config = memoryConfig();
  const secrets = memorySecrets();
  const keys = new ProviderKeys(secrets);
  return { config, secrets, keys, service: new ProviderService({ config, keys, listTimeoutMs: 2_000 }) };
}
const input = (kind: WireKind, baseUrl: string, change: Partial<InputOf<'providers/save'>> = {}): InputOf<'providers/save'> => ({ kind, name: 'Mine', baseUrl, key: secret, models: [], ...change });
const change = (view: ProviderView, more: Partial<InputOf<'providers/save'>>): InputOf<'providers/save'> => ({ id: view.id, kind: view.kind, name: view.name, baseUrl: view.baseUrl, models: [], ...more });

describe('ProviderService', () => {
  // Azure lists what could be deployed, not what is.
  it.each(providerKinds.filter((kind) => kind !== 'azure'))('lists the models of %s and keeps them beside those added by hand (C01)', async (kind) => {
    await using server = await startWireServer(() => json(lists[kind]));
    const { service, config } = setUp();
    const view = await service.save(input(kind, server.url, { models: ['my-own'] }));
    expect(view).toMatchObject({ hasKey: true, needsKey: false, models: [{ id: 'my-own', source: 'added' }], problem: null });
    const { models, problem } = await service.test(view.id, signal);
    expect(problem).toBeNull();
    expect(models).toHaveLength(1);
    expect(config.current().providers[0]?.models).toMatchObject([{ id: 'my-own', source: 'added' }, { id: models[0], source: 'listed' }]);
    expect(Object.values(server.requests[0]?.headers ?? {}).filter((value) => String(value).includes(secret))).toHaveLength(1);
    expect(server.requests[0]?.path).not.toContain(secret);
  });

  it('makes the only model the one for new chats, and leaves the choice among several to the person (C01)', async () => {
    await using one = await startWireServer(() => json(lists['openai-compatible']));
    const { service, config } = setUp();
    const first = await service.save(input('openai-compatible', one.url));
    expect(config.current().defaultModel).toBeNull();
    await service.test(first.id, signal);
    expect(config.current().defaultModel).toEqual({ providerId: first.id, model: 'llama' });
    await service.setDefault(null);
    await service.save(input('openai-compatible', 'http://127.0.0.1:9/v1', { models: ['other'] }));
    expect(config.current().defaultModel).toBeNull();
  });

  it('never shows the key, nor writes it into the configuration (S09)', async () => {
    const { service, config, secrets } = setUp();
    const view = await service.save(input('openai', ''));
    expect(JSON.stringify([view, config.current()])).not.toContain(secret);
    expect([...secrets.values.values()].join()).toContain(secret);
    expect((await service.save(change(view, { key: '' }))).hasKey).toBe(false);
    expect(secrets.values.size).toBe(0);
  });

  it('keeps the key when nothing but the path changes, and drops it with the origin (A09)', async () => {
    await using evil = await startWireServer(() => json(lists['openai-compatible']));
    const { service, keys, config } = setUp();
    let view = await service.save(input('openai-compatible', 'http://127.0.0.1:9/v1'));
    view = await service.save(change(view, { baseUrl: 'http://127.0.0.1:9/v2' }));
    expect(view.hasKey).toBe(true);
    view = await service.save(change(view, { baseUrl: evil.url }));
    expect(view.hasKey).toBe(false);
    await service.test(view.id, signal);
    await new ModelRegistry({ config, keys }).resolve({ providerId: view.id, model: 'llama' });
    expect(JSON.stringify(evil.requests.map(({ headers }) => headers))).not.toContain(secret);
    view = await service.save(change(view, { baseUrl: 'http://127.0.0.1:9/v1' }));
    expect(view.hasKey).toBe(false);
  });

  it('sends no key to an address that was changed in the file behind our back (A09)', async () => {
    await using evil = await startWireServer(() => json(lists.anthropic));
    const { service, config } = setUp();
    const view = await service.save(input('anthropic', ''));
    const [provider] = config.current().providers;
    if (!provider) throw new Error('not saved');
    await config.saveProvider({ ...provider, baseUrl: evil.url });
    await service.test(view.id, signal);
    expect(evil.requests).toHaveLength(1);
    expect(JSON.stringify(evil.requests[0]?.headers)).not.toContain(secret);
  });

  it('says what is wrong: key refused, no such service, web page, nobody there, no answer', async () => {
    const { service } = setUp();
    const problemWith = async (answer: WireAnswer) => {
      await using server = await startWireServer(() => answer);
      const view = await service.save(input('openai-compatible', `${server.url}/v1`));
      return (await service.test(view.id, signal)).problem;
    };
    expect(await problemWith(json({ error: { message: `bad key ${secret}` } }, 401))).toMatchObject({ code: 'model-key-refused', log: 'bad key ‹key›' });
    expect((await problemWith(json({ error: 'Not Found' }, 404)))?.code).toBe('model-not-a-model');
    expect((await problemWith({ headers: { 'content-type': 'text/html' }, chunks: ['<html>Sign in'] }))?.code).toBe('model-not-a-model');
    expect((await problemWith(json({ hello: 'world' })))?.code).toBe('model-not-a-model');
    expect(await problemWith({ headers: {}, chunks: [], close: 'hang' })).toMatchObject({ code: 'model-unreachable', details: { reason: 'ETIMEDOUT' } });
    const view = await service.save(input('openai-compatible', 'http://127.0.0.1:1/v1'));
    expect((await service.test(view.id, signal)).problem).toMatchObject({ code: 'model-unreachable', details: { host: '127.0.0.1:1' } });
  });

  it('finds the interface of a local server whose address was given without its path', async () => {
    await using server = await startWireServer(({ path }) => (path === '/v1/models' ? json(lists['openai-compatible']) : json({ error: 'Unexpected endpoint' }, 404)));
    const { service, config } = setUp();
    const view = await service.save(input('openai-compatible', server.url));
    expect(await service.test(view.id, signal)).toEqual({ models: ['llama'], problem: null });
    expect(config.current().providers[0]?.baseUrl).toBe(`${server.url}/v1`);
  });

  it('asks for a key where one is needed, before asking the provider', async () => {
    const { service } = setUp();
    const { key: _key, ...rest } = input('anthropic', '');
    const view = await service.save(rest);
    expect(view).toMatchObject({ needsKey: true, hasKey: false });
    expect((await service.test(view.id, signal)).problem?.code).toBe('model-key-missing');
  });

  it.each(['ftp://x', 'not an address', 'http://user:pass@x', ''])('does not take %j for an address', async (baseUrl) => {
    await expect(setUp().service.save(input('openai-compatible', baseUrl))).rejects.toMatchObject({ problem: { code: 'invalid-input', details: { where: 'baseUrl' } } });
  });

  it('does not take a key that no header can hold', async () => {
    await expect(setUp().service.save(input('openai', '', { key: 'sk-schlüssel\nx' }))).rejects.toMatchObject({ problem: { code: 'invalid-input', details: { where: 'key' } } });
  });

  it('tells watching windows of every change, and forgets a removed provider whole', async () => {
    const { service, config, secrets } = setUp();
    const stop = new AbortController();
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { providers, defaultModel } of service.watch(stop.signal)) seen.push(`${providers.map((each) => `${each.name} ${each.hasKey}`).join()}|${defaultModel?.model ?? ''}`);
    })();
    await expect.poll(() => seen.length).toBe(1);
    const view = await service.save(input('openai', ''));
    await service.setDefault({ providerId: view.id, model: 'gpt-5' });
    await expect.poll(() => seen.at(-1)).toBe('Mine true|gpt-5');
    await service.remove(view.id);
    await expect.poll(() => seen.at(-1)).toBe('|');
    stop.abort();
    await watching;
    expect(secrets.values.size).toBe(0);
    expect(config.current().providers).toEqual([]);
  });
});
