/** Which keys do what: looked through, changed by pressing other ones, with whatever had them before shown first. */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Input } from '@portolan/ui/input';
import { KeyRow } from '@portolan/ui/kbd';
import { Skeleton } from '@portolan/ui/skeleton';
import { useToast } from '@portolan/ui/toast';
import { useRef, useState } from 'react';
import { useHostMutation, useSettings } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { keyActions, usualKey } from '../../lib/key-actions.ts';
import type { KeyAction } from '../../lib/key-actions.ts';
import { holderOf, keyOf } from '../../lib/own-keys.ts';
import type { OwnKeys } from '../../lib/own-keys.ts';
import { ProblemCallout } from '../../lib/problem.tsx';
import { keysOf } from '../../lib/shortcuts.ts';
import type { Shortcut } from '../../lib/shortcuts.ts';
import { KeyField } from './key-field.tsx';

export function KeyboardSection() {
  const t = useT();
  const k = t.keyboard;
  const toast = useToast();
  const settings = useSettings().data?.settings;
  const update = useHostMutation('settings/update');
  const [query, setQuery] = useState('');
  if (!settings) return <Skeleton className="h-40" />;
  const keys = settings.keys ?? {};
  const save = (next: OwnKeys, said: string) => {
    update.mutate({ keys: next }, { onSuccess: () => toast.show({ id: 'keys', title: said, tone: 'success', action: { label: t.app.actions.undo, onPress: () => update.mutate({ keys }) } }) });
  };
  const wanted = query.trim().toLowerCase();
  const shown = keyActions.filter(({ id, title }) => wanted === '' || `${title(t)} ${keysOf(keyOf(id, keys) ?? '').join(' ')}`.toLowerCase().includes(wanted));
  const groups = Map.groupBy(shown, ({ group }) => group(t));
  const hasOwn = keyActions.some(({ id }) => keyOf(id, keys) !== usualKey(id));
  return (
    <Card level={2} title={k.title} actions={hasOwn ? <Button size="sm" onClick={() => save({}, k.allUsual)}>{k.resetAll}</Button> : undefined}>
      <p className="mb-3 text-sm text-muted">{k.lead}</p>
      <Input type="search" aria-label={k.search} placeholder={k.search} value={query} onValueChange={setQuery} className="mb-4 max-w-80" />
      {update.error ? <ProblemCallout problem={update.error.problem} /> : null}
      {shown.length === 0 ? <p role="status" className="text-sm text-muted">{k.nothing(query.trim())}</p> : null}
      {[...groups].map(([group, actions]) => (
        <section key={group} className="mb-5 last:mb-0">
          <h3 className="mb-1 text-xs font-medium text-subtle">{group}</h3>
          <ul className="flex flex-col divide-y divide-line">
            {actions.map((action) => <Row key={action.id} action={action} keys={keys} onSave={save} />)}
          </ul>
        </section>
      ))}
    </Card>
  );
}

function Row({ action, keys, onSave }: { action: KeyAction; keys: OwnKeys; onSave: (next: OwnKeys, said: string) => void }) {
  const t = useT();
  const k = t.keyboard;
  const [isChanging, setIsChanging] = useState(false);
  const [wish, setWish] = useState<{ shortcut: Shortcut; holder: KeyAction } | null>(null);
  const change = useRef<HTMLButtonElement>(null);
  const title = action.title(t);
  const now = keyOf(action.id, keys);
  const usual = usualKey(action.id);
  const done = () => {
    setIsChanging(false);
    setWish(null);
    // Back to where it began, and not to the top of the page.
    requestAnimationFrame(() => change.current?.focus());
  };
  const give = (shortcut: Shortcut | null, from?: KeyAction) => {
    const { [action.id]: _before, ...others } = keys;
    onSave({ ...others, ...(from ? { [from.id]: '' } : {}), ...(shortcut === usual ? {} : { [action.id]: shortcut ?? '' }) }, shortcut === null ? k.none(title) : k.saved(title, keysOf(shortcut).join(' ')));
    done();
  };
  const choose = (shortcut: Shortcut) => {
    const holder = keyActions.find(({ id }) => id === holderOf(shortcut, action.id, keys));
    if (holder) setWish({ shortcut, holder });
    else give(shortcut);
  };
  return (
    <li className="py-1.5">
      <div className="flex min-h-(--ui-control-md) flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-40 flex-1 text-sm">{title}</span>
        {isChanging && !wish ? (
          <KeyField label={k.pressFor(title)} onChoose={choose} onNone={() => give(null)} onLeave={done} />
        ) : (
          <>
            {now === null ? <span className="text-xs text-subtle">{k.noKey}</span> : <KeyRow keys={keysOf(now)} />}
            {now === usual ? null : <Button size="sm" variant="ghost" onClick={() => give(usual)} aria-label={k.resetOf(title)}>{k.reset}</Button>}
            <Button ref={change} size="sm" onClick={() => setIsChanging(true)} aria-label={k.changeOf(title)}>{t.keyboard.changeOne}</Button>
          </>
        )}
      </div>
      {wish ? (
        <Callout
          tone="warn"
          className="mt-2"
          actions={
            <>
              <Button size="sm" onClick={() => give(wish.shortcut, wish.holder)}>{k.takeOver}</Button>
              <Button size="sm" variant="ghost" onClick={() => setWish(null)}>{k.another}</Button>
            </>
          }
        >
          {k.taken(keysOf(wish.shortcut).join(' '), wish.holder.title(t))}
        </Callout>
      ) : null}
    </li>
  );
}
