import { describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import type { ProviderKind } from '@portolan/contract/providers';
import { conversationRig, rigProvider } from '../../test/conversation-rig.ts';
import { memoryConfig } from '../../test/memory-stores.ts';
import { pixel } from '../../test/stored-message.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { ModelWindows } from '../context/model-window.ts';
import type { ProviderConfig } from '../ports.ts';
import { priceOfUse } from '../sampling/prices.ts';
import { modelFactsRoutes } from './facts.ts';
import { traitsOf } from './lower/traits.ts';

const providerId = ProviderId.parse('p1');
const context = { connection: 'w', signal: new AbortController().signal };

function setUp(kind: ProviderKind, models: ProviderConfig['models'], baseUrl = '') {
  const config = memoryConfig([{ id: providerId, kind, name: 'Mine', baseUrl, models }]);
  const routes = modelFactsRoutes({ config, windows: new ModelWindows(config) });
  const facts = async (model: string) => {
    const [found] = (await routes['models/facts']({ providerId, models: [model] }, context)).facts;
    if (!found) throw new Error('no facts');
    return found;
  };
  return { config, routes, facts };
}

describe('what is known of a model (C01)', () => {
  const told = { id: 'some/model', source: 'listed' as const, capabilities: { vision: false, tools: true, contextTokens: 200_000, price: { input: 3, output: 15 } } };

  it('comes from its service, else from the list that is here, else from its kind, and each says from whom', async () => {
    const { facts } = setUp('openrouter', [told]);
    expect(await facts('some/model')).toEqual({
      model: 'some/model',
      vision: { value: false, source: 'service' },
      pdf: { value: true, source: 'usual' },
      audio: { value: false, source: 'usual' },
      tools: { value: true, source: 'service' },
      window: { tokens: 200_000, source: 'service' },
      price: { input: 3, output: 15, source: 'service' },
    });
    expect(await setUp('openai', []).facts('gpt-4o')).toMatchObject({ vision: { source: 'usual' }, window: { tokens: 128_000, source: 'list' }, price: { source: 'list' } });
    expect(await setUp('openai-compatible', [], 'http://127.0.0.1:9/v1').facts('unheard-of')).toMatchObject({ window: { tokens: 8_192, source: 'usual' }, price: null });
  });

  it('is what the person says before anything else, until they take it back; never what the format has no place for', async () => {
    const { facts, routes, config } = setUp('groq', [{ ...told, id: 'm' }]);
    const model = { providerId, model: 'm' };
    await routes['models/setAbilities']({ model, abilities: { vision: true, tools: false, pdf: true } }, context);
    expect(await facts('m')).toMatchObject({ vision: { value: true, source: 'own' }, tools: { value: false, source: 'own' }, pdf: { value: false, source: 'format' }, audio: { value: false, source: 'format' } });
    await routes['models/setAbilities']({ model, abilities: {} }, context);
    expect(await facts('m')).toMatchObject({ vision: { value: false, source: 'service' } });
    expect(config.current().settings.modelAbilities).toEqual([]);
  });

  it('counts on the wire: no picture and no tool for a model that takes none, and both again when the person knows better', async () => {
    await using server = await startWireServer(() => streamed('openai-compatible', { text: 'Seen.' }));
    await using rig = await conversationRig({ kind: 'openai-compatible', url: server.url });
    const [provider] = rig.config.current().providers;
    if (!provider) throw new Error('no provider');
    await rig.config.saveProvider({ ...provider, models: [{ id: 'm', source: 'listed', capabilities: { vision: false, tools: false } }] });
    const serverId = rig.servers.tools[0]?.serverId;
    if (serverId === undefined) throw new Error('no server');
    rig.servers.resources.set('doc://picture', [{ type: 'resource', resource: { kind: 'blob', uri: 'doc://picture', mimeType: 'image/png', blob: pixel, bytes: 70 } }]);
    const ask = async () => {
      const before = server.requests.length;
      await rig.service.send(rig.conversation.id, 'What is it?', [{ type: 'resource', serverId, uri: 'doc://picture', name: 'picture' }], context.signal);
      await rig.until(({ conversation }) => server.requests.length > before && !conversation.isRunning);
      return JSON.stringify(server.requests.at(-1)?.body);
    };
    const without = await ask();
    expect([without.includes(pixel), without.includes('calc__sum')]).toEqual([false, false]);
    const routes = modelFactsRoutes({ config: rig.config, windows: rig.context.windows });
    await routes['models/setAbilities']({ model: { providerId: rigProvider, model: 'm' }, abilities: { vision: true, tools: true } }, context);
    const both = await ask();
    expect([both.includes(pixel), both.includes('calc__sum')]).toEqual([true, true]);
  });

  it('lets a model hear that is said to hear, where its format carries sound', () => {
    expect(traitsOf('openai-compatible', 'm', false, { audio: true }).audio).toEqual(new Set(['audio/wav', 'audio/mp3', 'audio/mpeg']));
    expect(traitsOf('google', 'm', false, { audio: false }).audio).toEqual(new Set());
    expect(traitsOf('anthropic', 'm', false, { audio: true }).audio).toEqual(new Set());
    expect(traitsOf('openai-compatible', 'm', false, { vision: false, pdf: true })).toMatchObject({ images: false, pdf: true });
  });

  it('prices what was used by what the service lists, where the table has no price (C15)', async () => {
    const { config } = setUp('openrouter', [{ ...told, id: 'unheard/of' }]);
    expect(await priceOfUse(config, { providerId, model: 'unheard/of' }, { inputTokens: 1_000_000, outputTokens: 1_000_000, cacheReadTokens: null, cacheWriteTokens: null })).toBe(18);
  });
});

it('favourites are kept once each, the newest last, and no more than a hundred', async () => {
  const { config, routes } = setUp('openrouter', []);
  const set = (model: string, isFavourite = true) => routes['models/setFavourite']({ model: { providerId, model }, isFavourite }, context);
  for (const model of ['a', 'b', 'a']) await set(model);
  const names = () => config.current().settings.favouriteModels?.map(({ model }) => model);
  expect(names()).toEqual(['b', 'a']);
  await set('b', false);
  expect(names()).toEqual(['a']);
  for (let n = 0; n < 120; n++) await set(`m${n}`);
  expect(names()).toHaveLength(100);
  expect(names()?.at(-1)).toBe('m119');
});
