/** Changing what a server may reach. It is started anew, for a container is made once. */
import type { SandboxOffer, SandboxRefusal } from '@portolan/contract/sandbox';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { useToast } from '@portolan/ui/toast';
import { useState } from 'react';
import { useHostMutation, useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { PermissionsForm } from './permissions-form.tsx';
import { badRows, choiceOf, draftOf, newRow } from './policy-draft.ts';
import type { PolicyDraft } from './policy-draft.ts';

export interface PermissionsDialogProps {
  server: ServerView;
  /** What a closed door was opened for: its folder or the network is filled in. */
  wanted: SandboxRefusal | null;
  isOpen: boolean;
  onClose: () => void;
}

export function PermissionsDialog({ server, wanted, isOpen, onClose }: PermissionsDialogProps) {
  const t = useT();
  // Not asked again when saving changes the launch: the sheet must live to see its answer.
  const offer = useHostQuery('servers/sandboxOffer', { serverId: server.id }, { enabled: isOpen, fresh: true });
  return (
    <Dialog open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())} title={<RevealText text={t.containment.dialogTitle(server.name)} />} size="lg" dismissOutside={false}>
      {offer.data ? <Sheet server={server} offer={offer.data} wanted={wanted} onClose={onClose} /> : offer.error ? <ProblemCallout problem={offer.error.problem} onRetry={() => void offer.refetch()} /> : <Skeleton className="h-40" />}
    </Dialog>
  );
}

function Sheet({ server, offer, wanted, onClose }: { server: ServerView; offer: SandboxOffer; wanted: SandboxRefusal | null; onClose: () => void }) {
  const t = useT();
  const c = t.containment;
  const toast = useToast();
  const [draft, setDraft] = useState(() => opened(draftOf(server.sandbox, offer), wanted));
  const save = useHostMutation('servers/setSandbox');
  const isRunning = server.state !== 'stopped' && server.state !== 'failed';
  return (
    <form
      noValidate
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (badRows(draft).size > 0 || save.isPending) return;
        save.mutate(
          { serverId: server.id, launchHash: server.launchHash, sandbox: choiceOf(draft) },
          {
            onSuccess: () => {
              toast.show({ title: c.saved });
              onClose();
            },
          },
        );
      }}
    >
      <PermissionsForm draft={draft} offer={offer} onChange={setDraft} />
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" loading={save.isPending}>{isRunning ? c.saveAndRestart : c.save}</Button>
        <Button variant="ghost" onClick={onClose}>{t.app.actions.cancel}</Button>
      </div>
    </form>
  );
}

/** Not saved by itself: the person still sees it among the rest, and says so. */
function opened(draft: PolicyDraft, wanted: SandboxRefusal | null): PolicyDraft {
  if (wanted === null) return draft;
  if (wanted.kind === 'contained-network') return { ...draft, network: 'all' };
  const access = wanted.kind === 'contained-write' ? 'write' : 'read';
  return { ...draft, folders: [...draft.folders, newRow(wanted.subject, access)] };
}
