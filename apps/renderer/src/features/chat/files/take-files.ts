/** Takes files into a message: looked at, sent to the host, and made smaller for models where they are too large for them. */
import { mostAttachments } from '@portolan/contract/drafts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { maxFile } from '@portolan/contract/files';
import type { ConversationId } from '@portolan/contract/ids';
import { useAnnounce } from '@portolan/ui/live-region';
import { useToast } from '@portolan/ui/toast';
import { useCallback } from 'react';
import { useHost } from '../../../host/host-context.tsx';
import type { Link } from '../../../host/link.ts';
import { fileAttachment, useAttachments } from '../../../lib/attachment-store.ts';
import { bringFile } from '../../../lib/files/bring-file.ts';
import { Unreadable } from '../../../lib/files/upload.ts';
import { useT } from '../../../lib/i18n.tsx';
import { problemOf } from '../../../lib/problem.tsx';
import { useIncomingFiles } from './incoming.ts';
import type { Refused } from './incoming.ts';

export interface FileToTake {
  name: string;
  blob: Blob;
  isFolder?: boolean;
}

export type TakeFiles = (files: readonly FileToTake[]) => void;

export function useTakeFiles(conversationId: ConversationId): TakeFiles {
  const t = useT();
  const { link } = useHost();
  const toast = useToast();
  const announce = useAnnounce();
  return useCallback(
    (files) => {
      const taken = (useAttachments.getState().of[conversationId]?.length ?? 0) + (useIncomingFiles.getState().of[conversationId]?.length ?? 0);
      const room = Math.max(0, mostAttachments - taken);
      if (files.length > room) toast.show({ id: 'too-many-files', tone: 'warn', title: t.files.refused.tooMany(mostAttachments) });
      const all = files.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file, controller: new AbortController() }));
      // All of them stand there at once, and arrive in the order in which they were chosen.
      for (const { key, file, controller } of all) {
        const stop = () => {
          controller.abort();
          useIncomingFiles.getState().drop(conversationId, key);
        };
        useIncomingFiles.getState().put(conversationId, { key, name: file.name, bytes: file.blob.size, done: 0, refused: refusal(file), stop });
      }
      const takeAll = async () => {
        for (const { key, file, controller } of all) {
          if (refusal(file) !== null || controller.signal.aborted) continue;
          try {
            // oxlint-disable-next-line no-await-in-loop -- one after the other, in order
            const attachment = await bring(link, file, (done) => useIncomingFiles.getState().change(conversationId, key, { done }), controller.signal);
            useIncomingFiles.getState().drop(conversationId, key);
            useAttachments.getState().add(conversationId, [attachment]);
            announce(t.files.attached(file.name));
          } catch (error) {
            if (controller.signal.aborted) continue;
            useIncomingFiles.getState().change(conversationId, key, { refused: error instanceof Unreadable ? { reason: 'unreadable' } : { reason: 'problem', problem: problemOf(error) } });
          }
        }
      };
      void takeAll();
    },
    [conversationId, link, toast, announce, t],
  );
}

/** What can be told before a byte is sent. */
function refusal({ blob, isFolder = false }: FileToTake): Refused | null {
  if (isFolder) return { reason: 'folder' };
  if (blob.size > maxFile) return { reason: 'too-large' };
  return blob.size === 0 ? { reason: 'empty' } : null;
}

async function bring(link: Link, { name, blob }: FileToTake, onProgress: (done: number) => void, signal: AbortSignal): Promise<PendingAttachment> {
  const { file, small } = await bringFile(link, blob, name, onProgress, signal);
  return fileAttachment(file, small);
}
