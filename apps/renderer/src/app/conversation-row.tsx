/** One chat in the sidebar: open, rename, delete with undo. */
import type { ConversationView } from '@portolan/contract/conversations';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useToast } from '@portolan/ui/toast';
import { EllipsisIcon, PencilIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation } from '../host/queries.ts';
import { useT } from '../lib/i18n.tsx';
import { formatRoute, navigate } from '../lib/router.ts';

export function ConversationRow({ conversation, isOpen, isWaiting }: { conversation: ConversationView; isOpen: boolean; isWaiting: boolean }) {
  const t = useT();
  const [isRenaming, setIsRenaming] = useState(false);
  const remove = useRemoveConversation();
  const title = conversation.title || t.chat.untitled;
  if (isRenaming) return <RenameRow conversation={conversation} onDone={() => setIsRenaming(false)} />;
  return (
    <li className="group relative">
      <a
        href={formatRoute({ at: 'chat', conversationId: conversation.id })}
        aria-current={isOpen ? 'page' : undefined}
        className="flex min-h-(--ui-row) min-w-0 items-center gap-2 rounded-md px-2 text-sm text-fg group-focus-within:pr-9 group-hover:pr-9 hover:bg-hover aria-[current]:bg-active aria-[current]:font-medium"
      >
        <span className="min-w-0 flex-1 truncate"><RevealText text={title} /></span>
        {isWaiting ? <span className="rounded-full bg-accent px-1.5 text-2xs leading-4 font-medium text-on-accent">{t.shell.waiting}</span> : conversation.isRunning ? <span className="text-muted" title={t.chat.writing}><Spinner /></span> : null}
      </a>
      <span className="absolute inset-y-0 right-1 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-popup-open]]:opacity-100">
        <Menu align="end" trigger={<IconButton size="sm" tooltip={false} label={t.shell.optionsOf(title)} icon={<EllipsisIcon />} />}>
          <MenuItem icon={<PencilIcon />} onSelect={() => setIsRenaming(true)}>{t.app.actions.rename}</MenuItem>
          <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={() => remove(conversation, isOpen)}>{t.app.actions.delete}</MenuItem>
        </Menu>
      </span>
    </li>
  );
}

function RenameRow({ conversation, onDone }: { conversation: ConversationView; onDone: () => void }) {
  const t = useT();
  const rename = useHostMutation('conversations/rename');
  const [title, setTitle] = useState(conversation.title);
  const save = () => {
    const wanted = title.trim().slice(0, 300);
    if (wanted && wanted !== conversation.title) rename.mutate({ conversationId: conversation.id, title: wanted });
    onDone();
  };
  return (
    <li className="px-1 py-0.5">
      <Input
        autoFocus
        aria-label={t.chat.renameLabel}
        value={title}
        maxLength={300}
        onValueChange={setTitle}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') onDone();
        }}
      />
    </li>
  );
}

/** Takes a chat away at once and offers to bring it back. */
export function useRemoveConversation(): (conversation: ConversationView, isOpen: boolean) => void {
  const t = useT();
  const toast = useToast();
  const remove = useHostMutation('conversations/remove');
  const restore = useHostMutation('conversations/restore');
  return (conversation, isOpen) => {
    remove.mutate(
      { conversationId: conversation.id },
      {
        onSuccess: () => {
          if (isOpen) navigate({ at: 'home' }, { replace: true });
          toast.show({
            title: t.chat.deleted(conversation.title || t.chat.untitled),
            action: { label: t.app.actions.undo, onPress: () => restore.mutate({ conversationId: conversation.id }) },
          });
        },
      },
    );
  };
}
