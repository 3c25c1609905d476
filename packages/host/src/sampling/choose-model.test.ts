import { describe, expect, it } from 'vitest';
import { ProviderId } from '@portolan/contract/ids';
import { chooseModel } from './choose-model.ts';

const provider = (name: string, ...models: string[]) => ({ id: ProviderId.parse(name), kind: 'openai-compatible' as const, name, baseUrl: '', models: models.map((id) => ({ id, source: 'listed' as const })) });
const providers = [provider('acme', 'acme-mini', 'acme-large'), provider('other', 'claude-sonnet-9', 'claude-haiku-9')];
const own = { providerId: ProviderId.parse('acme'), model: 'acme-large' };
const chosen = (preferences: Partial<Parameters<typeof chooseModel>[0]>, ownModel: Parameters<typeof chooseModel>[2] = own) => {
  const choice = chooseModel({ hints: [], ...preferences }, providers, ownModel);
  return choice === null ? null : [choice.model, choice.why, choice.hint];
};

describe('the model a server gets (P12, H05)', () => {
  it('is the first hint that fits any, in whatever case, priorities deciding between several', () => {
    expect(chosen({ hints: ['gpt-9', 'CLAUDE'] })).toEqual(['claude-sonnet-9', 'hint', 'CLAUDE']);
    expect(chosen({ hints: ['claude'], costPriority: 1 })).toEqual(['claude-haiku-9', 'hint', 'claude']);
    expect(chosen({ hints: ['acme/'], intelligencePriority: 1 })).toEqual(['acme-large', 'hint', 'acme/']);
  });

  it('follows priorities without a hint that fits, else it is the one of the person, else the first', () => {
    expect(chosen({ hints: ['nothing'], speedPriority: 0.9 })).toEqual(['acme-mini', 'priorities', null]);
    expect(chosen({ intelligencePriority: 1 })).toEqual(['acme-large', 'priorities', null]);
    expect(chosen({})).toEqual(['acme-large', 'default', null]);
    expect(chosen({}, null)).toEqual(['acme-mini', 'first', null]);
    expect(chooseModel({ hints: ['x'] }, [], null)).toBeNull();
  });

  it('is the cheapest by list price where cost matters and prices are known (H56)', () => {
    const prices: Record<string, number> = { 'claude-sonnet-9': 1, 'claude-haiku-9': 4 };
    expect(chooseModel({ hints: ['claude'], costPriority: 1 }, providers, null, ({ model }) => prices[model] ?? null)?.model).toBe('claude-sonnet-9');
  });
});
