/** A chat's title, to be changed in place, and what can be done to the chat. */
import type { ConversationView } from '@portolan/contract/conversations';
import { IconButton } from '@portolan/ui/icon-button';
import { Menu, MenuCheckboxItem, MenuGroup, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { AppWindowIcon, DownloadIcon, EllipsisIcon, PanelLeftIcon, PencilIcon, Trash2Icon } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { PlaceItems } from '../../lib/chat-place.tsx';
import { useRemoveChat } from '../../lib/chats.ts';
import { useCommands } from '../../lib/commands.ts';
import { useT } from '../../lib/i18n.tsx';
import { useOpenOwnWindow } from '../../lib/own-window.ts';
import { navigate, useIsOwnWindow } from '../../lib/router.ts';
import { useReviewChoices } from '../../lib/review-choices.tsx';
import { useChatExport } from './use-chat-export.ts';
import type { ChatExport } from './use-chat-export.ts';
import { useAct } from '../../lib/use-act.ts';
import { MoveItem } from '../../lib/project-items.tsx';
import { RenameField } from '../../lib/rename-field.tsx';

const formats = ['markdown', 'html', 'json'] as const;

export interface ChatTitleProps {
  conversation: ConversationView;
  isRenaming: boolean;
  onRename: (isRenaming: boolean) => void;
}

export function ChatTitle({ conversation, isRenaming, onRename }: ChatTitleProps) {
  const t = useT();
  if (isRenaming) return <RenameField conversation={conversation} onDone={() => onRename(false)} />;
  return (
    <button type="button" title={t.chat.rename} className="-mx-1.5 block max-w-full truncate rounded-md px-1.5 py-0.5 text-left hover:bg-hover" onClick={() => onRename(true)}>
      <RevealText text={conversation.title || t.chat.untitled} hideCount />
    </button>
  );
}

export function ChatMenu({ conversation, onRename }: { conversation: ConversationView; onRename: () => void }) {
  const t = useT();
  const remove = useRemoveChat();
  const act = useAct();
  const { isOn, choose } = useReviewChoices();
  const chatExport = useChatExport();
  const isOwn = useIsOwnWindow();
  const openOwn = useOpenOwnWindow();
  useSaveCommands(conversation, chatExport);
  const review = { scope: 'chat', conversationId: conversation.id } as const;
  return (
    <Menu align="end" trigger={<IconButton label={t.chat.options} icon={<EllipsisIcon />} />}>
      <MenuItem icon={<PencilIcon />} onSelect={onRename}>{t.chat.rename}</MenuItem>
      {isOwn ? <MenuItem icon={<PanelLeftIcon />} onSelect={() => navigate({ at: 'chat', conversationId: conversation.id }, { replace: true })}>{t.chat.showSidebar}</MenuItem> : <MenuItem icon={<AppWindowIcon />} onSelect={() => openOwn(conversation.id)}>{t.chat.ownWindow}</MenuItem>}
      <PlaceItems conversation={conversation} />
      <MoveItem conversation={conversation} />
      <MenuCheckboxItem checked={isOn(review)} onCheckedChange={(next) => choose(review, next)}>{t.interactions.review.choice.chat}</MenuCheckboxItem>
      <MenuCheckboxItem checked={conversation.modelReadsResources !== false} onCheckedChange={(next) => void act('conversations/setReadsResources', { conversationId: conversation.id, isOn: next })}>{t.chat.readsResources}</MenuCheckboxItem>
      <MenuCheckboxItem checked={conversation.runsScripts === true} onCheckedChange={(next) => void act('conversations/setRunsScripts', { conversationId: conversation.id, isOn: next })}>{t.scripts.switchLabel}</MenuCheckboxItem>
      <MenuSeparator />
      <MenuGroup label={t.chatExport.menu}>
        {formats.map((format) => (
          <MenuItem key={format} icon={<DownloadIcon />} disabled={chatExport.isRunning} onSelect={() => chatExport.start(conversation, format)}>{t.chatExport.formats[format]}</MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={() => remove(conversation)}>{t.chat.delete}</MenuItem>
    </Menu>
  );
}

/** Who looks for a way to export writes so in the palette. */
function useSaveCommands({ id, title }: ConversationView, { start }: ChatExport): void {
  const t = useT();
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  useCommands(
    useMemo(() => {
      const { menu, formats: names, keywords } = t.chatExport;
      return formats.map((format) => ({ id: `chat.save.${format}`, title: `${menu}: ${names[format]}`, group: t.palette.groups.chat, keywords, run: () => latest.current({ id, title }, format) }));
    }, [t, id, title]),
  );
}
