import { describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import type { ConfigState, ProviderConfig } from '../ports.ts';
import { MemoryConfig } from '../servers/testing/memory-config.ts';
import { costOf, listPrice } from './prices.ts';

const provider = (id: string, kind: ProviderConfig['kind'], baseUrl: string): ProviderConfig => ({ id: ProviderId.parse(id), kind, name: id, baseUrl, models: [] });
const config = { current: (): ConfigState => ({ ...new MemoryConfig().current(), providers: [provider('openai', 'openai', ''), provider('anthropic', 'anthropic', ''), provider('here', 'openai-compatible', 'http://127.0.0.1:1234/v1')] }) };
const price = (id: string, model: string) => listPrice(config, { providerId: ProviderId.parse(id), model });

describe('the list price of a model', () => {
  it('is known by the address that is asked and the name of the model (T:F01)', async () => {
    for (const [id, model] of [['openai', 'gpt-4o'], ['anthropic', 'claude-sonnet-4-5']] as const) {
      const found = await price(id, model);
      expect(found?.input).toBeGreaterThan(0);
      expect(found?.output).toBeGreaterThan(found?.input ?? 0);
    }
  });

  it('is unknown for a model nobody listed, and for one of the same name at another address (T:F01)', async () => {
    expect(await price('openai', 'no-such-model-at-all')).toBeNull();
    expect(await price('here', 'gpt-4o')).toBeNull();
    expect(await price('gone', 'gpt-4o')).toBeNull();
  });

  it('makes a cost only with tokens that were counted (T:F01)', () => {
    expect(costOf({ input: 2, output: 10 }, { inputTokens: 500_000, outputTokens: 100_000 })).toBe(2);
    expect(costOf({ input: 2, output: 10 }, { inputTokens: 500_000, outputTokens: null })).toBeNull();
    expect(costOf(null, { inputTokens: 1, outputTokens: 1 })).toBeNull();
  });
});
