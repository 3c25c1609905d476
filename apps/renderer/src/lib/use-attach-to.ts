/** Attaching to a chat, with word of it: what was attached is said aloud, and what does not fit is not left out in silence. */
import type { PendingAttachment } from '@portolan/contract/drafts';
import type { ConversationId } from '@portolan/contract/ids';
import { useAnnounce } from '@portolan/ui/live-region';
import { useToast } from '@portolan/ui/toast';
import { useCallback } from 'react';
import { useAttachments } from './attachment-store.ts';
import { useT } from './i18n.tsx';

/** `label` is what they are called together; the labels of all unless told. */
export function useAttachTo(): (conversationId: ConversationId, attachments: readonly PendingAttachment[], label?: string) => void {
  const t = useT();
  const toast = useToast();
  const announce = useAnnounce();
  const add = useAttachments((state) => state.add);
  return useCallback(
    (conversationId, attachments, label = attachments.map((each) => each.label).join(', ')) => {
      const left = add(conversationId, attachments);
      if (left < attachments.length) announce(t.resources.attached(label));
      if (left > 0) toast.show({ id: 'too-many-attached', tone: 'warn', title: t.shell.tooManyAttached(left) });
    },
    [add, announce, toast, t],
  );
}
