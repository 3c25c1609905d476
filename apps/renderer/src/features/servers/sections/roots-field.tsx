/** The folders that one server is told about (P14, H06): chosen by the person, looked at by the host, changed while it runs. */
import type { RootCheck } from '@portolan/contract/server-asks-view';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Field } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { FolderIcon, PlusIcon, TriangleAlertIcon, XIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PathInput } from '../../../lib/path-input.tsx';
import { useAct } from '../../../lib/use-act.ts';

export function RootsField({ server, roots }: { server: ServerView; roots: readonly string[] }) {
  const s = useT().asks.section;
  const act = useAct();
  const check = useHostMutation('servers/checkRoot');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<RootCheck['problem']>(null);
  /** A whole disk or all of a person's files: told only after a second press (F07). */
  const [wide, setWide] = useState<string | null>(null);
  const serverId = server.id;
  const take = (path: string) => {
    setWide(null);
    setText('');
    void act('servers/changeRoots', { serverId, add: path });
  };
  const add = () =>
    check.mutate(
      { path: text },
      {
        onSuccess: (found) => {
          setProblem(found.problem);
          setWide(found.isWide ? found.path : null);
          if (found.path !== null && !found.isWide) take(found.path);
        },
      },
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {roots.length === 0 ? <p className="text-sm text-muted">{s.rootsNone}</p> : null}
      <ul className="flex min-w-0 flex-col gap-1">
        {roots.map((path) => <RootRow key={path} path={path} onRemove={() => void act('servers/changeRoots', { serverId, remove: path })} />)}
      </ul>
      <form
        noValidate
        className="flex min-w-0 flex-col items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field label={s.rootPath} description={s.rootHint} error={problem === null ? undefined : s.rootProblem[problem]} className="w-full">
          <PathInput
            value={text}
            onValueChange={(next) => {
              setText(next);
              setWide(null);
              setProblem(null);
            }}
          />
        </Field>
        {wide === null ? <Button type="submit" size="sm" icon={<PlusIcon />} loading={check.isPending} disabled={text.trim() === ''} focusableWhenDisabled>{s.rootAdd}</Button> : null}
      </form>
      {wide === null ? null : (
        <Callout tone="warn" alert actions={<><Button size="sm" onClick={() => take(wide)}>{s.rootAddWide}</Button><Button size="sm" variant="ghost" onClick={() => setWide(null)}>{s.rootNotWide}</Button></>}>
          <code className="break-all"><RevealText text={wide} /></code> — {s.rootWide}
        </Callout>
      )}
    </div>
  );
}

/** A folder that is gone, or is a link by now, is not told to the server; its row says so. */
function RootRow({ path, onRemove }: { path: string; onRemove: () => void }) {
  const s = useT().asks.section;
  const { data } = useHostQuery('servers/checkRoot', { path }, { fresh: true });
  const isLeftOut = data !== undefined && data.path !== path;
  return (
    <li className="flex min-w-0 items-start gap-2 text-sm">
      {isLeftOut ? <TriangleAlertIcon className="mt-1 size-4 shrink-0 text-warn-fg" aria-hidden="true" /> : <FolderIcon className="mt-1 size-4 shrink-0 text-muted" aria-hidden="true" />}
      <span className="min-w-0 flex-1 py-0.5">
        <code className="break-all"><RevealText text={path} /></code>
        {isLeftOut ? <span className="block text-xs text-warn-fg">{data.path === null ? s.rootGone : s.rootElsewhere}</span> : null}
        {data?.isWide === true ? <span className="block text-xs text-warn-fg">{s.rootWide}</span> : null}
      </span>
      <IconButton size="sm" label={s.rootRemove(path)} icon={<XIcon />} onClick={onRemove} />
    </li>
  );
}
