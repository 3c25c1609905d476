/** Every argument, what decides most first: plain, monospaced, hidden characters shown, of a long one its size and both ends (T:C07, T:C10). */
import type { Json, JsonObject } from '@portolan/contract/json';
import { splitHidden } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useUiLabels } from '@portolan/ui/ui-labels';
import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { inReadingOrder } from './argument-order.ts';
import { FoldedText } from './folded-text.tsx';
import { lineCount } from './fold-text.ts';
import { isLikelySecret } from './likely-secret.ts';

/** From this length on a value says how long it is. */
const longValue = 400;
/** Longer names stand above their value instead of beside it. */
const shortName = 18;

export function ArgumentsView({ value }: { value: JsonObject }) {
  const t = useT();
  const entries = useMemo(() => inReadingOrder(Object.entries(value)), [value]);
  if (entries.length === 0) return <p className="text-sm text-muted">{t.interactions.approval.noArguments}</p>;
  // One look for all of them: values that begin at one edge are easier to compare.
  const isBeside = entries.every(([name]) => name.length <= shortName);
  return (
    <dl className="flex min-w-0 flex-col gap-1.5">
      {entries.map(([name, argument]) => <Argument key={name} name={name} value={argument} isBeside={isBeside} />)}
    </dl>
  );
}

function Argument({ name, value, isBeside }: { name: string; value: Json; isBeside: boolean }) {
  const t = useT();
  const format = useFormat();
  const labels = useUiLabels();
  const text = useMemo(() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)), [value]);
  const hidden = useMemo(() => splitHidden(text, { multiline: true }).count, [text]);
  const lines = useMemo(() => lineCount(text), [text]);
  const isSecret = useMemo(() => isLikelySecret(name, value, text), [name, value, text]);
  return (
    <div className={isBeside ? 'min-w-0 sm:grid sm:grid-cols-[8.5rem_1fr] sm:gap-x-3' : 'min-w-0'}>
      <dt className="flex flex-wrap content-start items-baseline gap-x-2 py-1 font-mono text-xs text-muted">
        <span className="min-w-0 break-all"><RevealText text={name} hideCount /></span>
        {text.length >= longValue ? <span className="font-sans text-subtle">{lines > 1 ? t.interactions.approval.valueSize(format.number(text.length), lines) : t.shell.valueSize(format.number(text.length))}</span> : null}
        {hidden > 0 ? <span className="ui-hidden-count font-sans">{labels.hiddenCharacters(hidden)}</span> : null}
        {isSecret ? <span className="font-sans text-warn-fg">{t.interactions.approval.likelySecret}</span> : null}
      </dt>
      <dd className="min-w-0"><FoldedText name={name} text={text} /></dd>
    </div>
  );
}
