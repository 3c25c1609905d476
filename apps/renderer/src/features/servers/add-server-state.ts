/** What was pasted or filled in for a server not yet added: going elsewhere and coming back finds it again. */
import { create } from 'zustand';
import type { AddWay } from '../../lib/router.ts';
import { emptyDraft } from './launch-draft.ts';
import type { LaunchDraft } from './launch-draft.ts';

interface AddServerState {
  way: AddWay;
  pasted: string;
  draft: LaunchDraft;
  set: (part: Partial<Pick<AddServerState, 'way' | 'pasted' | 'draft'>>) => void;
}

export const useAddServerState = create<AddServerState>()((set) => ({ way: 'paste', pasted: '', draft: emptyDraft, set: (part) => set(part) }));
