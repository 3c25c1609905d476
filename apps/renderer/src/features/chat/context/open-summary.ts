/** The summary that is being read: kept apart from the line it was opened by, which may scroll out of the document. */
import type { SummaryView } from '@portolan/contract/context';
import { create } from 'zustand';

interface OpenSummary {
  summary: SummaryView | null;
  open: (summary: SummaryView | null) => void;
}

export const useOpenSummary = create<OpenSummary>((set) => ({ summary: null, open: (summary) => set({ summary }) }));
