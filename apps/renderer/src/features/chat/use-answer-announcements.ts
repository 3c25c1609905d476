/** The end of an answer is said once, politely; its text is there to be read, not read out as it streams. */
import type { MessageView } from '@portolan/contract/conversations';
import { useAnnounce } from '@portolan/ui/live-region';
import { useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';

export function useAnswerAnnouncements(isRunning: boolean, messages: MessageView[]): void {
  const t = useT();
  const announce = useAnnounce();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      const status = messages.at(-1)?.status;
      const words = t.chat.announce;
      announce(status === 'failed' || status === 'interrupted' ? words.failed : status === 'stopped' ? words.stopped : words.finished);
    }
    wasRunning.current = isRunning;
  }, [isRunning, messages, announce, t]);
}
