/** Giving servers to another program: which program, which servers, exactly what is written, and then the step (S04). */
import type { ServerId } from '@portolan/contract/ids';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Checkbox } from '@portolan/ui/checkbox';
import { EmptyState } from '@portolan/ui/empty-state';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { ServerIcon as ServersGlyph } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { CopyAsJson } from './copy-as-json.tsx';
import { ExportPreview } from './export-preview.tsx';
import type { Secrets } from './export-preview.tsx';
import { useExportState } from './export-state.ts';

export default function ExportPage({ serverId }: { serverId: ServerId | undefined }) {
  const t = useT();
  const e = t.otherApps.export;
  const { data: servers, error, retry } = useServers();
  return (
    <PageFrame title={e.title}>
      <Column>
        {error ? <ProblemCallout problem={error.problem} onRetry={retry} /> : null}
        {servers ? null : <Skeleton className="h-40" />}
        {servers?.length === 0 ? <EmptyState icon={<ServersGlyph />} title={e.noServers} actions={<Button variant="primary" onClick={() => navigate({ at: 'add-server' })}>{t.servers.add}</Button>} /> : null}
        {servers && servers.length > 0 ? <Export servers={servers} first={serverId} /> : null}
      </Column>
    </PageFrame>
  );
}

function Export({ servers, first }: { servers: readonly ServerView[]; first: ServerId | undefined }) {
  const t = useT();
  const e = t.otherApps.export;
  const targets = useHostQuery('exports/targets', {}, { fresh: true, keep: true });
  const { app: lastApp, setApp } = useExportState();
  const [left, setLeft] = useState<ReadonlySet<ServerId>>(() => new Set(first === undefined ? [] : servers.map(({ id }) => id).filter((id) => id !== first)));
  // Never remembered: a choice that puts secrets into a file is made each time.
  const [secrets, setSecrets] = useState<Secrets>('references');
  const sorted = (targets.data?.targets ?? []).toSorted((a, b) => Number(b.exists) - Number(a.exists));
  const app = sorted.some((target) => target.app === lastApp) ? lastApp : (sorted[0]?.app ?? null);
  const chosen = servers.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const choose = (id: ServerId, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(id);
    else next.add(id);
    setLeft(next);
  };
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <p className="text-sm text-muted">{e.lead}</p>
      {targets.error ? <ProblemCallout problem={targets.error.problem} onRetry={() => void targets.refetch()} /> : null}
      <Card level={2} title={e.app}>
        {targets.data ? (
          <RadioGroup
            aria-label={e.app}
            value={app}
            onValueChange={setApp}
            items={sorted.map((target) => ({ value: target.app, label: target.name, description: <span className="break-all">{target.exists ? e.exists : e.missing} · <RevealText text={target.path} /></span> }))}
          />
        ) : (
          <Skeleton className="h-24" />
        )}
      </Card>
      <Card level={2} title={e.servers} actions={<Checkbox label={e.all} checked={chosen.length === servers.length} indeterminate={chosen.length > 0 && chosen.length < servers.length} onCheckedChange={(isAll) => setLeft(new Set(isAll ? [] : servers.map(({ id }) => id)))} />}>
        <ul className="flex flex-col gap-2">
          {servers.map((server) => (
            <li key={server.id}><Checkbox label={<RevealText text={server.name} />} checked={!left.has(server.id)} onCheckedChange={(isChosen) => choose(server.id, isChosen)} /></li>
          ))}
        </ul>
      </Card>
      <Card level={2} title={e.secrets}>
        <RadioGroup
          aria-label={e.secrets}
          value={secrets}
          onValueChange={setSecrets}
          items={[
            { value: 'references', label: e.references, description: e.referencesText },
            { value: 'values', label: e.values, description: e.valuesText },
          ]}
        />
      </Card>
      {chosen.length === 0 ? <p role="status" className="text-sm text-muted">{e.chooseOne}</p> : null}
      {app !== null && chosen.length > 0 ? <ExportPreview app={app} appName={sorted.find((target) => target.app === app)?.name ?? ''} servers={chosen} secrets={secrets} /> : null}
      <div><CopyAsJson servers={chosen} secrets={secrets} /></div>
    </div>
  );
}
