/** What of a call differs from what the model asked for, beside the argument it is about (H02). */
import type { Json, JsonObject } from '@portolan/contract/json';
import { isEqual } from '@portolan/schema-form/json';
import { Badge } from '@portolan/ui/badge';
import { Collapsible } from '@portolan/ui/collapsible';
import { useT } from '../../lib/i18n.tsx';
import { fold } from './fold-text.ts';
import { FullText } from './full-text.tsx';

export type ArgumentChange = { kind: 'same' } | { kind: 'added' } | { kind: 'changed' | 'removed'; before: Json };

/** `before`: what the model asked for, where that is another. */
export function changeOf(name: string, now: JsonObject, before: JsonObject | undefined): ArgumentChange {
  if (before === undefined) return { kind: 'same' };
  const old = Object.hasOwn(before, name) ? before[name] : undefined;
  if (old === undefined) return { kind: 'added' };
  if (!Object.hasOwn(now, name)) return { kind: 'removed', before: old };
  return isEqual(now[name], old) ? { kind: 'same' } : { kind: 'changed', before: old };
}

export function textOfArgument(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function ChangeBadge({ change }: { change: ArgumentChange }) {
  const a = useT().interactions.approval;
  return change.kind === 'same' ? null : <Badge tone="accent" className="font-sans">{a.change[change.kind]}</Badge>;
}

/** The value that the model had asked for, whole: nothing is decided about it, so a long one may stay closed. */
export function BeforeChange({ change }: { change: ArgumentChange }) {
  const a = useT().interactions.approval;
  if (change.kind !== 'changed' && change.kind !== 'removed') return null;
  const text = textOfArgument(change.before);
  if (fold(text) !== null) return <Collapsible label={a.modelAsked} className="mt-1 text-xs text-muted"><FullText text={text} /></Collapsible>;
  return (
    <div className="mt-1 border-l-2 border-line-strong pl-2.5">
      <p className="text-xs text-muted">{a.modelAsked}</p>
      <div className="opacity-80"><FullText text={text} /></div>
    </div>
  );
}
