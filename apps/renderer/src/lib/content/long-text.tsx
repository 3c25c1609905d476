/** Text from outside, plain, with hidden characters shown; the long kind folds, saying how much there is. */
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { useState } from 'react';
import { useT } from '../i18n.tsx';

const foldedLines = 40;
const foldedCharacters = 4_000;

export function LongText({ text, label }: { text: string; label?: string }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const lines = text.split('\n');
  const isLong = lines.length > foldedLines || text.length > foldedCharacters;
  const shown = isOpen || !isLong ? text : lines.slice(0, foldedLines).join('\n').slice(0, foldedCharacters);
  return (
    <div className="min-w-0">
      <CodeText block text={shown} {...(label === undefined ? {} : { label })} className="max-h-[32rem] overflow-auto" />
      {isLong ? (
        <Button variant="ghost" size="sm" className="mt-1" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t.app.actions.showLess : t.shell.showAll(lines.length, text.length)}
        </Button>
      ) : null}
    </div>
  );
}
