/** A package without a fixed version: which one lies on this computer, and making it stay (T:A14). */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { PinIcon } from 'lucide-react';
import { useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import type { SectionProps } from '../sections/section.ts';

/** A digest is known by its beginning. */
const longest = 19;

export function PinSection({ server }: SectionProps) {
  const t = useT();
  const p = t.sources.pin;
  const act = useAct();
  const unpinned = server.flags.find(({ kind }) => kind === 'unpinned-package');
  const isUnpinned = unpinned !== undefined;
  // After a start another one may lie there.
  const { data, isFetching } = useHostQuery('packages/resolved', { serverId: server.id }, { enabled: isUnpinned, stamp: [server.launchHash, server.state === 'ready', server.since], keep: true });
  const resolved = isUnpinned ? data?.resolved : null;
  // Before it ran there is nothing that could be known.
  if (unpinned !== undefined && resolved === null && !isFetching && server.state === 'ready') return <Callout tone="warn" title={<RevealText text={p.unknown(unpinned.subject)} />}>{p.unknownText}</Callout>;
  if (!resolved) return null;
  const version = resolved.version.length > longest ? `${resolved.version.slice(0, longest)}…` : resolved.version;
  return (
    <Callout
      title={<RevealText text={p.resolved(resolved.spec, version)} />}
      actions={<Button size="sm" icon={<PinIcon />} onClick={() => void act('packages/pin', { serverId: server.id, version: resolved.version })}>{p.pin(version)}</Button>}
    >
      {p.text}
    </Callout>
  );
}
