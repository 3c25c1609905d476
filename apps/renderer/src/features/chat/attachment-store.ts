/** What is attached to messages not yet sent, by conversation. Of this window alone, until it is sent. */
import type { AttachmentInput } from '@portolan/contract/conversations';
import type { ConversationId } from '@portolan/contract/ids';
import { create } from 'zustand';

export interface PendingAttachment {
  key: string;
  label: string;
  serverName: string;
  input: AttachmentInput;
}

interface AttachmentState {
  of: Record<ConversationId, PendingAttachment[]>;
  /** Attaching the same thing twice attaches it once. */
  add(conversationId: ConversationId, attachments: PendingAttachment[]): void;
  remove(conversationId: ConversationId, key: string): void;
  clear(conversationId: ConversationId): void;
}

export const useAttachments = create<AttachmentState>()((set) => ({
  of: {},
  add: (conversationId, attachments) =>
    set((state) => {
      const known = state.of[conversationId] ?? [];
      const fresh = attachments.filter((each) => !known.some((other) => other.key === each.key));
      return { of: { ...state.of, [conversationId]: [...known, ...fresh].slice(0, 50) } };
    }),
  remove: (conversationId, key) => set((state) => ({ of: { ...state.of, [conversationId]: (state.of[conversationId] ?? []).filter((each) => each.key !== key) } })),
  clear: (conversationId) =>
    set((state) => {
      const { [conversationId]: _gone, ...rest } = state.of;
      return { of: rest };
    }),
}));
