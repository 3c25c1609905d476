/** What the person made of open questions, kept while the window lives: another page and back loses nothing, and a sheet knows all of its parts. */
import type { InteractionId } from '@portolan/contract/ids';
import type { FormState } from '@portolan/schema-form/form-state';
import { create } from 'zustand';
import type { DraftBlock } from './answer-blocks.ts';
import type { SamplingDraft } from './sampling-draft.ts';

export interface AskDraft {
  form?: FormState;
  request?: SamplingDraft;
  /** Of the step with this hash. */
  answer?: { hash: string; blocks: DraftBlock[] };
}

interface AskDrafts {
  /** Least lately changed first. */
  drafts: ReadonlyMap<InteractionId, AskDraft>;
  set: (id: InteractionId, part: AskDraft) => void;
}

const mostKept = 100;
const none: AskDraft = {};

export const useAskDrafts = create<AskDrafts>()((set) => ({
  drafts: new Map(),
  set: (id, part) =>
    set(({ drafts }) => {
      const next = new Map(drafts);
      next.delete(id);
      next.set(id, { ...drafts.get(id), ...part });
      for (const old of next.keys()) {
        if (next.size <= mostKept) break;
        next.delete(old);
      }
      return { drafts: next };
    }),
}));

export function useAskDraft(id: InteractionId): [AskDraft, (part: AskDraft) => void] {
  const draft = useAskDrafts((state) => state.drafts.get(id)) ?? none;
  const set = useAskDrafts((state) => state.set);
  return [draft, (part) => set(id, part)];
}
