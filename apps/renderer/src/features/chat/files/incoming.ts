/** Files on their way into a message: they stand among the chips until they have arrived or were given up. */
import type { ConversationId } from '@portolan/contract/ids';
import type { Problem } from '@portolan/contract/errors';
import { create } from 'zustand';

/** Why a file does not come: the host's reason, or one that was seen here. */
export type Refused = { reason: 'problem'; problem: Problem } | { reason: 'folder' | 'too-large' | 'empty' | 'unreadable' };

export interface Incoming {
  key: string;
  name: string;
  bytes: number;
  /** 0 to 1. */
  done: number;
  refused: Refused | null;
  stop: () => void;
}

interface IncomingState {
  of: Readonly<Record<ConversationId, readonly Incoming[]>>;
  put: (conversationId: ConversationId, incoming: Incoming) => void;
  change: (conversationId: ConversationId, key: string, change: Partial<Pick<Incoming, 'done' | 'refused'>>) => void;
  drop: (conversationId: ConversationId, key: string) => void;
}

export const useIncomingFiles = create<IncomingState>()((set, get) => ({
  of: {},
  put: (id, incoming) => set({ of: { ...get().of, [id]: [...(get().of[id] ?? []), incoming] } }),
  change: (id, key, change) => set({ of: { ...get().of, [id]: (get().of[id] ?? []).map((each) => (each.key === key ? { ...each, ...change } : each)) } }),
  drop: (id, key) => set({ of: { ...get().of, [id]: (get().of[id] ?? []).filter((each) => each.key !== key) } }),
}));

const none: readonly Incoming[] = [];
export function useIncoming(conversationId: ConversationId): readonly Incoming[] {
  return useIncomingFiles((state) => state.of[conversationId]) ?? none;
}

/** The message went without the files that could not come: that they could not is no news of the next one. */
export function forgetRefused(conversationId: ConversationId): void {
  const { of, drop } = useIncomingFiles.getState();
  for (const { key, refused } of of[conversationId] ?? []) if (refused !== null) drop(conversationId, key);
}
