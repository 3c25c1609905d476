/** The way to a question that waits for the person. Only a press leads there; a question never comes by itself (H08). */
import type { ConversationId, InteractionId } from '@portolan/contract/ids';
import { create } from 'zustand';
import { navigate } from './router.ts';

interface WantedQuestion {
  id: InteractionId | null;
  set: (id: InteractionId | null) => void;
}

/** The question whose card should take the focus once it is drawn. */
export const useWantedQuestion = create<WantedQuestion>()((set) => ({ id: null, set: (id) => set({ id }) }));

export function goToQuestion(question: { id: InteractionId; conversationId: ConversationId }): void {
  useWantedQuestion.getState().set(question.id);
  navigate({ at: 'chat', conversationId: question.conversationId });
}
