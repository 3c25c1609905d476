/** What a local server may reach, and which closed doors it ran into (S18). */
import type { SandboxPolicy, SandboxRefusal } from '@portolan/contract/sandbox';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { BoxIcon, ShieldIcon } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { PermissionsDialog } from '../permissions/permissions-dialog.tsx';
import { Fact, Facts } from './facts.tsx';
import type { SectionProps } from './section.ts';

export function PermissionsSection({ server }: SectionProps) {
  const c = useT().containment;
  const [asked, setAsked] = useState<{ wanted: SandboxRefusal | null } | null>(null);
  // Before the first start it stands in the question itself.
  if (server.launch.kind !== 'stdio' || !server.isReviewed) return null;
  const policy = server.sandbox === undefined || server.sandbox === 'off' ? null : server.sandbox;
  const refusals = policy === null ? [] : (server.refusals ?? []);
  return (
    <Card
      level={2}
      icon={policy === null ? <ShieldIcon className="size-4.5 shrink-0 text-subtle" aria-hidden="true" /> : <BoxIcon className="size-4.5 shrink-0 text-success-fg" aria-hidden="true" />}
      title={c.title}
      actions={<Button size="sm" onClick={() => setAsked({ wanted: null })}>{c.change}</Button>}
    >
      <div className="flex min-w-0 flex-col gap-3">
        <p className="text-sm">
          <Badge tone={policy === null ? 'neutral' : 'success'}>{policy === null ? c.uncontained : c.contained}</Badge> <span className="text-muted">{policy === null ? c.uncontainedText : c.containedText}</span>
        </p>
        {policy === null ? null : <PolicyFacts policy={policy} />}
        {refusals.length === 0 ? null : (
          <Callout tone="info" title={c.refusedTitle(refusals.length)}>
            <ul className="flex flex-col gap-1">
              {refusals.map((refusal) => (
                <li key={`${refusal.kind} ${refusal.subject}`} className="flex min-w-0 flex-wrap items-center gap-2">
                  <span className="min-w-0 wrap-anywhere"><RevealText text={c.refused[refusal.kind](refusal.subject)} /></span>
                  <Button size="sm" onClick={() => setAsked({ wanted: refusal })}>{c.open}</Button>
                </li>
              ))}
            </ul>
            <p className="mt-1.5 text-xs">{c.refusedText}</p>
          </Callout>
        )}
      </div>
      <PermissionsDialog server={server} wanted={asked?.wanted ?? null} isOpen={asked !== null} onClose={() => setAsked(null)} />
    </Card>
  );
}

function PolicyFacts({ policy }: { policy: SandboxPolicy }) {
  const c = useT().containment;
  return (
    <Facts>
      <Fact label={c.folders}>
        {policy.folders.length === 0 ? c.noFolders : (
          <ul>
            {policy.folders.map(({ path, access }) => (
              <li key={path} className="min-w-0"><code className="text-xs break-all"><RevealText text={path} /></code> <span className="text-muted">· {access === 'write' ? c.write : c.read}</span></li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label={c.network}>{policy.network === 'none' ? c.networkNone : c.networkAll}</Fact>
      <Fact label={c.environment}>
        {policy.environment.length === 0 ? c.noEnvironment : <span className="flex flex-wrap gap-1">{policy.environment.map((name) => <Badge key={name} mono>{name}</Badge>)}</span>}
      </Fact>
    </Facts>
  );
}
