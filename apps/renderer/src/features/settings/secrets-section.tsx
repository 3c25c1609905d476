/** Where keys and sign-ins are kept, in words, and the choice of another place (S09). */
import type { Protection, SecretsView } from '@portolan/contract/secrets';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Skeleton } from '@portolan/ui/skeleton';
import { useState } from 'react';
import { useHostMutation, useSecrets } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { MoveSecrets } from './move-secrets.tsx';
import { OpenKeys, SecretOwners } from './secret-owners.tsx';

const weak = new Set<Protection | null>(['file', 'memory']);

export function SecretsSection() {
  const t = useT();
  const s = t.secrets;
  const { data: view, error, retry } = useSecrets();
  if (!view) return error ? <ProblemCallout problem={error.problem} onRetry={retry} /> : <Skeleton className="h-40" />;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {view.locked === null ? null : <Locked view={view} />}
      <Card level={2} title={s.title}>
        <div className="flex min-w-0 flex-col gap-4 text-sm">
          <p className="text-muted">{s.lead}</p>
          {view.protection === null ? (
            <p>{s.none}</p>
          ) : (
            <Callout tone={weak.has(view.protection) ? 'warn' : 'success'} title={s.now(s.kinds[view.protection])}>
              <p>{s.kindTexts[view.protection]}</p>
              <p>{s.count(view.count)}</p>
            </Callout>
          )}
          {view.unsaved > 0 && view.protection !== 'memory' ? <Callout tone="warn">{s.unsaved(view.unsaved)}</Callout> : null}
          {view.protection === 'memory' ? null : <CodeText text={view.file} className="text-xs break-all text-muted" />}
          {view.locked === null ? <MoveSecrets current={view.protection} /> : null}
        </div>
      </Card>
      <OpenKeys />
      <SecretOwners stamp={view.count} />
    </div>
  );
}

function Locked({ view }: { view: SecretsView }) {
  const t = useT();
  const l = t.secrets.locked;
  const unlock = useHostMutation('secrets/unlock');
  const anew = useHostMutation('secrets/startAnew');
  const [passphrase, setPassphrase] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const wantsPassphrase = view.protection === 'passphrase';
  const open = () => unlock.mutate(wantsPassphrase ? { passphrase } : {}, { onSuccess: (next) => next.locked === null && setPassphrase('') });
  const isWrong = view.locked === 'passphrase-wrong';
  return (
    <Card level={2} title={l.title}>
      <form
        className="flex min-w-0 flex-col gap-3 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <p>{isWrong || view.locked === null ? null : l[view.locked]} <span className="text-muted">{l.text}</span></p>
        {wantsPassphrase ? (
          <Field label={t.secrets.passphrase} error={isWrong && !unlock.isPending ? l['passphrase-wrong'] : undefined}>
            <Input type="password" autoComplete="current-password" value={passphrase} maxLength={1024} onValueChange={setPassphrase} />
          </Field>
        ) : null}
        {unlock.error ? <ProblemCallout problem={unlock.error.problem} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" loading={unlock.isPending} disabled={wantsPassphrase && passphrase === ''}>{wantsPassphrase ? l.unlock : l.again}</Button>
          <Button variant="ghost" onClick={() => setIsAsking(true)}>{l.anew}</Button>
        </div>
      </form>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={l.anewTitle}
        description={l.anewText}
        confirmLabel={l.anewConfirm}
        cancelLabel={t.app.actions.cancel}
        tone="danger"
        busy={anew.isPending}
        onConfirm={() => anew.mutate({}, { onSuccess: () => setIsAsking(false) })}
      />
    </Card>
  );
}
