/** What the person made of open questions, kept while the window lives: another page and back loses nothing. */
import type { InteractionId } from '@portolan/contract/ids';
import { create } from 'zustand';

const mostKept = 100;

/** A hook for drafts of one kind of question; `none` is the draft of a question nothing was made of. */
export function questionDrafts<Draft extends object>(none: Draft): (id: InteractionId) => [Draft, (part: Partial<Draft>) => void] {
  // Least lately changed first.
  const useDrafts = create<{ drafts: ReadonlyMap<InteractionId, Draft> }>()(() => ({ drafts: new Map() }));
  const keep = (id: InteractionId, part: Partial<Draft>) =>
    useDrafts.setState(({ drafts }) => {
      const next = new Map(drafts);
      next.delete(id);
      next.set(id, { ...(drafts.get(id) ?? none), ...part });
      for (const old of next.keys()) {
        if (next.size <= mostKept) break;
        next.delete(old);
      }
      return { drafts: next };
    });
  return function useQuestionDraft(id) {
    const draft = useDrafts((state) => state.drafts.get(id)) ?? none;
    return [draft, (part) => keep(id, part)];
  };
}
