/** A package that became another one between two starts: which ran, which runs now, and the decision (T:A14). */
import type { PackageDrift } from '@portolan/contract/pins';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { Fact, Facts } from '../sections/facts.tsx';

export function PackageChange({ server, change }: { server: ServerView; change: PackageDrift }) {
  const t = useT();
  const p = t.pins.package;
  const act = useAct();
  const toast = useToast();
  const [isSending, setIsSending] = useState(false);
  const { spec, before, after } = change;
  const accept = async () => {
    setIsSending(true);
    const done = await act('pins/acceptPackage', { serverId: server.id, ...after });
    setIsSending(false);
    if (done) toast.show({ id: `package ${server.id}`, tone: 'success', title: p.accepted(after.version) });
  };
  return (
    <div className="flex min-w-0 flex-col items-start gap-2 text-sm">
      <h4 className="min-w-0 font-medium break-words"><RevealText text={p.title(spec, before.version, after.version)} /></h4>
      <p className="text-muted">{p.text}</p>
      <Facts>
        <Version label={p.before} fetched={before} />
        <Version label={p.after} fetched={after} />
      </Facts>
      <Button disabled={isSending} onClick={() => void accept()}>{p.accept(after.version)}</Button>
    </div>
  );
}

function Version({ label, fetched: { version, integrity } }: { label: string; fetched: PackageDrift['before'] }) {
  const p = useT().pins.package;
  return (
    <Fact label={label}>
      <span className="flex min-w-0 flex-col">
        <CodeText text={version} className="break-all" />
        <span className="text-xs break-all text-subtle">{p.integrity}: {integrity === null ? p.noIntegrity : <CodeText text={integrity} className="break-all" />}</span>
      </span>
    </Fact>
  );
}
