/** The same question to another model: its answer stands beside this one as a version (C09). */
import type { MessageView } from '@portolan/contract/conversations';
import { CommandPalette } from '@portolan/ui/command-palette';
import { IconButton } from '@portolan/ui/icon-button';
import { SplitIcon } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import { useModelGroups } from './model-choices.ts';
import type { ChoiceGroup } from './model-choices.ts';

/** Nothing where there is no other model. */
export function AskAnother({ message, isRunning }: { message: MessageView; isRunning: boolean }) {
  const t = useT();
  const act = useAct();
  const [isOpen, setIsOpen] = useState(false);
  const found = useModelGroups(null);
  if (found === null || found.all.length < 2) return null;
  const { conversationId, id: messageId } = message;
  const itemsOf = (group: ChoiceGroup) => group.items.map(({ value, label, model }) => ({ id: value, label, onRun: () => void act('conversations/regenerate', { conversationId, messageId, model }) }));
  return (
    <>
      <IconButton size="sm" label={t.chat.askAnother} aria-haspopup="dialog" icon={<SplitIcon />} disabled={isRunning} onClick={() => setIsOpen(true)} />
      <CommandPalette
        open={isOpen}
        onOpenChange={setIsOpen}
        label={t.chat.askAnother}
        placeholder={t.shell.chooseModelFilter}
        emptyText={() => t.shell.noModelMatches}
        groups={isOpen ? found.groups.map((group) => ({ id: group.label, label: group.label, items: itemsOf(group) })) : []}
      />
    </>
  );
}
