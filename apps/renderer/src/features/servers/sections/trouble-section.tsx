/** Why a server does not work, and what can be done about it; or what has to be decided before it may. */
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHost } from '../../../host/host-context.tsx';
import { DoctorReport } from '../../../lib/doctor/doctor-report.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { navigate } from '../../../lib/router.ts';
import { collectDiagnostics } from '../diagnostics.ts';
import { ReviewCard } from '../review-card.tsx';
import { isSignInMatter } from '../sign-in/sign-in-matter.ts';
import { isValueMatter } from '../value-matter.ts';
import type { SectionProps } from './section.ts';

export function TroubleSection({ server, onEdit }: SectionProps) {
  const t = useT();
  const { link } = useHost();
  const [isAsking, setIsAsking] = useState(false);
  if (!server.isReviewed) return <ReviewCard key={server.launchHash} server={server} onEdit={onEdit} />;
  if (!server.problem || isSignInMatter(server) || isValueMatter(server)) return null;
  return (
    <>
      <ProblemCallout
        problem={server.problem}
        tone={server.state === 'failed' ? 'danger' : 'warn'}
        alert={false}
        actions={
          <>
            <Button size="sm" onClick={() => setIsAsking(true)}>{t.doctor.findOut}</Button>
          <Button size="sm" onClick={() => navigate({ at: 'server', serverId: server.id, tab: 'log' })}>{t.servers.actions.showLog}</Button>
          <CopyButton showLabel variant="secondary" label={t.servers.actions.copyDiagnostics} text={() => collectDiagnostics(link, server)} />
        </>
      }
    />
    <Dialog open={isAsking} onOpenChange={setIsAsking} title={<RevealText text={t.doctor.forServer(server.name)} />} size="lg">
      <DoctorReport serverId={server.id} />
    </Dialog>
    </>
  );
}
