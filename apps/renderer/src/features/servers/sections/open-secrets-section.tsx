/** Keys that stand in the configuration in plain text, and the one move that keeps them encrypted (S09). */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { LockIcon } from 'lucide-react';
import { useHostMutation, useSecrets } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { navigate } from '../../../lib/router.ts';
import type { SectionProps } from './section.ts';

export function OpenSecretsSection({ server }: SectionProps) {
  const t = useT();
  const v = t.values;
  const toast = useToast();
  const place = useSecrets().data;
  const keep = useHostMutation('servers/keepSecrets');
  const names = server.openSecrets ?? [];
  if (names.length === 0 || place === undefined) return null;
  const cannotKeep = place.locked !== null || place.protection === 'memory';
  return (
    <Callout tone="warn" title={v.openTitle}>
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="break-words"><RevealText text={v.openText(names.join(', '))} hideCount /></p>
        {cannotKeep ? (
          <Button size="sm" onClick={() => navigate({ at: 'settings', section: 'secrets' })}>{v.choosePlace}</Button>
        ) : (
          <Button size="sm" icon={<LockIcon />} loading={keep.isPending} onClick={() => keep.mutate({ serverId: server.id, launchHash: server.launchHash }, { onSuccess: () => toast.show({ tone: 'success', title: v.movedIn }) })}>{v.moveIn}</Button>
        )}
        {keep.error ? <ProblemCallout problem={keep.error.problem} /> : null}
      </div>
    </Callout>
  );
}
