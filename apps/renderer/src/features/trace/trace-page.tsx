/** The trace as a page of its own: of all servers, of one, or of the exchange that a call of a chat led to. */
import type { CallId, ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Select } from '@portolan/ui/select';
import { Spinner } from '@portolan/ui/spinner';
import { useHostQuery, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { TraceView } from './trace-view.tsx';

export interface TracePageProps {
  serverId: ServerId | undefined;
  callId: CallId | undefined;
}

export default function TracePage({ serverId, callId }: TracePageProps) {
  const t = useT();
  return (
    <PageFrame fill title={t.trace.title}>
      {callId === undefined ? <TraceView serverId={serverId} picker={<ServerPicker serverId={serverId} />} /> : <OfCall key={callId} callId={callId} />}
    </PageFrame>
  );
}

/** No server has this id: its characters are letters, digits, hyphens and underscores. */
const all = '*';

function ServerPicker({ serverId }: { serverId: ServerId | undefined }) {
  const t = useT();
  const servers = useServers().data ?? [];
  const choose = (value: string) => {
    const server = servers.find(({ id }) => id === value);
    navigate({ at: 'trace', ...(server ? { serverId: server.id } : {}) }, { replace: true });
  };
  return <Select aria-label={t.trace.server} size="sm" value={serverId ?? all} onValueChange={choose} items={[{ value: all, label: t.trace.allServers }, ...servers.map(({ id, name }) => ({ value: id as string, label: name }))]} />;
}

function OfCall({ callId }: { callId: CallId }) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('trace/find', { callId }, { fresh: true });
  if (error) return <div className="p-4"><ProblemCallout problem={error.problem} onRetry={() => void refetch()} /></div>;
  if (!data) return <div className="grid h-full place-items-center text-muted"><Spinner /></div>;
  if (!data.found) {
    return (
      <div className="grid h-full place-items-center p-6">
        <EmptyState title={t.trace.gone} actions={<Button onClick={() => navigate({ at: 'trace' }, { replace: true })}>{t.trace.resetFilters}</Button>}>{t.trace.goneText}</EmptyState>
      </div>
    );
  }
  const { found } = data;
  return <TraceView serverId={found.serverId} entry={found} picker={<ServerPicker serverId={found.serverId} />} />;
}
