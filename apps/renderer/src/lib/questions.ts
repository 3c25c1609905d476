/** The way to a question that waits for the person. Only a press leads there; a question never comes by itself (H08). */
import { toolTitle } from '@portolan/i18n/tool-title';
import type { InteractionId } from '@portolan/contract/ids';
import type { InteractionView } from '@portolan/contract/interactions';
import type { FirstCatalogue } from '@portolan/i18n/catalogue-type';
import { create } from 'zustand';
import { navigate } from './router.ts';

interface WantedQuestion {
  id: InteractionId | null;
  set: (id: InteractionId | null) => void;
}

/** The question whose card should take the focus once it is drawn. */
export const useWantedQuestion = create<WantedQuestion>()((set) => ({ id: null, set: (id) => set({ id }) }));

/** To the chat it belongs to, else, or together with the others, to the page where all of them are. */
export function goToQuestion(question: Pick<InteractionView, 'id' | 'conversationId'>, { together = false }: { together?: boolean } = {}): void {
  useWantedQuestion.getState().set(question.id);
  navigate(together || question.conversationId === null ? { at: 'questions' } : { at: 'chat', conversationId: question.conversationId });
}

/** What a question is about, in a sentence. */
export function questionWords(question: InteractionView, t: FirstCatalogue): string {
  if (question.kind === 'tool-approval' && question.tool.name === 'host:run_script') return t.shell.scriptQuestion(question.conversationTitle || t.chat.untitled);
  if (question.kind === 'tool-approval') return t.shell.question(question.serverName, toolTitle(question.tool.name, question.tool.title, t), question.conversationTitle || t.chat.untitled);
  if (question.kind === 'result-review') return t.shell.resultQuestion(question.serverName, toolTitle(question.tool, question.title, t), question.conversationTitle || t.chat.untitled);
  return t.shell.ask(question.serverName);
}
