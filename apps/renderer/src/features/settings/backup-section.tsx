/** Everything in one file, and back (C12). Nothing changes before a backup was looked at and its restoring was pressed. */
import type { BackupView } from '@portolan/contract/backups';
import { AlertDialog } from '@portolan/ui/alert-dialog';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { Skeleton } from '@portolan/ui/skeleton';
import { Spinner } from '@portolan/ui/spinner';
import { useToast } from '@portolan/ui/toast';
import { useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useHostQuery } from '../../host/queries.ts';
import { FileInput } from '../../lib/file-choice.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useAct } from '../../lib/use-act.ts';
import { BackupPreviewCard } from './backup-preview.tsx';
import { useBackupState } from './backup-state.ts';

export function BackupSection() {
  const t = useT();
  const b = t.backups;
  const { stage, problem } = useBackupState();
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {problem ? <ProblemCallout problem={problem} /> : null}
      {stage.at === 'restored' ? <Callout tone="success" alert title={b.restored}>{b.restoredText}</Callout> : null}
      {stage.at === 'preview' || stage.at === 'restoring' ? (
        <BackupPreviewCard preview={stage.preview} isRestoring={stage.at === 'restoring'} />
      ) : (
        <>
          <MakeCard />
          <ListCard />
          <FileCard />
        </>
      )}
    </div>
  );
}

function MakeCard() {
  const t = useT();
  const b = t.backups;
  const format = useFormat();
  const { link } = useHost();
  const { stage, make, leave } = useBackupState();
  return (
    <Card level={2} title={b.title}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-muted">{b.lead}</p>
        <p className="text-sm text-muted">{b.without}</p>
        {stage.at === 'making' ? (
          <Busy label={b.making(format.percent(stage.part))} onStop={() => leave(link)} />
        ) : (
          <div><Button variant="primary" disabled={isBusy(stage.at)} focusableWhenDisabled onClick={() => make(link)}>{b.make}</Button></div>
        )}
        {stage.at === 'made' ? <Callout tone="success" alert title={b.made} /> : null}
      </div>
    </Card>
  );
}

const isBusy = (at: string): boolean => at === 'making' || at === 'saving' || at === 'sending' || at === 'checking';

function Busy({ label, onStop }: { label: string; onStop?: () => void }) {
  const t = useT();
  return (
    <div className="flex items-center gap-3" role="status">
      <Spinner />
      <span className="text-sm tabular-nums">{label}</span>
      {onStop ? <Button size="sm" onClick={onStop}>{t.app.actions.cancel}</Button> : null}
    </div>
  );
}

function ListCard() {
  const b = useT().backups;
  const changes = useBackupState((state) => state.changes);
  const { data, error, refetch } = useHostQuery('backups/list', {}, { stamp: String(changes), keep: true, fresh: true });
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <Card level={2} title={b.list}>
      {data.backups.length === 0 ? <p className="text-sm text-muted">{b.none}</p> : null}
      <ul className="flex flex-col divide-y divide-line">
        {data.backups.map((backup) => <Row key={backup.name} backup={backup} onRemoved={() => void refetch()} />)}
      </ul>
      <p className="mt-3 flex min-w-0 flex-wrap items-center gap-1 text-xs text-subtle">{b.where} <CodeText text={data.folder} className="break-all" /> <CopyButton text={data.folder} /></p>
    </Card>
  );
}

function Row({ backup, onRemoved }: { backup: BackupView; onRemoved: () => void }) {
  const t = useT();
  const b = t.backups;
  const format = useFormat();
  const act = useAct();
  const toast = useToast();
  const { link } = useHost();
  const { stage, look, save } = useBackupState();
  const [isAsking, setIsAsking] = useState(false);
  const when = format.dateTime(backup.at);
  const busy = isBusy(stage.at);
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-2 font-medium">{when}{backup.isBeforeRestore ? <Badge>{b.beforeRestore}</Badge> : null}</span>
        <span className="block text-xs text-subtle">{format.bytes(backup.bytes)}</span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} aria-label={b.saveOf(when)} loading={stage.at === 'saving' && stage.name === backup.name} onClick={() => save(link, backup.name, (file) => toast.show({ tone: 'success', title: b.saved(file) }))}>{b.save}</Button>
        <Button size="sm" disabled={busy} aria-label={b.lookAt(when)} onClick={() => look(link, backup.name)}>{b.look}</Button>
        <Button size="sm" variant="ghost" disabled={busy} aria-label={b.removeAt(when)} onClick={() => setIsAsking(true)}>{b.remove}</Button>
      </span>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={b.removeAsk}
        confirmLabel={b.remove}
        cancelLabel={t.app.actions.cancel}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false);
          void act('backups/remove', { name: backup.name }).then(onRemoved);
        }}
      >
        {when}
      </AlertDialog>
    </li>
  );
}

function FileCard() {
  const b = useT().backups;
  const format = useFormat();
  const { link } = useHost();
  const { stage, look, leave } = useBackupState();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Card level={2} title={b.fromFile}>
      <div className="flex flex-col gap-3">
        <p className="text-sm text-muted">{b.fromFileLead}</p>
        {stage.at === 'sending' ? <Busy label={b.sending(format.percent(stage.part))} onStop={() => leave(link)} /> : null}
        {stage.at === 'checking' ? <Busy label={b.checking} onStop={() => leave(link)} /> : null}
        {stage.at === 'sending' || stage.at === 'checking' ? null : <div><Button disabled={isBusy(stage.at)} focusableWhenDisabled onClick={() => input.current?.click()}>{b.choose}</Button></div>}
        <FileInput ref={input} accept=".zip" label={b.choose} onFile={(file) => look(link, file)} />
      </div>
    </Card>
  );
}
