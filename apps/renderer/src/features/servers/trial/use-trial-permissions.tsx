/** What a trial may reach: proposed, and changed before it runs, as in the review (S18). */
import type { ServerId } from '@portolan/contract/ids';
import type { LaunchView } from '@portolan/contract/servers';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PermissionsForm } from '../permissions/permissions-form.tsx';
import { badRows, choiceOf, draftOf } from '../permissions/policy-draft.ts';
import type { PolicyDraft } from '../permissions/policy-draft.ts';

export function useTrialPermissions(launch: LaunchView, of: ServerId | undefined): { prepared: ReturnType<typeof usePrepared>; isContained: boolean; view: ReactNode } {
  const c = useT().containment;
  const [edited, setEdited] = useState<PolicyDraft | null>(null);
  const first = usePrepared(launch, of, null);
  const again = usePrepared(launch, of, edited);
  // What is run is what stands on the screen: after a change the hash of exactly that.
  const prepared = edited === null ? first : again;
  const { offer, sandbox } = first.data ?? { offer: null };
  if (offer === null) return { prepared, isContained: false, view: null };
  const draft = edited ?? draftOf(sandbox, offer);
  return {
    prepared: badRows(draft).size > 0 ? { ...prepared, data: undefined } : prepared,
    isContained: draft.isContained,
    view: (
      <section className="flex min-w-0 flex-col gap-2">
        <h3 className="text-sm font-medium">{c.question}</h3>
        <PermissionsForm draft={draft} offer={offer} onChange={setEdited} />
      </section>
    ),
  };
}

function usePrepared(launch: LaunchView, of: ServerId | undefined, edited: PolicyDraft | null) {
  const { data, error } = useHostQuery('servers/prepareTrial', { launch, ...(of === undefined ? {} : { of }), ...(edited === null ? {} : { sandbox: choiceOf(edited) }) }, { fresh: true });
  return { data, error };
}
