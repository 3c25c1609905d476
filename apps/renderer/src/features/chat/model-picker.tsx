/** The model of a chat, from every provider that is set up. A long list is searched instead of scrolled. */
import type { ConversationView, ModelRef } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { CommandPalette } from '@portolan/ui/command-palette';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { ChevronsUpDownIcon } from 'lucide-react';
import { useState } from 'react';
import { useConversations, useProviders, useSettings } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';

interface Choice {
  value: string;
  label: string;
  model: ModelRef;
}
interface ChoiceGroup {
  label: string;
  items: Choice[];
}
const choiceOf = (model: ModelRef): Choice => ({ value: `${model.providerId} ${model.model}`, label: model.model, model });
/** From here on a list is too long to look through. */
const manyModels = 15;

export function ModelPicker({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const act = useAct();
  const data = useProviders().data;
  const settings = useSettings();
  const conversations = useConversations();
  if (!data) return null;
  const current = conversation.model ?? data.defaultModel;
  const groups: ChoiceGroup[] = data.providers
    .filter((provider) => provider.models.length > 0)
    .map((provider) => ({ label: provider.name, items: provider.models.map((each) => choiceOf({ providerId: provider.id, model: each.id })) }));
  const chosen = current && choiceOf(current);
  if (chosen && !groups.some((group) => group.items.some((item) => item.value === chosen.value))) groups.unshift({ label: t.chat.model.unavailable, items: [chosen] });
  if (groups.length === 0) return <Button onClick={() => navigate({ at: 'settings', section: 'providers' })}>{t.chat.empty.connectModel}</Button>;
  const all = groups.flatMap((group) => group.items);
  const isMany = all.length > manyModels;
  const first = [...firstGroup(t.providers.models.favourites, (settings.data?.settings.favouriteModels ?? []).toReversed(), all, [])];
  if (isMany) first.push(...firstGroup(t.providers.models.recent, recentOf(conversations.data ?? []), all, first.flatMap((group) => group.items)));
  const choose = (value: string) => {
    const model = all.find((each) => each.value === value)?.model;
    if (model) void act('conversations/setModel', { conversationId: conversation.id, model });
  };
  const props = { groups: [...first, ...groups.map((group) => ({ ...group, items: group.items.filter((item) => !first.some((each) => each.items.some((one) => one.value === item.value))) })).filter((group) => group.items.length > 0)], chosen, isDisabled: conversation.isRunning, onChoose: choose };
  return isMany ? <ModelSearch {...props} /> : <ModelSelect {...props} />;
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

interface ChooserProps {
  groups: ChoiceGroup[];
  chosen: Choice | null;
  isDisabled: boolean;
  onChoose: (value: string) => void;
}

function ModelSelect({ groups, chosen, isDisabled, onChoose }: ChooserProps) {
  const t = useT();
  return <Select aria-label={t.chat.model.choose} placeholder={t.chat.model.choose} items={groups} value={chosen?.value ?? null} disabled={isDisabled} onValueChange={onChoose} className="w-48 min-w-0 max-sm:w-30" />;
}

function ModelSearch({ groups, chosen, isDisabled, onChoose }: ChooserProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button disabled={isDisabled} aria-haspopup="dialog" aria-label={`${t.chat.model.choose}: ${chosen?.label ?? t.chat.model.none}`} className="max-w-48 min-w-0 max-sm:max-w-30" onClick={() => setIsOpen(true)}>
        <span className="min-w-0 truncate"><RevealText text={chosen?.label ?? t.chat.model.choose} hideCount /></span>
        <ChevronsUpDownIcon className="size-3.5 shrink-0 text-subtle" aria-hidden="true" />
      </Button>
      <CommandPalette
        open={isOpen}
        onOpenChange={setIsOpen}
        label={t.chat.model.choose}
        placeholder={t.shell.chooseModelFilter}
        emptyText={() => t.shell.noModelMatches}
        groups={isOpen ? groups.map((group) => ({ id: group.label, label: group.label, items: group.items.map((item) => ({ id: item.value, label: item.label, onRun: () => onChoose(item.value) })) })) : []}
      />
    </>
  );
}
