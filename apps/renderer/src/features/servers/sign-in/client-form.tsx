/** A client id that somebody got from the site by hand, for sites that let in only apps they know. */
import type { ServerId } from '@portolan/contract/ids';
import type { SignInClient } from '@portolan/contract/sign-in';
import { Button } from '@portolan/ui/button';
import { Collapsible } from '@portolan/ui/collapsible';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useHostMutation } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';

export function ClientForm({ serverId, client, isNeeded }: { serverId: ServerId; client: SignInClient | null; isNeeded: boolean }) {
  const t = useT();
  const c = t.signIn.client;
  const toast = useToast();
  const save = useHostMutation('signIn/setClient');
  // Open where it is needed, until somebody decides otherwise.
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const [draft, setDraft] = useState({ clientId: client?.clientId ?? '', secret: '', issuer: client?.issuer ?? '' });
  const set = (part: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...part }));
  const submit = () =>
    save.mutate(
      { serverId, client: { clientId: draft.clientId.trim(), ...(draft.secret === '' ? {} : { clientSecret: draft.secret }), issuer: draft.issuer.trim() } },
      {
        onSuccess: () => {
          set({ secret: '' });
          toast.show({ tone: 'success', title: c.saved });
        },
      },
    );
  const forget = () =>
    save.mutate(
      { serverId, client: null },
      {
        onSuccess: () => {
          setDraft({ clientId: '', secret: '', issuer: '' });
          toast.show({ title: c.forgotten });
        },
      },
    );
  return (
    <Collapsible label={c.title} open={isOpen ?? isNeeded} onOpenChange={setIsOpen} className="min-w-0">
      <form
        className="mt-2 flex min-w-0 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="text-sm text-muted">{c.text}</p>
        <Field label={c.id}><Input mono value={draft.clientId} maxLength={2048} onValueChange={(clientId) => set({ clientId })} /></Field>
        <Field label={c.secret} description={client?.hasSecret ? c.secretKept : c.secretHint} required={false}>
          <Input mono type="password" autoComplete="off" value={draft.secret} maxLength={8192} onValueChange={(secret) => set({ secret })} />
        </Field>
        <Field label={c.issuer} description={c.issuerHint} required={false}><Input mono value={draft.issuer} maxLength={2048} placeholder="https://" onValueChange={(issuer) => set({ issuer })} /></Field>
        {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={save.isPending} disabled={draft.clientId.trim() === ''}>{c.save}</Button>
          {client === null ? null : <Button variant="ghost" onClick={forget}>{c.forget}</Button>}
        </div>
      </form>
    </Collapsible>
  );
}
