/** One provider with how it was last. */
import type { ProviderView } from '@portolan/contract/providers';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useAct } from '../../lib/use-act.ts';
import { ModelFileState } from './local/model-file-state.tsx';
import { ProviderModels } from './provider-models.tsx';

export function ProviderCard({ provider, onEdit }: { provider: ProviderView; onEdit: () => void }) {
  const t = useT();
  const p = t.settings.providers;
  const test = useHostMutation('providers/test');
  const [isAsking, setIsAsking] = useState(false);
  const [isListing, setIsListing] = useState(false);
  const tested = test.data;
  const problem = test.error?.problem ?? (tested ? tested.problem : provider.problem);
  return (
    <Card
      level={2}
      title={<RevealText text={provider.name} hideCount />}
      actions={<Badge>{t.shell.providerKinds[provider.kind]}</Badge>}
      footer={
        <>
          <Button size="sm" loading={test.isPending} onClick={() => test.mutate({ id: provider.id })}>{provider.file ? t.localModels.file.check : test.isPending ? p.testing : p.test}</Button>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setIsListing(true)}>{t.providers.models.show}</Button>
          <Button size="sm" onClick={onEdit}>{t.app.actions.edit}</Button>
          <span className="flex-1" />
          <Button size="sm" variant="danger" onClick={() => setIsAsking(true)}>{t.app.actions.remove}</Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-2 text-sm">
        {provider.file === undefined ? null : <><p><CodeText text={provider.file.path} className="break-all" /></p><ModelFileState provider={provider} /></>}
        {provider.baseUrl === '' ? null : <p><CodeText text={provider.baseUrl} className="break-all" /></p>}
        <p className="text-muted" hidden={provider.file !== undefined}>
          {provider.hasKey ? p.keyStored : provider.needsKey ? <span className="text-warn-fg">{p.keyMissing}</span> : p.keyMissing} · {p.modelCount(provider.models.length)}
        </p>
        {problem ? <ProblemCallout problem={problem} alert={test.isSuccess || test.isError} /> : tested ? <Callout tone="success" alert>{provider.file ? t.localModels.file.checked : `${p.testOk} ${p.modelCount(tested.models.length)}`}</Callout> : null}
      </div>
      <ProviderModels provider={provider} isOpen={isListing} onClose={() => setIsListing(false)} />
      <RemoveDialog provider={provider} isOpen={isAsking} onOpenChange={setIsAsking} />
    </Card>
  );
}

/** Asked first, because the key cannot be brought back. */
function RemoveDialog({ provider, isOpen, onOpenChange }: { provider: ProviderView; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useT();
  const p = t.settings.providers;
  const act = useAct();
  const toast = useToast();
  const [isPending, setIsPending] = useState(false);
  const remove = async () => {
    setIsPending(true);
    if (await act('providers/remove', { id: provider.id })) toast.show({ title: p.removed(provider.name) });
    setIsPending(false);
    onOpenChange(false);
  };
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={p.removeTitle(provider.name)}
      description={provider.file ? t.localModels.file.removeText : p.removeText}
      confirmLabel={p.remove}
      cancelLabel={t.app.actions.cancel}
      tone="danger"
      busy={isPending}
      onConfirm={() => void remove()}
    />
  );
}
