/** Every argument, what decides most first: plain, monospaced, hidden characters shown, of a long one its size and both ends (T:C07, T:C10). */
import type { Json, JsonObject } from '@portolan/contract/json';
import { splitHidden } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useUiLabels } from '@portolan/ui/ui-labels';
import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { inReadingOrder } from './argument-order.ts';
import { BeforeChange, ChangeBadge, changeOf, textOfArgument } from './changed-argument.tsx';
import type { ArgumentChange } from './changed-argument.tsx';
import { FoldedText } from './folded-text.tsx';
import { lineCount } from './fold-text.ts';
import { isLikelySecret } from './likely-secret.ts';

/** From this length on a value says how long it is. */
const longValue = 400;
/** Longer names stand above their value instead of beside it. */
const shortName = 18;

export interface ArgumentsViewProps {
  value: JsonObject;
  /** What the model had asked for, where the person changed it: what differs is marked. */
  before?: JsonObject | undefined;
}

export function ArgumentsView({ value, before }: ArgumentsViewProps) {
  const t = useT();
  // What was taken away stands among the others, where it would be looked for.
  const entries = useMemo(() => inReadingOrder<Json | undefined>([...Object.entries(value), ...Object.keys(before ?? {}).filter((name) => !Object.hasOwn(value, name)).map((name): [string, undefined] => [name, undefined])]), [value, before]);
  if (entries.length === 0) return <p className="text-sm text-muted">{t.interactions.approval.noArguments}</p>;
  // One look for all of them: values that begin at one edge are easier to compare.
  const isBeside = entries.every(([name]) => name.length <= shortName);
  return (
    <dl className="flex min-w-0 flex-col gap-1.5">
      {entries.map(([name, argument]) => <Argument key={name} name={name} value={argument} change={changeOf(name, value, before)} isBeside={isBeside} />)}
    </dl>
  );
}

function Argument({ name, value, change, isBeside }: { name: string; value: Json | undefined; change: ArgumentChange; isBeside: boolean }) {
  const t = useT();
  const format = useFormat();
  const labels = useUiLabels();
  const text = useMemo(() => (value === undefined ? '' : textOfArgument(value)), [value]);
  const hidden = useMemo(() => splitHidden(text, { multiline: true }).count, [text]);
  const lines = useMemo(() => lineCount(text), [text]);
  const isSecret = useMemo(() => value !== undefined && isLikelySecret(name, value, text), [name, value, text]);
  return (
    <div className={isBeside ? 'min-w-0 sm:grid sm:grid-cols-[8.5rem_1fr] sm:gap-x-3' : 'min-w-0'}>
      <dt className="flex flex-wrap content-start items-baseline gap-x-2 py-1 font-mono text-xs text-muted">
        <span className="min-w-0 break-all"><RevealText text={name} hideCount /></span>
        {text.length >= longValue ? <span className="font-sans text-subtle">{lines > 1 ? t.interactions.approval.valueSize(format.number(text.length), lines) : t.shell.valueSize(format.number(text.length))}</span> : null}
        {hidden > 0 ? <span className="ui-hidden-count ms-0 font-sans">{labels.hiddenCharacters(hidden)}</span> : null}
        <ChangeBadge change={change} />
        {isSecret ? <span className="font-sans text-warn-fg">{t.interactions.approval.likelySecret}</span> : null}
      </dt>
      <dd className="min-w-0">
        {value === undefined ? null : <FoldedText name={name} text={text} />}
        <BeforeChange change={change} />
      </dd>
    </div>
  );
}
