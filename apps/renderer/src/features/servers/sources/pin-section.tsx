/** A package without a fixed version: which one lies on this computer, and making it stay (T:A14). */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { PinIcon } from 'lucide-react';
import { useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import type { SectionProps } from '../sections/section.ts';

export function PinSection({ server }: SectionProps) {
  const t = useT();
  const p = t.sources.pin;
  const act = useAct();
  const isUnpinned = server.flags.some(({ kind }) => kind === 'unpinned-package');
  // After a start another one may lie there.
  const { data } = useHostQuery('packages/resolved', { serverId: server.id }, { enabled: isUnpinned, stamp: [server.launchHash, server.state === 'ready', server.since], keep: true });
  const resolved = isUnpinned ? data?.resolved : null;
  if (!resolved) return null;
  return (
    <Callout
      title={<RevealText text={p.resolved(resolved.spec, resolved.version)} />}
      actions={<Button size="sm" icon={<PinIcon />} onClick={() => void act('packages/pin', { serverId: server.id, version: resolved.version })}>{p.pin(resolved.version)}</Button>}
    >
      {p.text}
    </Callout>
  );
}
