/** What is pasted into the field: pictures and files are attached, and a long text may become a file where the person wants that. */
import { Button } from '@portolan/ui/button';
import { useState } from 'react';
import type { ClipboardEvent, ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import type { TakeFiles } from './take-files.ts';
import { filesOf } from './use-drop.tsx';

/** Characters from which on a text is easier to look over as a file. */
const longText = 4_000;

export interface Paste {
  onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** The choice, while the pasted text still stands in the field. */
  offer: ReactNode;
}

export function usePaste(text: string, setText: (text: string) => void, take: TakeFiles): Paste {
  const t = useT();
  const format = useFormat();
  const [pasted, setPasted] = useState<string | null>(null);
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = filesOf(event.clipboardData);
    const words = event.clipboardData.getData('text/plain');
    // A table or a formatted text brings a picture of itself along; the words are what is meant.
    if (files.length > 0 && words.trim() === '') {
      event.preventDefault();
      take(files.map((file) => (/^image\.\w+$/.test(file.name) ? { ...file, name: `${t.files.pasted.picture}.${file.name.split('.').at(-1)}` } : file)));
      return;
    }
    setPasted(words.length >= longText ? words.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : null);
  };
  if (pasted === null || !text.includes(pasted)) return { onPaste, offer: null };
  const asFile = () => {
    const at = text.lastIndexOf(pasted);
    setText(text.slice(0, at) + text.slice(at + pasted.length));
    take([{ name: t.files.pasted.name, blob: new Blob([pasted], { type: 'text/plain' }) }]);
    setPasted(null);
  };
  return {
    onPaste,
    offer: (
      <div className="flex flex-wrap items-center gap-2 px-4 pt-2 text-sm" role="status">
        <span className="text-muted">{t.files.pasted.offer(format.number(pasted.length))}</span>
        <Button size="sm" onClick={asFile}>{t.files.pasted.asFile}</Button>
        <Button size="sm" variant="ghost" onClick={() => setPasted(null)}>{t.files.pasted.keep}</Button>
      </div>
    ),
  };
}
