/** Chips of what will go with the message. */
import type { ConversationId } from '@portolan/contract/ids';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { FileTextIcon, XIcon } from 'lucide-react';
import { useT } from '../../lib/i18n.tsx';
import { useAttachments } from './attachment-store.ts';

export function Attachments({ conversationId }: { conversationId: ConversationId }) {
  const t = useT();
  const attachments = useAttachments((state) => state.of[conversationId]) ?? [];
  const remove = useAttachments((state) => state.remove);
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={t.composer.chips} className="flex flex-wrap gap-1.5 px-3 pt-3">
      {attachments.map((each) => (
        <li key={each.key} className="flex max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken py-0.5 pr-0.5 pl-2 text-sm">
          <FileTextIcon className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
          <span className="min-w-0 truncate"><RevealText text={each.label} hideCount /> <span className="text-subtle">{t.composer.chipFrom(each.serverName)}</span></span>
          <IconButton size="sm" tooltip={false} label={t.composer.removeChip(each.label)} icon={<XIcon />} onClick={() => remove(conversationId, each.key)} />
        </li>
      ))}
    </ul>
  );
}
