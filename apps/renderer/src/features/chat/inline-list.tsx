/**
 * A list that opens above the composer while somebody types: the field keeps the focus, the arrows choose, Enter or Tab takes
 * (the combobox pattern of https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
import { useEffect, useId, useState } from 'react';
import type { KeyboardEvent, ReactNode, TextareaHTMLAttributes } from 'react';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import type { Trigger } from '../../lib/trigger.ts';

export interface InlineOption {
  id: string;
  label: ReactNode;
  /** A quiet line after the label. */
  note?: ReactNode;
  icon: ReactNode;
  end?: ReactNode;
  onChoose: () => void;
}

export interface InlineChoices {
  label: string;
  options: readonly InlineOption[];
  /** What is shown is not yet the answer: what is taken meanwhile is taken once it is there. */
  isPending: boolean;
  /** Instead of options, why there are none. */
  empty: string;
  /** Said below. */
  footer?: ReactNode;
  /** Said aloud: how many there are. */
  status: string;
}

export interface InlineList {
  isOpen: boolean;
  /** For the field. */
  field: Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'role' | 'aria-expanded' | 'aria-controls' | 'aria-activedescendant' | 'aria-autocomplete' | 'aria-haspopup'>;
  /** True when the key was the list's. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  list: ReactNode;
}

/** `trigger` null: nothing is open. Escape closes it until something else is looked for. */
export function useInlineList(trigger: Trigger | null, choices: InlineChoices | null): InlineList {
  const id = useId();
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [place, setPlace] = useState({ query: '', index: 0 });
  /** Enter was pressed before the answer to this query was there. */
  const [hasty, setHasty] = useState<string | null>(null);
  const isOpen = trigger !== null && choices !== null && dismissed !== trigger.start;
  const isDue = isOpen && hasty !== null && !choices.isPending;
  useEffect(() => {
    if (!isDue) return;
    setHasty(null);
    if (hasty === trigger?.query) choices?.options[0]?.onChoose();
    // Once for each haste.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDue]);
  // What was closed stays closed for the sign it stood at, and for no other.
  if (dismissed !== null && trigger?.start !== dismissed) setDismissed(null);
  if (!isOpen) return closed;

  const { options } = choices;
  const active = place.query === trigger.query ? Math.min(place.index, options.length - 1) : 0;
  const go = (index: number) => setPlace({ query: trigger.query, index: (index + options.length) % Math.max(1, options.length) });
  const optionId = (index: number) => `${id}-${index}`;
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const chosen = options[active];
    if (hasty !== null) setHasty(null);
    if (event.key === 'Escape') setDismissed(trigger.start);
    else if (event.key === 'ArrowDown' && options.length > 0) go(active + 1);
    else if (event.key === 'ArrowUp' && options.length > 0) go(active - 1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen && !choices.isPending) chosen.onChoose();
    else if (event.key === 'Enter' && !event.shiftKey && choices.isPending) setHasty(trigger.query);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    isOpen: true,
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      ...(options.length > 0 ? { 'aria-activedescendant': optionId(active) } : {}),
    },
    onKeyDown,
    list: (
      <div className="absolute inset-x-0 bottom-full z-20 mb-1 flex max-h-[min(24rem,50vh)] flex-col overflow-hidden rounded-xl border border-line-strong bg-surface shadow-lg">
        <div role="listbox" id={id} aria-label={choices.label} className="min-h-0 overflow-y-auto p-1">
          {options.map((option, index) => (
            <Option key={option.id} id={optionId(index)} option={option} isActive={index === active} onHover={() => go(index)} />
          ))}
        </div>
        {options.length === 0 ? <p className="px-3 py-3 text-sm text-muted">{choices.empty}</p> : null}
        {choices.footer}
        <VisuallyHidden><span role="status">{options.length === 0 ? choices.empty : choices.status}</span></VisuallyHidden>
      </div>
    ),
  };
}

const closed: InlineList = { isOpen: false, field: {}, onKeyDown: () => false, list: null };

function Option({ id, option, isActive, onHover }: { id: string; option: InlineOption; isActive: boolean; onHover: () => void }) {
  return (
    // The field has the focus and hears the keys; a pointer may choose as well.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      ref={isActive ? intoView : undefined}
      role="option"
      aria-selected={isActive}
      className="flex min-w-0 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm aria-selected:bg-hover"
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : onHover}
      onClick={option.onChoose}
    >
      <span className="flex shrink-0" aria-hidden="true">{option.icon}</span>
      <span className="min-w-0 flex-1 truncate">
        {option.label}
        {option.note === undefined ? null : <span className="text-subtle"> {option.note}</span>}
      </span>
      {option.end === undefined ? null : <span className="flex shrink-0 items-center gap-1.5 text-xs text-subtle">{option.end}</span>}
    </div>
  );
}

const intoView = (option: HTMLElement | null): void => option?.scrollIntoView?.({ block: 'nearest' });
