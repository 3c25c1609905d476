/** A backup that was checked: whose it is, what is in it, what it takes the place of, what has to be entered again. */
import type { BackupHolds, BackupPreview } from '@portolan/contract/backups';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { useHost } from '../../host/host-context.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useBackupState } from './backup-state.ts';

export function BackupPreviewCard({ preview, isRestoring }: { preview: BackupPreview; isRestoring: boolean }) {
  const t = useT();
  const b = t.backups;
  const format = useFormat();
  const { link } = useHost();
  const { restore, leave } = useBackupState();
  return (
    <Card level={2} title={b.previewTitle(format.dateTime(preview.at))}>
      <div className="flex min-w-0 flex-col gap-4 text-sm">
        <p className="text-muted"><RevealText text={b.madeBy(preview.version)} /></p>
        {preview.isOwn ? <Callout tone="info">{b.isOwn}</Callout> : <Callout tone="danger">{b.isForeign}</Callout>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Holds title={b.holds} holds={preview.holds} />
          <Holds title={b.replaces} holds={preview.replaces} />
        </div>
        {preview.secrets.length > 0 ? (
          <section>
            <h3 className="font-medium">{b.secretsTitle}</h3>
            <p className="text-muted">{b.secretsText}</p>
            <ul className="list-disc pl-5">
              {preview.secrets.map(({ kind, name }) => <li key={`${kind} ${name}`} className="wrap-anywhere">{b.kinds[kind]}: <RevealText text={name} hideCount /></li>)}
            </ul>
          </section>
        ) : null}
        <p className="text-muted" role={isRestoring ? 'status' : undefined}>{isRestoring ? b.restoring : b.first}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" loading={isRestoring} onClick={() => restore(link)}>{b.restore}</Button>
          <Button variant="ghost" disabled={isRestoring} onClick={() => leave(link)}>{t.app.actions.cancel}</Button>
        </div>
      </div>
    </Card>
  );
}

function Holds({ title, holds }: { title: string; holds: BackupHolds }) {
  const b = useT().backups;
  const format = useFormat();
  const names = (list: string[]): string => (list.length === 0 ? b.nothing : format.list(list.slice(0, 30)));
  return (
    <section className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <p>{b.counts(holds.chats, holds.files, holds.projects ?? 0)}</p>
      <p className="wrap-anywhere"><RevealText text={b.servers(names(holds.servers))} hideCount /></p>
      <p className="wrap-anywhere"><RevealText text={b.providers(names(holds.providers))} hideCount /></p>
    </section>
  );
}
