/** Text from outside, plain, with hidden characters shown; the long kind folds, saying how much there is. */
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { useMemo, useState } from 'react';
import { useIsFoundIn } from '../found.ts';
import { useT } from '../i18n.tsx';

const foldedLines = 40;
const foldedCharacters = 4_000;

export function LongText({ text, label }: { text: string; label?: string }) {
  const t = useT();
  const [wasOpened, setIsOpen] = useState(false);
  const isOpen = useIsFoundIn(text) || wasOpened;
  const folded = useMemo(() => fold(text), [text]);
  const isLong = folded.text.length < text.length;
  const shown = isOpen || !isLong ? text : folded.text;
  return (
    <div className="min-w-0">
      <CodeText block text={shown} {...(label === undefined ? {} : { label })} className="max-h-[32rem] overflow-auto" />
      {isLong ? (
        <Button variant="ghost" size="sm" className="mt-1" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t.app.actions.showLess : t.shell.showAll(folded.lines, text.length)}
        </Button>
      ) : null}
    </div>
  );
}

/** The first lines, and how many there are in all. Never cuts a character in two. */
function fold(text: string): { text: string; lines: number } {
  const lines = text.split('\n');
  const head = lines.slice(0, foldedLines).join('\n');
  return { text: head.length > foldedCharacters ? head.slice(0, foldedCharacters).replace(/[\ud800-\udbff]$/, '') : head, lines: lines.length };
}
