/** What a list tab shows when there is no list: not running, loading, failed, or empty. */
import type { ServerView } from '@portolan/contract/servers';
import type { HostError } from '@portolan/contract/errors';
import { EmptyState } from '@portolan/ui/empty-state';
import { Spinner } from '@portolan/ui/spinner';
import { RevealText } from '@portolan/ui/reveal-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function ListState({ server, error, isEmpty, notReady, empty }: { server: ServerView; error: HostError | null; isEmpty: boolean; notReady: string; empty: string }) {
  return (
    <div className="grid h-full place-items-center p-6">
      {server.state !== 'ready' && server.state !== 'degraded' ? <EmptyState title={notReady} /> : error ? <ProblemCallout problem={error.problem} /> : isEmpty ? <EmptyState title={empty} /> : <Spinner />}
    </div>
  );
}

export function Refused({ refused }: { refused: { label: string; reason: string }[] }) {
  const t = useT();
  if (refused.length === 0) return null;
  return (
    <Collapsible label={t.servers.overview.refused(refused.length)} className="mt-3 px-2 text-sm">
      <p className="mb-1 text-xs text-muted">{t.tools.refusedText}</p>
      <ul className="flex flex-col gap-1.5">
        {refused.map((each) => (
          <li key={`${each.label} ${each.reason}`} className="rounded-md bg-warn-soft px-2 py-1 text-xs text-warn-fg">
            <RevealText text={each.label} className="font-medium" />: <RevealText text={each.reason} />
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
