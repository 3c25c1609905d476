/** What a `portolan://` link would add, in full, and the one place where it may (S07, T:A01 to T:A06). */
import { EmptyState } from '@portolan/ui/empty-state';
import { Spinner } from '@portolan/ui/spinner';
import { LinkIcon } from 'lucide-react';
import { useInstallLinks } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { LinkRequest } from './link-request.tsx';

export function LinkPanel() {
  const t = useT();
  const { data: links, error, retry } = useInstallLinks();
  const [first, ...others] = links ?? [];
  if (first) {
    return (
      <div className="flex min-w-0 flex-col gap-4">
        <LinkRequest key={first.id} request={first} />
        {others.length > 0 ? <p className="text-sm text-muted" role="status">{t.sources.link.more(others.length)}</p> : null}
      </div>
    );
  }
  if (error) return <ProblemCallout problem={error.problem} onRetry={retry} />;
  return links ? <EmptyState level={2} icon={<LinkIcon />} title={t.sources.link.none}>{t.sources.link.noneText}</EmptyState> : <Spinner />;
}
