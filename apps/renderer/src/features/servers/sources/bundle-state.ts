/** The bundle that is being looked at: going elsewhere and coming back finds it again, answers and all. Nothing of it outlives the window. */
import type { BundlePreview } from '@portolan/contract/bundles';
import type { ServerId } from '@portolan/contract/ids';
import { create } from 'zustand';
import { draftOfBundle } from './asked.ts';
import type { AnswersDraft } from './asked.ts';

interface BundleState {
  preview: BundlePreview | null;
  name: string;
  /** The server it takes the place of; null installs it beside. */
  update: ServerId | null;
  draft: AnswersDraft;
  open: (preview: BundlePreview) => void;
  choose: (update: ServerId | null) => void;
  set: (part: { name?: string; draft?: AnswersDraft }) => void;
  close: () => void;
}

const closed = { preview: null, name: '', update: null, draft: {} };

export const useBundleState = create<BundleState>()((set) => ({
  ...closed,
  open: (preview) => {
    const [first] = preview.updates;
    set({ preview, name: preview.serverName, update: first?.serverId ?? null, draft: draftOfBundle(first?.fields ?? preview.fields) });
  },
  choose: (update) =>
    set(({ preview }) => {
      const chosen = preview?.updates.find(({ serverId }) => serverId === update);
      return { update, draft: draftOfBundle(chosen?.fields ?? preview?.fields ?? []) };
    }),
  set: (part) => set(part),
  close: () => set(closed),
}));
