/** Where a reader was in a conversation: the topmost message and how far into it, so that any width finds it again. */
import type { MessageView } from '@portolan/contract/conversations';
import type { ConversationId } from '@portolan/contract/ids';
import { useCallback } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { rememberPlace } from '../../lib/scroll-memory.ts';

export interface Place {
  index: number;
  /** Pixels from the top of that message to the top of the view. */
  offset: number;
}

export const placeKey = (conversationId: ConversationId): string => `chat ${conversationId}`;

/** Null when nothing was kept, or when what was kept is gone: then the end is the place to be. */
export function readPlace(text: string | undefined, messages: readonly MessageView[]): Place | null {
  const [id, offset = ''] = (text ?? '').split(' ');
  const index = id ? messages.findIndex((message) => message.id === id) : -1;
  return index < 0 ? null : { index, offset: Number.parseInt(offset, 10) || 0 };
}

/** Call it on every scroll. Being at the end is kept as no place at all. */
export function useKeepPlace(conversationId: ConversationId, messages: readonly MessageView[], list: RefObject<VirtualizerHandle | null>, isAtEnd: () => boolean): () => void {
  return useCallback(() => {
    const handle = list.current;
    if (!handle) return;
    const index = handle.findItemIndex(handle.scrollOffset);
    const message = messages[index];
    rememberPlace(placeKey(conversationId), isAtEnd() || !message ? null : `${message.id} ${Math.round(handle.scrollOffset - handle.getItemOffset(index))}`);
  }, [conversationId, messages, list, isAtEnd]);
}
