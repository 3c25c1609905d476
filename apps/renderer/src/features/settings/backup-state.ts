/** A backup that is made, looked at or put back: it goes on while the window shows something else. */
import type { BackupName, BackupPreview } from '@portolan/contract/backups';
import type { Problem } from '@portolan/contract/errors';
import { create } from 'zustand';
import type { Link } from '../../host/link.ts';
import { problemOf } from '../../lib/problem.tsx';
import { saveBytes } from '../../lib/save-file.ts';
import { sendFile } from '../../lib/send-file.ts';

export type BackupStage =
  | { at: 'rest' }
  | { at: 'making'; part: number }
  | { at: 'made' }
  | { at: 'saving'; name: BackupName }
  | { at: 'sending'; part: number }
  | { at: 'checking' }
  | { at: 'preview'; preview: BackupPreview }
  | { at: 'restoring'; preview: BackupPreview }
  | { at: 'restored' };

interface BackupState {
  stage: BackupStage;
  problem: Problem | null;
  /** Changes whenever the list has. */
  changes: number;
  make: (link: Link) => void;
  save: (link: Link, name: BackupName, onSaved: (file: string) => void) => void;
  look: (link: Link, from: BackupName | File) => void;
  restore: (link: Link) => void;
  leave: (link: Link) => void;
}

/** Ends what is under way. */
let ending: (() => void) | null = null;

export const useBackupState = create<BackupState>()((set, get) => {
  const fail = (error: unknown) => set({ stage: { at: 'rest' }, problem: problemOf(error) });
  return {
    stage: { at: 'rest' },
    problem: null,
    changes: 0,
    make: (link) => {
      set({ stage: { at: 'making', part: 0 }, problem: null });
      ending = link.runOnce(
        'backups/make',
        {},
        (event) => {
          if (event.type === 'progress') set({ stage: { at: 'making', part: event.part } });
          else set({ stage: { at: 'made' }, changes: get().changes + 1 });
        },
        (error) => {
          if (error) fail(error);
        },
      );
    },
    save: (link, name, onSaved) => {
      const parts: BlobPart[] = [];
      set({ stage: { at: 'saving', name }, problem: null });
      ending = link.runOnce(
        'backups/save',
        { name },
        ({ data }) => parts.push(Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0)),
        (error) => {
          if (error) return fail(error);
          onSaved(saveBytes(name, parts));
          set({ stage: { at: 'rest' } });
          return undefined;
        },
      );
    },
    look: (link, from) => {
      const own = new AbortController();
      ending = () => own.abort();
      const run = async () => {
        let stagedId: string | null = null;
        if (typeof from !== 'string') {
          set({ stage: { at: 'sending', part: 0 }, problem: null });
          stagedId = await sendFile(link, 'backups', from, (part) => set({ stage: { at: 'sending', part } }), own.signal);
        }
        if (own.signal.aborted) return;
        set({ stage: { at: 'checking' }, problem: null });
        const preview = await link.request('backups/look', { from: typeof from === 'string' ? { name: from } : { stagedId: stagedId ?? '' } });
        if (own.signal.aborted) void link.request('backups/leave', { lookId: preview.lookId }).catch(() => undefined);
        else set({ stage: { at: 'preview', preview } });
      };
      void run().catch((error: unknown) => {
        if (!own.signal.aborted) fail(error);
      });
    },
    restore: (link) => {
      const { stage } = get();
      if (stage.at !== 'preview') return;
      const { preview } = stage;
      const run = async () => {
        try {
          set({ stage: { at: 'restoring', preview }, problem: null });
          await link.request('backups/restore', { lookId: preview.lookId });
          set({ stage: { at: 'restored' }, changes: get().changes + 1 });
        } catch (error) {
          set({ stage: { at: 'preview', preview }, problem: problemOf(error) });
        }
      };
      void run();
    },
    leave: (link) => {
      const { stage } = get();
      ending?.();
      ending = null;
      if (stage.at === 'preview') void link.request('backups/leave', { lookId: stage.preview.lookId }).catch(() => undefined);
      set({ stage: { at: 'rest' }, problem: null });
    },
  };
});
