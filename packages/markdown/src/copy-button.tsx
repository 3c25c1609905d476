import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyIcon, TickIcon } from './icons.tsx';
import { useMarkdownTools } from './markdown-context.tsx';

/** Copies a text as it is seen; says so by its name, which screen readers read again. */
export function CopyButton({ label, text }: { label: string; text: () => string }): ReactNode {
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
    <button type="button" className="md-copy" aria-label={name} title={name} onClick={() => void copy()}>
      {isCopied ? <TickIcon /> : <CopyIcon />}
    </button>
  );
}
