/** The permission sheet inside the review: decided in the same breath as the start. */
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { ServerView } from '@portolan/contract/servers';
import { Skeleton } from '@portolan/ui/skeleton';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PermissionsForm } from './permissions-form.tsx';
import { badRows, choiceOf, draftOf } from './policy-draft.ts';
import type { PolicyDraft } from './policy-draft.ts';

export interface ReviewPermissions {
  /** Goes with the review; undefined when there was nothing to decide. */
  sandbox: SandboxChoice | undefined;
  /** Not yet known, or not yet right: a start has to wait. */
  isBlocked: boolean;
  isContained: boolean;
  view: ReactNode;
}

export function useReviewPermissions(server: ServerView): ReviewPermissions {
  const c = useT().containment;
  const isProgram = server.launch.kind === 'stdio';
  const { data: offer, isPending } = useHostQuery('servers/sandboxOffer', { serverId: server.id }, { enabled: isProgram, fresh: true, stamp: server.launchHash });
  const [edited, setEdited] = useState<PolicyDraft | null>(null);
  const proposed = useMemo(() => (offer === undefined ? null : draftOf(server.sandbox, offer)), [offer, server.sandbox]);
  const draft = edited ?? proposed;
  if (!isProgram) return { sandbox: undefined, isBlocked: false, isContained: false, view: null };
  if (offer === undefined || draft === null) return { sandbox: undefined, isBlocked: isPending, isContained: false, view: isPending ? <Skeleton className="h-20" /> : null };
  // Where nothing was proposed and nothing chosen, nothing is written down: it may be asked again.
  const isDecided = draft.isContained || server.sandbox !== undefined || offer.isProposed;
  return {
    sandbox: isDecided ? choiceOf(draft) : undefined,
    isBlocked: badRows(draft).size > 0,
    isContained: draft.isContained,
    view: (
      <section className="flex min-w-0 flex-col gap-2">
        <h3 className="text-sm font-medium">{c.question}</h3>
        <PermissionsForm draft={draft} offer={offer} onChange={setEdited} />
      </section>
    ),
  };
}
