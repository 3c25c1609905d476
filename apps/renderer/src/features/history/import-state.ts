/** The file of chats that is being looked at: going elsewhere and coming back finds it again. Nothing of it outlives the window. */
import type { FoundChat, LeftOutChat } from '@portolan/contract/chat-imports';
import type { Problem } from '@portolan/contract/errors';
import { create } from 'zustand';
import type { Link } from '../../host/link.ts';
import { problemOf } from '../../lib/problem.tsx';
import { sendFile } from '../../lib/send-file.ts';

export type ImportStage =
  | { at: 'choose'; problem: Problem | null }
  | { at: 'sending'; part: number }
  | { at: 'reading'; part: number }
  | { at: 'list' }
  | { at: 'running'; done: number; total: number }
  | { at: 'done'; importId: string; imported: number; wasStopped: boolean }
  | { at: 'undone'; removed: number; kept: number };

interface ImportState {
  stage: ImportStage;
  fileName: string;
  stagedId: string | null;
  chats: readonly FoundChat[];
  leftOut: readonly LeftOutChat[];
  chosen: ReadonlySet<number>;
  /** Why the last step did not go through; the list is still there. */
  problem: Problem | null;
  take: (link: Link, file: File) => void;
  /** Leaves the file, and what is under way with it. */
  leave: (link: Link) => void;
  choose: (places: Iterable<number>, isChosen: boolean) => void;
  run: (link: Link) => void;
  stop: (link: Link) => void;
  undo: (link: Link, importId: string) => void;
}

const nothing = { stage: { at: 'choose', problem: null }, fileName: '', stagedId: null, chats: [], leftOut: [], chosen: new Set<number>(), problem: null } satisfies Partial<ImportState>;

/** Ends what is under way. */
let ending: (() => void) | null = null;

export const useImportState = create<ImportState>()((set, get) => ({
  ...nothing,
  take: (link, file) => {
    const own = new AbortController();
    ending = () => own.abort();
    set({ ...nothing, fileName: file.name, stage: { at: 'sending', part: 0 } });
    const fail = (error: unknown) => {
      if (!own.signal.aborted) set({ ...nothing, stage: { at: 'choose', problem: problemOf(error) } });
    };
    const send = async () => {
      const stagedId = await sendFile(link, 'chatImports', file, (part) => set({ stage: { at: 'sending', part } }), own.signal);
      if (own.signal.aborted) return;
      set({ stagedId, stage: { at: 'reading', part: 0 } });
      ending = link.runOnce(
        'chatImports/read',
        { stagedId },
        (event) => {
          if (event.type === 'done') return;
          const { chats, leftOut, chosen } = get();
          const next = new Set(chosen);
          for (const { at, isHere } of event.chats) if (!isHere) next.add(at);
          set({ chats: [...chats, ...event.chats], leftOut: [...leftOut, ...event.leftOut], chosen: next, stage: { at: 'reading', part: event.part } });
        },
        (error) => {
          if (error) fail(error);
          else set({ stage: { at: 'list' } });
        },
      );
    };
    void send().catch(fail);
  },
  leave: (link) => {
    const { stagedId } = get();
    ending?.();
    ending = null;
    if (stagedId !== null) void link.request('chatImports/discard', { stagedId }).catch(() => undefined);
    set(nothing);
  },
  choose: (places, isChosen) => {
    const chosen = new Set(get().chosen);
    for (const place of places) {
      if (isChosen) chosen.add(place);
      else chosen.delete(place);
    }
    set({ chosen });
  },
  run: (link) => {
    const { stagedId, chosen } = get();
    if (stagedId === null || chosen.size === 0) return;
    set({ stage: { at: 'running', done: 0, total: chosen.size }, problem: null });
    ending = link.runOnce(
      'chatImports/run',
      { stagedId, chosen: [...chosen] },
      (event) => {
        if (event.type === 'progress') set({ stage: { at: 'running', done: event.done, total: event.total } });
        else {
          set({ stage: { at: 'done', importId: event.importId, imported: event.imported, wasStopped: event.wasStopped } });
          void link.request('chatImports/discard', { stagedId }).catch(() => undefined);
        }
      },
      (error) => {
        if (error) set({ stage: { at: 'list' }, problem: error.problem });
      },
    );
  },
  stop: (link) => {
    const { stagedId } = get();
    if (stagedId !== null) void link.request('chatImports/stop', { stagedId }).catch(() => undefined);
  },
  undo: (link, importId) => {
    const undo = async () => {
      try {
        const { removed, kept } = await link.request('chatImports/undo', { importId });
        set({ stage: { at: 'undone', removed, kept }, problem: null });
      } catch (error) {
        set({ problem: problemOf(error) });
      }
    };
    void undo();
  },
}));
