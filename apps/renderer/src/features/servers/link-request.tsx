/** One link: each server it would add, what it would take the place of, and the two answers. Neither is a default. */
import type { InstallLink } from '@portolan/contract/install-links';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { LinkIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { useGuard } from '../../lib/use-guard.ts';
import { LinkedServerCard } from './linked-server-card.tsx';
import type { Placement } from './linked-server-card.tsx';

export function LinkRequest({ request }: { request: InstallLink }) {
  const t = useT();
  const l = t.sources.link;
  const question = useRef<HTMLElement>(null);
  const guard = useGuard(question);
  const accept = useHostMutation('installLinks/accept');
  const dismiss = useHostMutation('installLinks/dismiss');
  const { servers } = request;
  // What is there already, unchanged, needs no adding; what has a taken name is kept beside unless the person says otherwise.
  const [placements, setPlacements] = useState<readonly Placement[]>(() => servers.map(({ existing }) => (existing?.isSame ? 'leave' : 'new')));
  // Whose secrets stay in the file as the link has them.
  const [asWritten, setAsWritten] = useState<ReadonlySet<number>>(new Set());
  const chosen = servers.flatMap((server, index) => {
    const placement = placements[index] ?? 'leave';
    if (placement === 'leave') return [];
    const { existing } = server;
    const kept = server.openSecrets.length > 0 ? { keepSecrets: !asWritten.has(index) } : {};
    return [placement === 'replace' && existing ? { index, name: server.name, replace: existing.id, ...kept } : { index, name: existing?.freeName ?? server.name, ...kept }];
  });
  const place = (index: number, placement: Placement) => setPlacements((now) => now.with(index, placement));
  const add = () =>
    accept.mutate(
      { id: request.id, servers: chosen },
      {
        onSuccess: ({ servers: added }) => {
          const only = added.length === 1 ? added[0] : undefined;
          navigate(only ? { at: 'server', serverId: only.id, tab: 'overview' } : { at: 'servers' });
        },
      },
    );
  const problem = request.problem ?? accept.error?.problem ?? dismiss.error?.problem ?? null;
  return (
    <section ref={question} aria-label={request.problem ? l.refused : l.asks(servers.length)} className="flex min-w-0 flex-col gap-3">
      {request.problem ? null : (
        <Callout tone="warn" icon={<LinkIcon />} title={l.asks(servers.length)}>{l.lead}</Callout>
      )}
      {/* A link has no two servers of one name. */}
      {servers.map((server, index) => (
        <LinkedServerCard key={server.name} server={server} placement={placements[index] ?? 'leave'} onPlace={(placement) => place(index, placement)} keepsSecrets={!asWritten.has(index)} onKeepSecrets={(keeps) => setAsWritten((held) => new Set(keeps ? [...held].filter((each) => each !== index) : [...held, index]))} />
      ))}
      {problem ? <ProblemCallout problem={problem} tone={request.problem ? 'warn' : 'danger'} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        {request.problem ? null : (
          <Button
            disabled={guard.isGuarded || chosen.length === 0}
            focusableWhenDisabled
            loading={accept.isPending}
            onClick={(event) => {
              if (guard.accepts(event)) add();
            }}
          >
            {l.add(chosen.length)}
          </Button>
        )}
        <Button variant={request.problem ? 'secondary' : 'ghost'} loading={dismiss.isPending} onClick={() => dismiss.mutate({ id: request.id })}>{request.problem ? t.ui.dismiss : l.dismiss}</Button>
        {request.problem ? null : <p className="text-sm text-muted">{t.servers.paste.nothingStarts}</p>}
      </div>
    </section>
  );
}
