/** Where a reader was in a conversation: the topmost message and how far into it, so that any width finds it again. */
import type { MessageView } from '@portolan/contract/conversations';
import type { ConversationId } from '@portolan/contract/ids';
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
export function keepPlace(conversationId: ConversationId, scroller: HTMLElement | null, isAtEnd: boolean): void {
  const place = isAtEnd || !scroller ? null : topmost(scroller);
  rememberPlace(placeKey(conversationId), place ? `${place.id} ${place.offset}` : null);
}

/** By what is seen: the list's own reckoning is behind it while rows are being measured. Only the rows in view are there. */
function topmost(scroller: HTMLElement): { id: string; offset: number } | null {
  const { top } = scroller.getBoundingClientRect();
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-message]')) {
    const rect = row.getBoundingClientRect();
    if (rect.bottom > top) return { id: row.dataset['message'] ?? '', offset: Math.round(top - rect.top) };
  }
  return null;
}
