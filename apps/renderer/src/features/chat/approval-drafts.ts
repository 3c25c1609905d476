/** What the person made of calls that wait for a decision. */
import type { ArgumentProblemView } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import type { FormState } from '@portolan/schema-form/form-state';
import { questionDrafts } from '../../lib/question-drafts.ts';

export interface ApprovalDraft {
  /** What is to be sent instead of what the model asked for; null while that is not changed. */
  edited: JsonObject | null;
  /** What is being typed; null while nothing is. */
  form: FormState | null;
  /** What the host found wrong with what was typed last. */
  problems: readonly ArgumentProblemView[];
  /** The result of this call is to be seen first. */
  reviewResult: boolean;
}

export const useApprovalDraft = questionDrafts<ApprovalDraft>({ edited: null, form: null, problems: [], reviewResult: false });
