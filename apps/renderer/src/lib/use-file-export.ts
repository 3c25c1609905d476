/** A file that the host makes in pieces: the window puts them together, saves them, and says how it went. */
import type { HostError } from '@portolan/contract/errors';
import { useToast } from '@portolan/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useProblemText } from './problem.tsx';
import { saveText } from './save-file.ts';

/** Has the host make it, piece by piece; gives back what stops it. */
type Making = (take: (text: string) => void, end: (error: HostError | null) => void) => () => void;

interface ExportedFile {
  /** What it begins with; the time of the export and `extension` follow. */
  name: string;
  extension: string;
  mimeType: string;
  /** Title of the notice, of the file's name. */
  saved: (file: string) => string;
  note: string;
}

export interface FileExport {
  isRunning: boolean;
  /** One at a time: nothing happens while another is made. */
  start: (make: Making, file: ExportedFile) => void;
}

export function useFileExport(): FileExport {
  const toast = useToast();
  const problemText = useProblemText();
  const [isRunning, setIsRunning] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const start = (make: Making, { name, extension, mimeType, saved, note }: ExportedFile) => {
    if (stop.current) return;
    const parts: string[] = [];
    setIsRunning(true);
    stop.current = make(
      (text) => parts.push(text),
      (error) => {
        stop.current = null;
        setIsRunning(false);
        if (error) {
          const words = problemText(error.problem);
          toast.show({ tone: 'danger', title: words.title, description: words.next });
          return;
        }
        const file = `${name}-${stampOf(new Date())}.${extension}`;
        saveText(file, parts, mimeType);
        toast.show({ tone: 'success', title: saved(file), description: note });
      },
    );
  };
  return { isRunning, start };
}

/** Sorts by time and stands in any file name. */
function stampOf(moment: Date): string {
  return moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
