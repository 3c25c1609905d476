/** One copy of the configuration against what stands, and the step back to it, which can be taken back as well (S03). */
import type { ConfigurationBackup, ServerDifference } from '@portolan/contract/configuration';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Collapsible } from '@portolan/ui/collapsible';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useToast } from '@portolan/ui/toast';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { TextDiffView } from '../../lib/text-diff.tsx';
import { useAct } from '../../lib/use-act.ts';

export interface BackupDialogProps {
  backup: ConfigurationBackup;
  onClose: () => void;
  onRestored: () => void;
}

export function BackupDialog({ backup, onClose, onRestored }: BackupDialogProps) {
  const t = useT();
  const c = t.configuration;
  const b = c.backups;
  const format = useFormat();
  const act = useAct();
  const toast = useToast();
  const compared = useHostQuery('configuration/compare', { backup: backup.id }, { fresh: true });
  const restore = useHostMutation('configuration/restore');
  const undo = async (copy: string) => {
    if (await act('configuration/restore', { backup: copy })) {
      toast.show({ title: b.undone });
      onRestored();
    }
  };
  const start = () =>
    restore.mutate(
      { backup: backup.id },
      {
        onSuccess: ({ undo: copy, aside }) => {
          toast.show({ tone: 'success', title: b.restored, ...(aside === null ? {} : { description: c.broken.asideKept(aside) }), action: { label: t.app.actions.undo, onPress: () => void undo(copy) } });
          onRestored();
          onClose();
        },
      },
    );
  const isSame = compared.data !== undefined && compared.data.diff.hunks.length === 0 && !compared.data.diff.isTooLarge;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={b.title2(format.dateTime(backup.at))}
      description={b.reviewStays}
      footer={
        <>
          <Button onClick={onClose}>{t.app.actions.cancel}</Button>
          <Button variant="primary" loading={restore.isPending} disabled={!compared.data || isSame} focusableWhenDisabled onClick={start}>{b.restore}</Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        {compared.error ? <ProblemCallout problem={compared.error.problem} /> : null}
        {restore.error ? <ProblemCallout problem={restore.error.problem} /> : null}
        {compared.data ? (
          <>
            <section>
              <h3 className="mb-1 text-sm font-medium">{b.wouldChange}</h3>
              {compared.data.servers.length === 0 ? <p className="text-sm text-muted">{b.nothing}</p> : <Differences servers={compared.data.servers} />}
            </section>
            <Collapsible label={b.lines} defaultOpen>
              <TextDiffView diff={compared.data.diff} label={b.lines} />
            </Collapsible>
          </>
        ) : compared.error ? null : (
          <Spinner />
        )}
      </div>
    </Dialog>
  );
}

function Differences({ servers }: { servers: readonly ServerDifference[] }) {
  const b = useT().configuration.backups;
  const words = { added: b.comesBack, removed: b.goes, changed: b.changes };
  const tones = { added: 'success', removed: 'danger', changed: 'warn' } as const;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {servers.map(({ name, kind }) => (
        <li key={name} className="flex min-w-0 items-center gap-2">
          <Badge tone={tones[kind]}>{words[kind]}</Badge>
          <span className="min-w-0 break-words"><RevealText text={name} /></span>
        </li>
      ))}
    </ul>
  );
}
