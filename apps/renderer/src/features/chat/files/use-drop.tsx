/** Files dropped anywhere onto the chat go into the message; dropped beside it they never take the place of the app. */
import { UploadIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { FileToTake, TakeFiles } from './take-files.ts';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** What is shown over the chat while files are held above it. */
export function useDrop(area: RefObject<HTMLElement | null>, take: TakeFiles): ReactNode {
  const t = useT();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const isInside = (event: DragEvent) => event.target instanceof Node && area.current?.contains(event.target) === true;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // A browser would go to the file and leave the app.
      event.preventDefault();
      const isHere = isInside(event);
      if (event.dataTransfer) event.dataTransfer.dropEffect = isHere ? 'copy' : 'none';
      setIsOver(isHere);
    };
    const onLeave = (event: DragEvent) => {
      // Out of the window altogether.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (isInside(event) && event.dataTransfer) take(filesOf(event.dataTransfer));
    };
    const end = () => setIsOver(false);
    addEventListener('dragover', onOver);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    addEventListener('dragend', end);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
      removeEventListener('dragend', end);
    };
  }, [area, take]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-xl border-2 border-dashed border-focus bg-surface/95" role="status">
      <div className="flex flex-col items-center gap-2 p-6 text-center">
        <UploadIcon className="size-7 text-accent-fg" aria-hidden="true" />
        <p className="font-medium">{t.files.dropHere}</p>
        <p className="text-sm text-muted">{t.files.dropNote}</p>
      </div>
    </div>
  );
}

/** A folder comes as a file that cannot be read; what it is says its entry. */
export function filesOf(transfer: DataTransfer): FileToTake[] {
  const folders = new Set([...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry?.isDirectory === true ? [entry.name] : [];
  }));
  return [...transfer.files].map((file) => ({ name: file.name, blob: file, isFolder: folders.has(file.name) && file.type === '' }));
}
