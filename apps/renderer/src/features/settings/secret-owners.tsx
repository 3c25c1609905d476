/** For whom something is kept, those who are gone first, with the way to delete theirs; and whose keys stand in the open (S09). */
import type { SecretOwner } from '@portolan/contract/secrets';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHostMutation, useHostQuery, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { formatRoute } from '../../lib/router.ts';

/** @param stamp changes with what is kept, so that the list is asked for anew */
export function SecretOwners({ stamp }: { stamp: number }) {
  const t = useT();
  const o = t.secrets.owners;
  const { data: servers } = useServers();
  const { data, error, refetch } = useHostQuery('secrets/owners', {}, { stamp: [stamp, servers?.length], keep: true, fresh: true });
  const forget = useHostMutation('secrets/forgetOwner');
  const [asked, setAsked] = useState<SecretOwner | null>(null);
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  const owners = data?.owners ?? [];
  const gone = owners.filter(({ isConfigured }) => !isConfigured);
  if (owners.length === 0) return null;
  return (
    <Card level={2} title={o.title}>
      <div className="flex min-w-0 flex-col gap-3 text-sm">
        {gone.length === 0 ? null : <Callout tone="info" title={o.goneTitle(gone.length)}>{o.goneText}</Callout>}
        {forget.error ? <ProblemCallout problem={forget.error.problem} /> : null}
        <ul className="flex min-w-0 flex-col gap-2">
          {owners.map((owner) => (
            <li key={`${owner.kind} ${owner.id}`} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium"><RevealText text={nameOf(owner, o)} hideCount /></span>
              <span className="text-muted">{[owner.isConfigured ? null : o.gone, owner.values > 0 ? o.values(owner.values) : null, owner.signIns > 0 ? o.signIns(owner.signIns) : null].filter((each) => each !== null).join(', ')}</span>
              {owner.isConfigured ? null : <Button size="sm" className="ml-auto" aria-label={o.removeOf(nameOf(owner, o))} onClick={() => setAsked(owner)}>{o.remove}</Button>}
            </li>
          ))}
        </ul>
      </div>
      <AlertDialog
        open={asked !== null}
        onOpenChange={(isOpen) => (isOpen ? undefined : setAsked(null))}
        title={o.removeTitle(asked === null ? '' : nameOf(asked, o))}
        description={o.removeText}
        confirmLabel={o.removeConfirm}
        cancelLabel={t.app.actions.cancel}
        tone="danger"
        busy={forget.isPending}
        onConfirm={() => {
          if (asked === null) return;
          forget.mutate({ kind: asked.kind, id: asked.id }, { onSettled: () => { setAsked(null); void refetch(); } });
        }}
      />
    </Card>
  );
}

function nameOf({ kind, name, id }: SecretOwner, o: { proxy: string; other: (name: string) => string; kinds: { server: string; provider: string }; unknown: { server: string; provider: string } }): string {
  if (kind === 'proxy') return o.proxy;
  if (kind === 'other') return o.other(id);
  return name === null ? o.unknown[kind] : `${o.kinds[kind]} ${name}`;
}

/** Servers whose configuration holds what is likely a key, as it can be read by whoever reads the file. */
export function OpenKeys() {
  const o = useT().secrets.open;
  const found = (useServers().data ?? []).filter(({ openSecrets }) => (openSecrets?.length ?? 0) > 0);
  if (found.length === 0) return null;
  return (
    <Card level={2} title={o.title}>
      <div className="flex min-w-0 flex-col gap-3 text-sm">
        <p className="text-muted">{o.lead}</p>
        <ul className="flex min-w-0 flex-col gap-2">
          {found.map(({ id, name, openSecrets = [] }) => (
            <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <a className="min-w-0 rounded-sm font-medium underline underline-offset-2" href={formatRoute({ at: 'server', serverId: id, tab: 'overview' })}><RevealText text={name} hideCount /></a>
              <span className="min-w-0 break-words text-muted"><RevealText text={openSecrets.join(', ')} hideCount /></span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
