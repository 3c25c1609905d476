/** The models a person can choose from, in the order in which they look for them. */
import type { ConversationView, ModelRef } from '@portolan/contract/conversations';
import { useConversations, useProviders, useSettings } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';

export interface Choice {
  value: string;
  label: string;
  model: ModelRef;
}
export interface ChoiceGroup {
  label: string;
  items: Choice[];
}
export const choiceOf = (model: ModelRef): Choice => ({ value: `${model.providerId} ${model.model}`, label: model.model, model });
/** From here on a list is too long to look through. */
const manyModels = 15;

/** Every model that is set up: favourites first, in a long list those used lately next, then each provider's. Null while that is not known. */
export function useModelGroups(chosen: Choice | null): { groups: ChoiceGroup[]; all: Choice[]; isMany: boolean } | null {
  const t = useT();
  const data = useProviders().data;
  const settings = useSettings();
  const conversations = useConversations();
  if (!data) return null;
  const groups: ChoiceGroup[] = data.providers
    .filter((provider) => provider.models.length > 0)
    .map((provider) => ({ label: provider.name, items: provider.models.map((each) => choiceOf({ providerId: provider.id, model: each.id })) }));
  if (chosen && !groups.some((group) => group.items.some((item) => item.value === chosen.value))) groups.unshift({ label: t.chat.model.unavailable, items: [chosen] });
  const all = groups.flatMap((group) => group.items);
  const isMany = all.length > manyModels;
  const first = firstGroup(t.providers.models.favourites, (settings.data?.settings.favouriteModels ?? []).toReversed(), all, []);
  if (isMany) first.push(...firstGroup(t.providers.models.recent, recentOf(conversations.data ?? []), all, first.flatMap((group) => group.items)));
  const taken = new Set(first.flatMap((group) => group.items.map((item) => item.value)));
  const others = groups.map((group) => ({ ...group, items: group.items.filter((item) => !taken.has(item.value)) })).filter((group) => group.items.length > 0);
  return { groups: [...first, ...others], all, isMany };
}

/** Models that are there, of these, in this order; nothing where there is none. */
function firstGroup(label: string, models: readonly ModelRef[], all: readonly Choice[], taken: readonly Choice[]): ChoiceGroup[] {
  const items = models.flatMap((model) => all.find((each) => each.value === choiceOf(model).value && !taken.includes(each)) ?? []);
  return items.length === 0 ? [] : [{ label, items }];
}

const mostRecent = 4;

/** The models of the chats that were used last, each once. */
function recentOf(conversations: readonly ConversationView[]): ModelRef[] {
  const models = conversations.toSorted((a, b) => b.updatedAt - a.updatedAt).flatMap(({ model }) => model ?? []);
  return models.filter((model, at) => models.findIndex((each) => choiceOf(each).value === choiceOf(model).value) === at).slice(0, mostRecent);
}
