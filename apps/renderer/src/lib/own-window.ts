/** A chat in a window of its own: the same address without the sidebar, which each shell opens in its way (C11). */
import type { ConversationId } from '@portolan/contract/ids';
import { useToast } from '@portolan/ui/toast';
import { useCallback } from 'react';
import { isDesktop } from '../host/open-port.ts';
import { useT } from './i18n.tsx';
import { formatRoute } from './router.ts';

const size = 'popup,width=560,height=760';

/** Opens it, or brings it to the front where it is open already. */
export function useOpenOwnWindow(): (conversationId: ConversationId) => void {
  const t = useT();
  const toast = useToast();
  return useCallback(
    (conversationId) => {
      const address = `${location.origin}${location.pathname}${formatRoute({ at: 'chat', conversationId, isOwn: true })}`;
      // The desktop app refuses every window that a page opens, and makes one of its own where the address is that of a chat.
      if (isDesktop()) window.open(`${location.protocol}//${location.host}/${formatRoute({ at: 'chat', conversationId, isOwn: true })}`);
      else if (window.open(address, `portolan-${conversationId}`, size) === null) toast.show({ tone: 'warn', title: t.shell.windowBlocked });
    },
    [toast, t],
  );
}
