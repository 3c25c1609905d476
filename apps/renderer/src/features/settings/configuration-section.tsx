/** The configuration file: where it is, what is wrong with it, and its copies with a way back (S02, S03). */
import type { ConfigurationBackup } from '@portolan/contract/configuration';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Skeleton } from '@portolan/ui/skeleton';
import { useState } from 'react';
import { useHostQuery, useServers, useSettings } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { BackupDialog } from './backup-dialog.tsx';
import { BrokenFile } from './broken-file.tsx';

/** More than these are shown when asked for. */
const firstShown = 10;

export function ConfigurationSection() {
  const t = useT();
  const c = t.configuration;
  // Whatever changes the file makes itself felt in one of these.
  const notices = useSettings().data?.notices;
  const servers = useServers().data;
  const stamp = JSON.stringify([notices, servers?.map(({ id, name, launchHash, isEnabled }) => [id, name, launchHash, isEnabled])]);
  const { data, error, refetch } = useHostQuery('configuration/state', {}, { stamp, keep: true, fresh: true });
  const again = () => void refetch();
  if (error) return <ProblemCallout problem={error.problem} onRetry={again} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {data.broken ? <BrokenFile broken={data.broken} hasLastGood={data.hasLastGood} onChanged={again} /> : null}
      {data.unusable.length > 0 ? (
        <Callout tone="warn" title={c.unusable.title}>
          <ul className="list-disc pl-4">
            {data.unusable.map(({ entry, line, reason, field }) => <li key={`${line} ${entry}`} className="wrap-anywhere"><RevealText text={`${c.unusable.where(entry, line)}: ${c.unusable.reason(reason, field)}`} /></li>)}
          </ul>
        </Callout>
      ) : null}
      <Card level={2} title={c.file}>
        <p className="mb-3 text-sm text-muted">{c.fileText}</p>
        <span className="flex min-w-0 items-center gap-1">
          <CodeText text={data.file} className="break-all" />
          <CopyButton text={data.file} />
        </span>
      </Card>
      <Backups backups={data.backups} onRestored={again} />
    </div>
  );
}

function Backups({ backups, onRestored }: { backups: readonly ConfigurationBackup[]; onRestored: () => void }) {
  const t = useT();
  const b = t.configuration.backups;
  const format = useFormat();
  const [isAllShown, setIsAllShown] = useState(false);
  const [open, setOpen] = useState<ConfigurationBackup | null>(null);
  const shown = isAllShown ? backups : backups.slice(0, firstShown);
  return (
    <Card level={2} title={b.title}>
      <p className="mb-1 text-sm text-muted">{backups.length === 0 ? b.empty : b.lead}</p>
      <ul className="flex flex-col divide-y divide-line">
        {shown.map((backup) => (
          <li key={backup.id} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
            <span className="min-w-0 flex-1 basis-52">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {format.dateTime(backup.at)}
                {backup.isCurrent ? <Badge>{b.current}</Badge> : null}
              </span>
              <span className="block text-xs break-words text-subtle">
                {b.holds(backup.servers.length, backup.providers)}
                {backup.servers.length > 0 ? <>: <RevealText text={format.list(backup.servers.slice(0, 12))} hideCount />{backup.servers.length > 12 ? ' …' : ''}</> : null}
              </span>
            </span>
            <Button size="sm" aria-label={b.compareWith(format.dateTime(backup.at))} onClick={() => setOpen(backup)}>{b.compare}</Button>
          </li>
        ))}
      </ul>
      {backups.length > shown.length ? <Button size="sm" variant="ghost" onClick={() => setIsAllShown(true)}>{t.shell.showMore(backups.length - shown.length)}</Button> : null}
      {open ? <BackupDialog backup={open} onClose={() => setOpen(null)} onRestored={onRestored} /> : null}
    </Card>
  );
}
