/** What mends a finding: a command to copy, a page to open, a folder to use, a server to start. */
import type { DoctorFinding, DoctorFix } from '@portolan/contract/doctor';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { useToast } from '@portolan/ui/toast';
import { useT } from '../i18n.tsx';
import { useOpenLink } from '../link-door.tsx';
import { navigate } from '../router.ts';
import { useAct } from '../use-act.ts';

/** @param of the server whose page this stands on: there is no need to go there */
export function DoctorFixes({ finding, of, onMended }: { finding: DoctorFinding; of: ServerId | undefined; onMended: () => void }) {
  const t = useT();
  const act = useAct();
  const forget = finding.code === 'folder-preferred' || finding.code === 'folder-preferred-gone';
  const fixes = finding.fixes.filter((fix) => fix.kind !== 'open-server' || fix.serverId !== of);
  if (fixes.length === 0 && !forget) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {fixes.map((fix) => <Fix key={JSON.stringify(fix)} fix={fix} onMended={onMended} />)}
      {forget ? (
        <Button size="sm" onClick={() => void act('doctor/useFolder', { folder: null }).then((done) => done && onMended())}>{t.doctor.fixes.forgetFolder}</Button>
      ) : null}
    </div>
  );
}

function Fix({ fix, onMended }: { fix: DoctorFix; onMended: () => void }) {
  const t = useT();
  const f = t.doctor.fixes;
  const act = useAct();
  const toast = useToast();
  const openLink = useOpenLink();
  if (fix.kind === 'copy-command') {
    return (
      <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-muted">
        {f.command} <CodeText text={fix.command} className="break-all" /> <CopyButton label={f.copyCommand} text={fix.command} />
      </span>
    );
  }
  if (fix.kind === 'open-page') return <Button size="sm" onClick={() => openLink(fix.url)}>{f.openPage(new URL(fix.url).hostname)}</Button>;
  if (fix.kind === 'open-server') return <Button size="sm" onClick={() => navigate({ at: 'server', serverId: fix.serverId, tab: 'overview' })}>{f.openServer}</Button>;
  const mend = async (): Promise<void> => {
    if (fix.kind === 'start-server') {
      if (await act('servers/start', { serverId: fix.serverId })) onMended();
    } else if (await act('doctor/useFolder', { folder: fix.folder })) {
      toast.show({ title: f.usedFolder(fix.folder) });
      onMended();
    }
  };
  return <Button size="sm" variant="primary" onClick={() => void mend()}>{fix.kind === 'start-server' ? f.startServer : f.preferFolder(fix.version)}</Button>;
}
