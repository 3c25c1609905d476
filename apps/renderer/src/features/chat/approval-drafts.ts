/** What the person made of calls that wait, kept while the window lives: another page and back loses nothing. */
import type { InteractionId } from '@portolan/contract/ids';
import type { ArgumentProblemView } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import type { FormState } from '@portolan/schema-form/form-state';
import { create } from 'zustand';

export interface ApprovalDraft {
  /** What is to be sent instead of what the model asked for; null while that is not changed. */
  edited: JsonObject | null;
  /** What is being typed; null while nothing is. */
  form: FormState | null;
  /** What the host found wrong with what was typed last. */
  problems: readonly ArgumentProblemView[];
}

interface ApprovalDrafts {
  /** Least lately changed first. */
  drafts: ReadonlyMap<InteractionId, ApprovalDraft>;
  set: (id: InteractionId, part: Partial<ApprovalDraft>) => void;
}

const mostKept = 100;
const none: ApprovalDraft = { edited: null, form: null, problems: [] };

const useApprovalDrafts = create<ApprovalDrafts>()((set) => ({
  drafts: new Map(),
  set: (id, part) =>
    set(({ drafts }) => {
      const next = new Map(drafts);
      next.delete(id);
      next.set(id, { ...(drafts.get(id) ?? none), ...part });
      for (const old of next.keys()) {
        if (next.size <= mostKept) break;
        next.delete(old);
      }
      return { drafts: next };
    }),
}));

export function useApprovalDraft(id: InteractionId): [ApprovalDraft, (part: Partial<ApprovalDraft>) => void] {
  const draft = useApprovalDrafts((state) => state.drafts.get(id)) ?? none;
  const set = useApprovalDrafts((state) => state.set);
  return [draft, (part) => set(id, part)];
}
