/** Whether one question of a round can be sent as it stands, with what it would be answered, or what is missing. */
import type { InteractionAnswer } from '@portolan/contract/interactions';
import { readForm, startForm } from '@portolan/schema-form/form-state';
import type { AskView } from '../../lib/ask-cards.tsx';
import { answerOf, draftBlocks } from './answer-blocks.ts';
import type { AskDraft } from './ask-drafts.ts';
import { valuesOf } from './form-values.ts';

export type Readiness = { answer: InteractionAnswer } | { missing: 'form' | 'secret' | 'page' | 'answer' };

/** Null for a page that the server waits for itself: it has its answer. */
export function readiness(ask: AskView, draft: AskDraft | undefined): Readiness | null {
  if (ask.kind === 'sampling') {
    if (ask.phase.at !== 'answer') return { missing: 'answer' };
    const { tools } = ask.request;
    const content = answerOf(tools, draft?.answer?.hash === ask.hash ? draft.answer.blocks : draftBlocks(tools, ask.phase.content));
    return content === null ? { missing: 'answer' } : { answer: { kind: 'sampling', action: 'send', content } };
  }
  const { request } = ask;
  if (request.mode === 'url') {
    if (request.phase === 'waiting') return null;
    return request.phase === 'opened' ? { answer: { kind: 'elicitation', action: 'accept' } } : { missing: 'page' };
  }
  if (request.isSecretAsked || request.secretFields.length > 0) return { missing: 'secret' };
  const state = draft?.form ?? startForm(request.schema);
  return readForm(request.schema, state).ok ? { answer: { kind: 'elicitation', action: 'accept', content: valuesOf(request.schema, state.value) } } : { missing: 'form' };
}

/** A no to one of them. */
export function noTo(ask: AskView, action: 'decline' | 'cancel', stopAsking: boolean): InteractionAnswer {
  const stop = stopAsking ? { stopAsking } : {};
  return ask.kind === 'sampling' ? { kind: 'sampling', action: 'deny', ...stop } : { kind: 'elicitation', action, ...stop };
}
