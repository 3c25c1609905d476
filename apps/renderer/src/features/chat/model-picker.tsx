/** The model of a chat, from every provider that is set up. A long list is searched instead of scrolled. */
import type { ConversationView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { CommandPalette } from '@portolan/ui/command-palette';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { ChevronsUpDownIcon } from 'lucide-react';
import { useState } from 'react';
import { useProviders } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';
import { choiceOf, useModelGroups } from './model-choices.ts';
import type { Choice, ChoiceGroup } from './model-choices.ts';

export function ModelPicker({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const act = useAct();
  const data = useProviders().data;
  const current = conversation.model ?? data?.defaultModel ?? null;
  const chosen = current && choiceOf(current);
  const found = useModelGroups(chosen);
  if (found === null) return null;
  const { groups, all, isMany } = found;
  if (groups.length === 0) return <Button onClick={() => navigate({ at: 'settings', section: 'providers' })}>{t.chat.empty.connectModel}</Button>;
  const choose = (value: string) => {
    const model = all.find((each) => each.value === value)?.model;
    if (model) void act('conversations/setModel', { conversationId: conversation.id, model });
  };
  const props = { groups, chosen, isDisabled: conversation.isRunning, onChoose: choose };
  return isMany ? <ModelSearch {...props} /> : <ModelSelect {...props} />;
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
