/** What was pasted or filled in for a server not yet added: going elsewhere and coming back finds it again. */
import { create } from 'zustand';
import { emptyDraft } from './launch-draft.ts';
import type { LaunchDraft } from './launch-draft.ts';

export type Way = 'paste' | 'form';

interface AddServerState {
  way: Way;
  pasted: string;
  draft: LaunchDraft;
  set: (part: Partial<Pick<AddServerState, 'way' | 'pasted' | 'draft'>>) => void;
}

export const useAddServerState = create<AddServerState>()((set) => ({ way: 'paste', pasted: '', draft: emptyDraft, set: (part) => set(part) }));
