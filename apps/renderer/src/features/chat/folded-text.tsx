/** A value of a call: whole, or when it is too long to be seen at once, its beginning and its end until it is opened (T:C10). */
import { Button } from '@portolan/ui/button';
import { revealed } from '@portolan/ui/hidden-characters';
import { useMemo, useState } from 'react';
import { useIsFoundIn } from '../../lib/found.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { fold, lineCount } from './fold-text.ts';
import { FullText } from './full-text.tsx';

/** Marks what is not opened yet; see ReadToEnd. */
export const foldedAttribute = 'data-folded';

export function FoldedText({ name, text }: { name: string; text: string }) {
  const a = useT().interactions.approval;
  const format = useFormat();
  const [wasOpened, setIsOpen] = useState(false);
  const isOpen = useIsFoundIn(text) || wasOpened;
  const folded = useMemo(() => fold(text), [text]);
  if (folded === null || isOpen) return <FullText text={text} />;
  const left = text.length - folded.head.length - folded.tail.length;
  const between = lineCount(text) - lineCount(folded.head) - lineCount(folded.tail);
  return (
    <div {...{ [foldedAttribute]: '' }} className="flex min-w-0 flex-col gap-1">
      {folded.head === '' ? null : <FullText text={folded.head} />}
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        {a.leftOut(format.number(left), Math.max(0, between))}
        <Button size="sm" aria-label={a.showWholeOf(revealed(name))} onClick={() => setIsOpen(true)}>{a.showWhole}</Button>
      </p>
      <FullText text={folded.tail} />
    </div>
  );
}
