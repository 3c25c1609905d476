/** Ctrl/⌘ F in a chat: the browser's own search sees only the part of a long chat that is drawn. */
import type { MessageView } from '@portolan/contract/conversations';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { ChevronDownIcon, ChevronUpIcon, XIcon } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { RefObject } from 'react';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useFound } from '../../lib/found.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSettled } from '../../lib/use-settled.ts';
import { findMatches } from './find-matches.ts';
import { highlightText } from './highlight-text.ts';
import { showMatch } from './show-match.ts';

export interface FindBarProps {
  messages: readonly MessageView[];
  scroller: RefObject<HTMLElement | null>;
  /** Brings a message into view. */
  onShow: (index: number) => void;
  onClose: () => void;
}

const pauseMs = 120;

export function FindBar({ messages, scroller, onShow, onClose }: FindBarProps) {
  const t = useT();
  const f = t.chat.find;
  const [query, setQuery] = useState('');
  const settled = useSettled(query, pauseMs);
  const matches = useMemo(() => findMatches(messages, settled), [messages, settled]);
  // From the end: what was said last is what one looks for most often.
  const [fromEnd, setFromEnd] = useState(0);
  const at = matches.length - 1 - Math.min(fromEnd, Math.max(0, matches.length - 1));
  const shown = matches[at]?.at;
  const callId = matches[at]?.callId ?? null;
  // What it is in is opened, and closes again when nothing is looked for any more.
  useEffect(() => {
    useFound.setState({ query: settled.trim() === '' ? '' : settled.toLocaleLowerCase(), callId });
    return () => useFound.setState({ query: '', callId: null });
  }, [settled, callId]);
  useEffect(() => (scroller.current ? highlightText(scroller.current, settled) : undefined), [scroller, settled]);
  useEffect(() => {
    const match = matches[at];
    if (match === undefined) return undefined;
    onShow(match.at);
    const message = messages[match.at];
    return scroller.current && message ? showMatch(scroller.current, message.id, match, settled) : undefined;
    // When another match is chosen, not when messages come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown, settled, fromEnd]);
  const step = (by: number) => {
    if (matches.length > 0) setFromEnd((matches.length + Math.min(fromEnd, matches.length - 1) - by) % matches.length);
  };
  return (
    <search className="absolute top-2 right-3 left-3 z-10 flex items-center gap-1 rounded-lg border border-line bg-raised p-1.5 shadow-lg sm:left-auto sm:w-96">
      <Input
        ref={focusOnMount}
        aria-label={f.label}
        placeholder={f.label}
        value={query}
        onValueChange={(next) => {
          setQuery(next);
          setFromEnd(0);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter') return;
          event.preventDefault();
          step(event.shiftKey ? 1 : -1);
        }}
      />
      <span role="status" className="min-w-16 px-1 text-center text-xs whitespace-nowrap text-muted tabular-nums">
        {settled.trim() === '' ? '' : matches.length === 0 ? f.none : f.count(at + 1, matches.length)}
      </span>
      <IconButton size="sm" label={f.previous} icon={<ChevronUpIcon />} disabled={matches.length === 0} onClick={() => step(-1)} />
      <IconButton size="sm" label={f.next} icon={<ChevronDownIcon />} disabled={matches.length === 0} onClick={() => step(1)} />
      <IconButton size="sm" label={t.app.actions.close} icon={<XIcon />} onClick={onClose} />
    </search>
  );
}
