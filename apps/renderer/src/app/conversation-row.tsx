/** One chat in the sidebar: open, rename, delete with undo. */
import type { ConversationView } from '@portolan/contract/conversations';
import { IconButton } from '@portolan/ui/icon-button';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { EllipsisIcon, PencilIcon, Trash2Icon } from 'lucide-react';
import { memo, useState } from 'react';
import { PlaceItems } from '../lib/chat-place.tsx';
import { useRemoveChat } from '../lib/chats.ts';
import { useFirstT } from '../lib/i18n.tsx';
import { MoveItem } from '../lib/project-items.tsx';
import { RenameField } from '../lib/rename-field.tsx';
import { formatRoute } from '../lib/router.ts';

export const ConversationRow = memo(function ConversationRow({ conversation, isOpen, isWaiting }: { conversation: ConversationView; isOpen: boolean; isWaiting: boolean }) {
  const t = useFirstT();
  const [isRenaming, setIsRenaming] = useState(false);
  const remove = useRemoveChat();
  const title = conversation.title || t.chat.untitled;
  if (isRenaming) return <li className="px-1 py-0.5"><RenameField conversation={conversation} onDone={() => setIsRenaming(false)} /></li>;
  return (
    <li className="group relative">
      <a
        href={formatRoute({ at: 'chat', conversationId: conversation.id })}
        aria-current={isOpen ? 'page' : undefined}
        className="flex min-h-(--ui-row) min-w-0 items-center gap-2 rounded-md px-2 text-sm text-fg group-focus-within:pr-9 group-hover:pr-9 hover:bg-hover aria-[current]:bg-active aria-[current]:font-medium pointer-coarse:pr-9"
      >
        <span className="min-w-0 flex-1 truncate"><RevealText text={title} hideCount /></span>
        <RowState conversation={conversation} isWaiting={isWaiting} />
      </a>
      <span className="absolute inset-y-0 right-1 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-popup-open]]:opacity-100 pointer-coarse:opacity-100">
        <Menu align="end" trigger={<IconButton size="sm" tooltip={false} label={t.shell.optionsOf(title)} icon={<EllipsisIcon />} />}>
          <MenuItem icon={<PencilIcon />} onSelect={() => setIsRenaming(true)}>{t.app.actions.rename}</MenuItem>
          <PlaceItems conversation={conversation} />
          <MoveItem conversation={conversation} />
          <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={() => remove(conversation)}>{t.app.actions.delete}</MenuItem>
        </Menu>
      </span>
    </li>
  );
});

function RowState({ conversation, isWaiting }: { conversation: ConversationView; isWaiting: boolean }) {
  const t = useFirstT();
  if (isWaiting) return <span className="rounded-full bg-accent px-1.5 text-2xs leading-4 font-medium whitespace-nowrap text-on-accent">{t.shell.waiting}</span>;
  if (!conversation.isRunning) return null;
  return (
    <span className="text-muted" title={t.chat.writing}>
      <Spinner />
      <VisuallyHidden>{t.chat.writing}</VisuallyHidden>
    </span>
  );
}
