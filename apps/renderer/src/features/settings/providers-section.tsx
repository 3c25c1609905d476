/** Model providers: add, test, choose models, remove. A key goes in and is never shown again (C01). */
import type { ProviderView } from '@portolan/contract/providers';
import { ProviderId } from '@portolan/contract/ids';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { Dialog } from '@portolan/ui/dialog';
import { EmptyState } from '@portolan/ui/empty-state';
import { Field } from '@portolan/ui/field';
import { Select } from '@portolan/ui/select';
import { PlusIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation, useProviders } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { ProviderForm } from './provider-form.tsx';

export function ProvidersSection() {
  const t = useT();
  const p = t.settings.providers;
  const data = useProviders().data;
  const [edited, setEdited] = useState<ProviderView | 'new' | null>(null);
  const providers = data?.providers ?? [];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <p className="flex-1 text-sm text-muted">{t.shell.providersLead}</p>
        <Button variant="primary" icon={<PlusIcon />} onClick={() => setEdited('new')}>{p.add}</Button>
      </div>
      {data && providers.length === 0 ? <EmptyState title={p.empty} actions={<Button onClick={() => setEdited('new')}>{p.add}</Button>} /> : null}
      {providers.some((each) => each.models.length > 0) ? <DefaultModel /> : null}
      {providers.map((provider) => <ProviderCard key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />)}
      <Dialog
        open={edited !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setEdited(null);
        }}
        title={edited === 'new' || edited === null ? p.add : p.edit(edited.name)}
        size="md"
        dismissOutside={false}
      >
        {edited === null ? null : <ProviderForm {...(edited === 'new' ? {} : { provider: edited })} onDone={() => setEdited(null)} />}
      </Dialog>
    </div>
  );
}

function DefaultModel() {
  const t = useT();
  const data = useProviders().data;
  const setDefault = useHostMutation('providers/setDefault');
  const model = data?.defaultModel ?? null;
  return (
    <Field label={t.settings.providers.defaultModel}>
      <Select
        placeholder={t.chat.model.choose}
        value={model ? `${model.providerId}/${model.model}` : null}
        items={(data?.providers ?? []).filter((each) => each.models.length > 0).map((each) => ({ label: each.name, items: each.models.map((one) => ({ value: `${each.id}/${one.id}`, label: one.id })) }))}
        onValueChange={(value) => {
          const slash = value.indexOf('/');
          const providerId = ProviderId.safeParse(value.slice(0, slash));
          if (providerId.success) setDefault.mutate({ model: { providerId: providerId.data, model: value.slice(slash + 1) } });
        }}
      />
    </Field>
  );
}

function ProviderCard({ provider, onEdit }: { provider: ProviderView; onEdit: () => void }) {
  const t = useT();
  const p = t.settings.providers;
  const test = useHostMutation('providers/test');
  const remove = useHostMutation('providers/remove');
  const [isAsking, setIsAsking] = useState(false);
  const problem = test.data ? test.data.problem : (test.error?.problem ?? provider.problem);
  return (
    <Card
      level={2}
      title={provider.name}
      actions={<Badge>{t.shell.providerKinds[provider.kind]}</Badge>}
      footer={
        <>
          <Button size="sm" loading={test.isPending} onClick={() => test.mutate({ id: provider.id })}>{test.isPending ? p.testing : p.test}</Button>
          <Button size="sm" onClick={onEdit}>{t.app.actions.edit}</Button>
          <span className="flex-1" />
          <Button size="sm" variant="danger" onClick={() => setIsAsking(true)}>{t.app.actions.remove}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-sm">
        {provider.baseUrl === '' ? null : <p><CodeText text={provider.baseUrl} className="break-all" /></p>}
        <p className="text-muted">
          {provider.hasKey ? p.keyStored : p.keyMissing} · {p.modelCount(provider.models.length)}
        </p>
        {problem ? <ProblemCallout problem={problem} /> : test.data ? <Callout tone="success">{p.testOk} {p.modelCount(test.data.models.length)}</Callout> : null}
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={p.removeTitle(provider.name)}
        description={p.removeText}
        confirmLabel={p.remove}
        cancelLabel={t.app.actions.cancel}
        tone="danger"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: provider.id }, { onSuccess: () => setIsAsking(false) })}
      />
    </Card>
  );
}
