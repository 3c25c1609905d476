/** Rows of the transcript that stay in the document out of view: the one a person is in, the last, and those with a running app. */
import type { MessageView } from '@portolan/contract/conversations';
import { useMemo } from 'react';
import { useLiveApps } from '../../lib/live-apps.ts';

export function useKeptRows(messages: readonly MessageView[], held: string | null): readonly number[] {
  const live = useLiveApps((state) => state.live);
  return useMemo(() => {
    const at = held === null ? -1 : messages.findLastIndex(({ id }) => id === held);
    const rows = new Set([messages.length - 1, ...(at < 0 ? [] : [at])]);
    // A frame that leaves the document is loaded anew, and everything done in it is gone.
    if (live.size > 0) for (const [index, message] of messages.entries()) if (message.parts.some((part) => part.type === 'tool-call' && live.has(part.callId))) rows.add(index);
    return [...rows].toSorted((a, b) => a - b);
  }, [messages, held, live]);
}
