/** Takes something of a server into a chat: the one open last, another recent one, or a new one. */
import type { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { ChevronDownIcon, MessageSquareIcon, SquarePenIcon } from 'lucide-react';
import { useConversations } from '../host/queries.ts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { useCreateChat } from './chats.ts';
import { useT } from './i18n.tsx';
import { useLastChat } from './last-chat.ts';
import { navigate } from './router.ts';
import { useAttachTo } from './use-attach-to.ts';

const shown = 6;

export interface AddToChatProps {
  label: string;
  attachments: readonly PendingAttachment[];
  size?: 'sm' | 'md';
  variant?: 'primary' | 'secondary';
}

export function AddToChat({ label, attachments, size = 'md', variant = 'secondary' }: AddToChatProps) {
  const t = useT();
  const createChat = useCreateChat();
  const conversations = useConversations().data ?? [];
  const last = useLastChat((state) => state.id);
  const add = useAttachTo();
  const attach = (conversationId: ConversationId) => {
    add(conversationId, attachments);
    navigate({ at: 'chat', conversationId });
  };
  const attachToNew = async () => {
    const id = await createChat();
    if (id !== undefined) attach(id);
  };
  const recent = conversations.toSorted((a, b) => Number(b.id === last) - Number(a.id === last)).slice(0, shown);
  return (
    <Menu
      trigger={
        <Button size={size} variant={variant} icon={<MessageSquareIcon />}>
          {label}
          <ChevronDownIcon className={variant === 'primary' ? 'size-3.5' : 'size-3.5 text-subtle'} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={<SquarePenIcon />} onSelect={() => void attachToNew()}>{t.app.nav.newChat}</MenuItem>
      {recent.length > 0 ? (
        <>
          <MenuSeparator />
          <MenuGroup label={t.app.nav.chats}>
            {recent.map((each) => (
              <MenuItem key={each.id} icon={<MessageSquareIcon />} onSelect={() => attach(each.id)}>
                <RevealText text={each.title || t.chat.untitled} hideCount />
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      ) : null}
    </Menu>
  );
}
