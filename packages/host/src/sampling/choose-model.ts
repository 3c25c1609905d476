/** Which of the person's models a server gets (H56): its hints first, then its priorities, else the person's own choice. */
import type { ModelRef } from '@portolan/contract/conversations';
import type { ModelPreferences } from '@portolan/mcp-client/handlers';
import type { ProviderConfig } from '../ports.ts';

export interface Choice extends ModelRef {
  why: 'hint' | 'priorities' | 'default' | 'first';
  hint: string | null;
}

/** Words in the names of models by which makers tell small and quick ones from large and able ones; 0 to 1. */
const small = /(?:^|[^a-z])(?:mini|nano|flash|haiku|small|lite|tiny|[1-9]b)(?:[^a-z]|$)/i;
const large = /(?:^|[^a-z])(?:opus|ultra|large|pro|max|[5-9]\d\d?b|[1-9]\d\db)(?:[^a-z]|$)/i;

/**
 * @param own the model that the person has chosen for chats
 * @param priceOf list price of an answer, US dollars for a million tokens; null where it is not known
 */
export function chooseModel(preferences: ModelPreferences, providers: readonly ProviderConfig[], own: ModelRef | null, priceOf: (ref: ModelRef) => number | null = () => null): Choice | null {
  const all = providers.flatMap((provider) => provider.models.map(({ id }) => ({ providerId: provider.id, model: id, name: `${provider.name}/${id}`.toLowerCase() })));
  const prices = [...new Set(all.flatMap((each) => priceOf(each) ?? []))].toSorted((a, b) => a - b);
  /** 1 for the cheapest of those whose price is known, 0 for the dearest. */
  const cheapness = (ref: ModelRef): number | null => {
    const price = priceOf(ref);
    return price === null || prices.length < 2 ? null : 1 - prices.indexOf(price) / (prices.length - 1);
  };
  const isOwn = (each: ModelRef): boolean => each.providerId === own?.providerId && each.model === own.model;
  const best = (among: typeof all): (typeof all)[number] | undefined => among.toSorted((a, b) => score(b.model, cheapness(b), preferences) - score(a.model, cheapness(a), preferences) || Number(isOwn(b)) - Number(isOwn(a)))[0];
  for (const hint of preferences.hints) {
    const found = best(all.filter(({ name }) => name.includes(hint.toLowerCase())));
    if (found !== undefined) return { providerId: found.providerId, model: found.model, why: 'hint', hint };
  }
  const hasPriorities = [preferences.costPriority, preferences.speedPriority, preferences.intelligencePriority].some((value) => value !== undefined && value > 0);
  const first = best(all);
  const chosen = all.find(isOwn);
  if (hasPriorities && first !== undefined) return { providerId: first.providerId, model: first.model, why: 'priorities', hint: null };
  if (chosen !== undefined) return { providerId: chosen.providerId, model: chosen.model, why: 'default', hint: null };
  const [only] = all;
  return only === undefined ? null : { providerId: only.providerId, model: only.model, why: 'first', hint: null };
}

/** Where the price is not known, a small model passes for a cheap one. */
function score(model: string, cheapness: number | null, { costPriority = 0, speedPriority = 0, intelligencePriority = 0 }: ModelPreferences): number {
  const size = small.test(model) ? 0 : large.test(model) ? 1 : 0.5;
  return costPriority * (cheapness ?? 1 - size) + speedPriority * (1 - size) + intelligencePriority * size;
}
