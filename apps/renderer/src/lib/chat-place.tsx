/** The menu items that pin and archive a chat. */
import type { ConversationView } from '@portolan/contract/conversations';
import { MenuItem } from '@portolan/ui/menu';
import { ArchiveIcon, ArchiveRestoreIcon, PinIcon, PinOffIcon } from 'lucide-react';
import { usePlaceChat } from './chats.ts';
import { useFirstT } from './i18n.tsx';

export function PlaceItems({ conversation }: { conversation: ConversationView }) {
  const t = useFirstT();
  const put = usePlaceChat();
  const { place } = conversation;
  return (
    <>
      {place === 'pinned' ? <MenuItem icon={<PinOffIcon />} onSelect={() => put(conversation, null)}>{t.chat.unpin}</MenuItem> : <MenuItem icon={<PinIcon />} onSelect={() => put(conversation, 'pinned')}>{t.chat.pin}</MenuItem>}
      {place === 'archived' ? <MenuItem icon={<ArchiveRestoreIcon />} onSelect={() => put(conversation, null)}>{t.chat.unarchive}</MenuItem> : <MenuItem icon={<ArchiveIcon />} onSelect={() => put(conversation, 'archived')}>{t.chat.archive}</MenuItem>}
    </>
  );
}
