import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyIcon, TickIcon } from './icons.tsx';
import { useMarkdownTools } from './markdown-context.tsx';

/** Copies a text as it is seen; says so by its name, which screen readers read again. `sign` tells it from a button beside it. */
export function CopyButton({ label, text, sign }: { label: string; text: () => string; sign?: string }): ReactNode {
  const { labels } = useMarkdownTools();
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      return;
    }
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), 1_600);
  };
  const name = isCopied ? labels.copied : label;
  return (
    <button type="button" className={sign === undefined ? 'md-copy' : 'md-copy md-copy-sign'} aria-label={name} title={name} onClick={() => void copy()}>
      {isCopied ? <TickIcon /> : sign === undefined ? <CopyIcon /> : <span aria-hidden>{sign}</span>}
    </button>
  );
}
