import { useEffect, useRef, useState } from 'react';
import { Highlighter, maxHighlightedLength } from './highlighter.ts';
import type { Line } from './highlight-protocol.ts';
import { languageOf } from './languages.ts';
import { startHighlightWorker } from './trusted-worker.ts';

/** One highlighter for the window: one worker, however many messages are on screen. */
export const windowHighlighter = new Highlighter({ start: () => startHighlightWorker() });

/** Colours of one part, valid for exactly this text. */
export interface Coloured {
  code: string;
  lines: Line[];
}

/** While the last part still grows, its colours are asked for only when it rests this long (milliseconds). */
const restBeforeColour = 120;

/**
 * The colours of a code block's parts as they come, at their index. A part that is not there yet, or never will be,
 * is drawn plain.
 */
export function useHighlight(word: string, parts: readonly string[], isOpen: boolean, highlighter: Highlighter = windowHighlighter): readonly (Coloured | undefined)[] {
  const [coloured, setColoured] = useState<readonly (Coloured | undefined)[]>([]);
  const done = useRef<(Coloured | undefined)[]>([]);
  const session = useRef<number | undefined>(undefined);
  const language = languageOf(word);

  useEffect(
    () => () => {
      if (session.current !== undefined) highlighter.closeSession(session.current);
      session.current = undefined;
    },
    [highlighter],
  );

  useEffect(() => {
    if (!language || parts.reduce((sum, part) => sum + part.length, 0) > maxHighlightedLength) return undefined;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      session.current ??= highlighter.openSession();
      let firstStale = parts.findIndex((code, index) => done.current[index]?.code !== code);
      if (firstStale < 0) return;
      // A worker that was replaced knows nothing of the parts before.
      firstStale = Math.min(firstStale, highlighter.knownParts(session.current));
      let restarts = 0;
      for (let index = firstStale; index < parts.length; index += 1) {
        const code = parts[index] ?? '';
        const lines = await highlighter.highlight(session.current, index, language, code);
        if (!isCurrent) return;
        if (!lines) {
          const known = highlighter.knownParts(session.current);
          if (known >= index || restarts >= 2) return;
          restarts += 1;
          index = known - 1;
          continue;
        }
        done.current[index] = { code, lines };
        setColoured([...done.current]);
      }
    };
    const onlyTailIsNew = parts.slice(0, -1).every((code, index) => done.current[index]?.code === code);
    const timer = setTimeout(() => void run(), isOpen && onlyTailIsNew ? restBeforeColour : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [language, parts, isOpen, highlighter]);

  return coloured;
}
