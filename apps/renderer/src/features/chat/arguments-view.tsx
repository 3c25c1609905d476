/** Every argument in full, in the order sent: plain, monospaced, hidden characters shown (T:C07, T:C10). */
import type { Json, JsonObject } from '@portolan/contract/json';
import { splitHidden } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useUiLabels } from '@portolan/ui/ui-labels';
import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { FullText } from './full-text.tsx';

/** From this length on a value says how long it is. */
const longValue = 400;

export function ArgumentsView({ value }: { value: JsonObject }) {
  const t = useT();
  const entries = Object.entries(value);
  if (entries.length === 0) return <p className="text-sm text-muted">{t.interactions.approval.noArguments}</p>;
  return (
    <dl className="flex flex-col gap-2">
      {entries.map(([name, argument]) => <Argument key={name} name={name} value={argument} />)}
    </dl>
  );
}

function Argument({ name, value }: { name: string; value: Json }) {
  const t = useT();
  const format = useFormat();
  const labels = useUiLabels();
  const text = useMemo(() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)), [value]);
  const hidden = useMemo(() => splitHidden(text, { multiline: true }).count, [text]);
  return (
    <div className="min-w-0">
      <dt className="mb-0.5 flex flex-wrap items-baseline gap-x-2 font-mono text-xs text-muted">
        <span className="min-w-0 break-all"><RevealText text={name} hideCount /></span>
        {text.length >= longValue ? <span className="font-sans text-subtle">{t.shell.valueSize(format.number(text.length))}</span> : null}
        {hidden > 0 ? <span className="ui-hidden-count font-sans">{labels.hiddenCharacters(hidden)}</span> : null}
      </dt>
      <dd><FullText text={text} /></dd>
    </div>
  );
}
