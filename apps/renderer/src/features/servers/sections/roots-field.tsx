/** The folders that one server is told about (P14, H06): chosen by the person, looked at by the host, changed while it runs. */
import type { RootCheck } from '@portolan/contract/server-asks-view';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { FolderIcon, PlusIcon, XIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';

export function RootsField({ server, roots }: { server: ServerView; roots: readonly string[] }) {
  const s = useT().asks.section;
  const act = useAct();
  const check = useHostMutation('servers/checkRoot');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<RootCheck['problem']>(null);
  const [isWide, setIsWide] = useState(false);
  const set = (next: string[]) => act('servers/setRoots', { serverId: server.id, roots: next });
  const add = () =>
    check.mutate(
      { path: text },
      {
        onSuccess: (found) => {
          setProblem(found.problem);
          setIsWide(found.isWide);
          if (found.path === null) return;
          void set([...roots, found.path]);
          setText('');
        },
      },
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {roots.length === 0 ? <p className="text-sm text-muted">{s.rootsNone}</p> : null}
      <ul className="flex min-w-0 flex-col gap-1">
        {roots.map((path) => (
          <li key={path} className="flex min-w-0 items-center gap-2 text-sm">
            <FolderIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
            <code className="min-w-0 flex-1 break-all"><RevealText text={path} /></code>
            <IconButton label={s.rootRemove(path)} icon={<XIcon />} onClick={() => void set(roots.filter((each) => each !== path))} />
          </li>
        ))}
      </ul>
      {isWide ? <p className="text-xs text-warn-fg" role="status">{s.rootWide}</p> : null}
      <form
        noValidate
        className="flex min-w-0 flex-col items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field label={s.rootPath} description={s.rootHint} error={problem === null ? undefined : s.rootProblem[problem]} className="w-full">
          <Input mono value={text} spellCheck={false} autoComplete="off" onValueChange={setText} />
        </Field>
        <Button type="submit" size="sm" icon={<PlusIcon />} loading={check.isPending} disabled={text.trim() === ''} focusableWhenDisabled>{s.rootAdd}</Button>
      </form>
    </div>
  );
}
