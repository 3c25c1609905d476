/** Files that people choose or drop. */
import { useState } from 'react';
import type { ReactNode, Ref } from 'react';

export interface FileInputProps {
  /** For the button that opens the system's dialog: `ref.current.click()`. */
  ref: Ref<HTMLInputElement>;
  label: string;
  /** Endings, as `.zip,.json`; everything without it. */
  accept?: string;
  onFile: (file: File) => void;
}

/** The field behind a button for one file: never seen, and not on the way of the keyboard. */
export function FileInput({ ref, label, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      {...(accept === undefined ? {} : { accept })}
      aria-label={label}
      className="sr-only"
      tabIndex={-1}
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        // The same file again is a new choice.
        event.currentTarget.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

/** A place to drop one file; a button in it is the way without a mouse. */
export function FileDrop({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={`flex flex-col items-center gap-3 rounded-lg border border-dashed p-8 text-center ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      {children}
    </div>
  );
}
