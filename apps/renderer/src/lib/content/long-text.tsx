/** Text from outside, plain, with hidden characters shown; the long kind folds, saying how much there is, and opens in parts. */
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useMemo, useState } from 'react';
import { useIsFoundIn } from '../found.ts';
import { useT } from '../i18n.tsx';

const foldedLines = 40;
const foldedCharacters = 4_000;
/** A longer text is laid out in chunks, of which the browser draws those in sight. */
const longestAtOnce = 50_000;
const chunkCharacters = 10_000;
const chunksAtOnce = 50;

export function LongText({ text, label }: { text: string; label?: string }) {
  const t = useT();
  const [wasOpened, setIsOpen] = useState(false);
  const isOpen = useIsFoundIn(text) || wasOpened;
  const folded = useMemo(() => fold(text), [text]);
  const isLong = folded.text.length < text.length;
  const shown = isOpen || !isLong ? text : folded.text;
  return (
    <div className="min-w-0">
      {shown.length > longestAtOnce ? <Chunks text={shown} label={label} /> : <CodeText block text={shown} {...(label === undefined ? {} : { label })} className="max-h-[32rem] overflow-auto" />}
      {isLong ? (
        <Button variant="ghost" size="sm" className="mt-1" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t.app.actions.showLess : t.shell.showAll(folded.lines, text.length)}
        </Button>
      ) : null}
    </div>
  );
}

function Chunks({ text, label }: { text: string; label: string | undefined }) {
  const t = useT();
  const chunks = useMemo(() => chunksOf(text), [text]);
  const [shown, setShown] = useState(chunksAtOnce);
  return (
    <>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} role={label === undefined ? undefined : 'region'} aria-label={label} className="ui-code-block max-h-[32rem] overflow-auto">
        {chunks.slice(0, shown).map(({ at, part, lines }) => (
          <div key={at} className="font-mono whitespace-pre-wrap [content-visibility:auto]" style={{ containIntrinsicSize: `auto ${lines * 20}px` }}><RevealText text={part} multiline /></div>
        ))}
      </div>
      {chunks.length > shown ? <Button variant="ghost" size="sm" className="mt-1 mr-1" onClick={() => setShown(shown + chunksAtOnce)}>{t.content.nextPart}</Button> : null}
    </>
  );
}

/** Cut at line ends where there are any, never within a character. */
function chunksOf(text: string): { at: number; part: string; lines: number }[] {
  const chunks: { at: number; part: string; lines: number }[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + chunkCharacters);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end - 1);
      if (line >= at + chunkCharacters / 2) end = line + 1;
      else if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end -= 1;
    }
    const part = text.slice(at, end);
    // The line end that the next chunk begins after is the chunk's own end.
    chunks.push({ at, part: part.endsWith('\n') ? part.slice(0, -1) : part, lines: part.split('\n').length });
    at = end;
  }
  return chunks;
}

/** The first lines, and how many there are in all. Never cuts a character in two. */
function fold(text: string): { text: string; lines: number } {
  let end = 0;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (lines === foldedLines) end = at;
    lines += 1;
  }
  const head = lines > foldedLines ? text.slice(0, end) : text;
  return { text: head.length > foldedCharacters ? head.slice(0, foldedCharacters).replace(/[\ud800-\udbff]$/, '') : head, lines };
}
