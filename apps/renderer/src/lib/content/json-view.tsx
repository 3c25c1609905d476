/** JSON as a tree that opens by keyboard; long lists and strings are cut with a way to see the rest. */
import type { Json } from '@portolan/contract/json';
import { RevealText } from '@portolan/ui/reveal-text';
import { ChevronRightIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useT } from '../i18n.tsx';

const childrenShown = 100;
const stringShown = 2_000;
const stringWhole = 100_000;

export interface JsonViewProps {
  value: Json;
  label: string;
  openDepth?: number;
  /** Everything open and nothing cut: for what a decision is made about. */
  whole?: boolean;
}

/** Deep enough for everything that a definition may be. */
const wholeDepth = 64;

export function JsonView({ value, label, openDepth = 2, whole = false }: JsonViewProps) {
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" tabIndex={0} aria-label={label} className="max-h-[32rem] min-w-0 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs leading-5">
      <Node value={value} depth={0} openDepth={whole ? wholeDepth : openDepth} whole={whole} />
    </div>
  );
}

function Node({ name, value, depth, openDepth, whole }: { name?: string; value: Json; depth: number; openDepth: number; whole: boolean }) {
  const key = name === undefined ? null : <span className="text-muted"><RevealText text={name} />: </span>;
  if (value === null || typeof value !== 'object') {
    return <div className="pl-4 wrap-anywhere">{key}<Leaf value={value} whole={whole} /></div>;
  }
  return <Branch label={key} value={value} depth={depth} openDepth={openDepth} whole={whole} />;
}

function Branch({ label, value, depth, openDepth, whole }: { label: React.ReactNode; value: Json[] | { [key: string]: Json }; depth: number; openDepth: number; whole: boolean }) {
  const t = useT();
  const entries = useMemo(() => (Array.isArray(value) ? value.map((item, index) => [String(index), item] as const) : Object.entries(value)), [value]);
  const [isOpen, setIsOpen] = useState(depth < openDepth && (whole || entries.length <= 50));
  const [shown, setShown] = useState(whole ? 10 * childrenShown : childrenShown);
  const brackets = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) return <div className="pl-4">{label}<span className="text-subtle">{brackets}</span></div>;
  return (
    <div>
      <button type="button" aria-expanded={isOpen} className="flex min-h-6 items-center gap-0.5 rounded-sm text-left hover:bg-hover" onClick={() => setIsOpen(!isOpen)}>
        <ChevronRightIcon className={`size-3.5 shrink-0 text-subtle ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
        {label}
        <span className="text-subtle">{brackets[0]}{isOpen ? '' : ` ${entries.length} ${brackets[1]}`}</span>
      </button>
      {isOpen ? (
        <div className="ml-1.5 border-l border-line pl-2">
          {entries.slice(0, shown).map(([key, child]) => <Node key={key} name={key} value={child} depth={depth + 1} openDepth={openDepth} whole={whole} />)}
          {entries.length > shown ? (
            <button type="button" className="pl-4 text-accent-fg hover:underline" onClick={() => setShown(shown + 10 * childrenShown)}>
              {t.shell.showMore(entries.length - shown)}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Leaf({ value, whole }: { value: null | boolean | number | string; whole: boolean }) {
  if (typeof value === 'string') return <span className="text-[var(--ui-code-string)]">"<RevealText text={value} multiline limit={whole ? stringWhole : stringShown} />"</span>;
  return <span className="text-[var(--ui-code-constant)]">{String(value)}</span>;
}
