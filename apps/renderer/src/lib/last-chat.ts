/** The chat that was open last: what "the current chat" means on a page that is no chat. */
import type { ConversationId } from '@portolan/contract/ids';
import { create } from 'zustand';

export const useLastChat = create<{ id: ConversationId | null; open: (id: ConversationId) => void }>()((set) => ({
  id: null,
  open: (id) => set({ id }),
}));
