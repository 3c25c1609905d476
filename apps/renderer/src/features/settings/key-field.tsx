/** Waits for the keys that a person presses, and says why some are not to be had. */
import { Button } from '@portolan/ui/button';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { isDesktop } from '../../host/open-port.ts';
import { useT } from '../../lib/i18n.tsx';
import { isFixed } from '../../lib/own-keys.ts';
import { isForWriting, isKeptByOthers, keysOf, shortcutOf } from '../../lib/shortcuts.ts';
import type { Shortcut } from '../../lib/shortcuts.ts';

interface KeyFieldProps {
  label: string;
  onChoose: (shortcut: Shortcut) => void;
  onNone: () => void;
  onLeave: () => void;
}

export function KeyField({ label, onChoose, onNone, onLeave }: KeyFieldProps) {
  const t = useT();
  const k = t.keyboard;
  const field = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => field.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // Those with which one gets about.
    if (key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    const isPlain = !ctrlKey && !metaKey && !altKey;
    if (isPlain && key === 'Escape') return onLeave();
    if (isPlain && (key === 'Backspace' || key === 'Delete')) return onNone();
    const shortcut = shortcutOf(event.nativeEvent);
    if (shortcut === null) return;
    const shown = keysOf(shortcut).join(' ');
    if (isFixed(shortcut)) setRefused(k.fixed(shown));
    else if (isForWriting(shortcut)) setRefused(k.forWriting(shown));
    else if (isKeptByOthers(shortcut, isDesktop() ? 'desktop' : 'browser')) setRefused(k.keptByOthers(shown));
    else onChoose(shortcut);
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {/* A box for keys and not for text: nothing is written into it. */}
      <div ref={field} role="textbox" aria-readonly="true" tabIndex={0} aria-label={label} aria-describedby="key-field-note" onKeyDown={onKeyDown} className="flex min-h-(--ui-control-sm) items-center rounded-md border border-dashed border-line-control px-2.5 text-xs text-muted">
        {k.press}
      </div>
      <Button size="sm" variant="ghost" onClick={onLeave}>{t.app.actions.cancel}</Button>
      <p id="key-field-note" role="status" className={refused === null ? 'w-full text-xs text-subtle' : 'w-full text-xs text-warn-fg'}>{refused ?? k.pressNote}</p>
    </div>
  );
}
