/** Brings files to a project by the way that attachments take, one after the other; a picture too large for models is kept smaller. */
import { maxFile } from '@portolan/contract/files';
import type { ProjectId } from '@portolan/contract/ids';
import { useAnnounce } from '@portolan/ui/live-region';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { bringFile } from '../../lib/files/bring-file.ts';
import { Unreadable } from '../../lib/files/upload.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { problemOf, useLateProblemText } from '../../lib/problem.tsx';

export interface AddedFile {
  file: File;
  isFolder: boolean;
}

export function useAddFiles(projectId: ProjectId): { add: (files: readonly AddedFile[]) => void; adding: readonly string[] } {
  const f = useT().projectPage.files;
  const { link } = useHost();
  const toast = useToast();
  const announce = useAnnounce();
  const format = useFormat();
  const problemText = useLateProblemText();
  const [adding, setAdding] = useState<readonly string[]>([]);
  const refused = (title: string, description?: string) => toast.show({ id: `refused ${title}`, tone: 'danger', title, ...(description === undefined ? {} : { description }) });
  const bring = async (file: File) => {
    try {
      const { file: kept, small = kept } = await bringFile(link, file, file.name, () => undefined, new AbortController().signal);
      await link.request('projects/addFile', { projectId, hash: small.hash, name: kept.name });
      announce(f.added(kept.name));
    } catch (error) {
      if (error instanceof Unreadable) {
        refused(f.unreadable(file.name));
        return;
      }
      const words = await problemText(problemOf(error));
      refused(words.title, words.next);
    }
  };
  const add = (files: readonly AddedFile[]) => {
    const taken: File[] = [];
    for (const { file, isFolder } of files) {
      if (isFolder) refused(f.folder(file.name));
      else if (file.size === 0) refused(f.isEmpty(file.name));
      else if (file.size > maxFile) refused(f.tooLarge(file.name, format.bytes(maxFile)));
      else taken.push(file);
    }
    setAdding((before) => [...before, ...taken.map(({ name }) => name)]);
    const all = async () => {
      for (const file of taken) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in order
        await bring(file);
        setAdding((before) => before.toSpliced(before.indexOf(file.name), 1));
      }
    };
    void all();
  };
  return { add, adding };
}
