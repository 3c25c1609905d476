/** What a list tab shows when there is no list: not running, starting, loading, failed, or empty. */
import type { ServerView } from '@portolan/contract/servers';
import type { HostError } from '@portolan/contract/errors';
import { Button } from '@portolan/ui/button';
import { Collapsible } from '@portolan/ui/collapsible';
import { EmptyState } from '@portolan/ui/empty-state';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { hasLists, isUp } from '../../lib/server-state.ts';
import { useAct } from '../../lib/use-act.ts';

export interface ListStateProps {
  server: ServerView;
  error: HostError | null;
  /** There is a list and it holds nothing. */
  isEmpty: boolean;
  notReady: string;
  empty: string;
  onRetry: () => void;
}

export function ListState({ server, error, isEmpty, notReady, empty, onRetry }: ListStateProps) {
  return (
    <div className="grid h-full place-items-center overflow-auto p-6">
      {!hasLists(server) ? <NotUp server={server} notReady={notReady} /> : error ? <div className="max-w-lg"><ProblemCallout problem={error.problem} onRetry={onRetry} /></div> : isEmpty ? <EmptyState title={empty} /> : <Spinner />}
    </div>
  );
}

function NotUp({ server, notReady }: { server: ServerView; notReady: string }): ReactNode {
  const t = useT();
  const act = useAct();
  const serverId = server.id;
  if (server.state === 'starting') return <p role="status" className="flex items-center gap-2 text-sm text-muted"><Spinner /> <RevealText text={t.shell.starting(server.name)} hideCount /></p>;
  if (!server.isReviewed) return <EmptyState title={notReady} actions={<Button variant="primary" onClick={() => navigate({ at: 'server', serverId, tab: 'overview' })}>{t.servers.actions.review}</Button>} />;
  if (!server.isEnabled) return <EmptyState title={notReady} actions={<Button onClick={() => void act('servers/setEnabled', { serverId, isEnabled: true })}>{t.servers.actions.enable}</Button>} />;
  const start = <Button variant="primary" onClick={() => void act('servers/start', { serverId })}>{t.servers.actions.start}</Button>;
  if (!server.problem) return <EmptyState title={notReady} actions={start} />;
  return (
    <div className="max-w-lg">
      <ProblemCallout problem={server.problem} alert={false} actions={<>{start}<Button onClick={() => navigate({ at: 'server', serverId, tab: 'log' })}>{t.servers.actions.showLog}</Button></>} />
    </div>
  );
}

/** Over a list that is not the server's own word of now: since when it stands, and how to have the server itself. */
export function FromLastTime({ server }: { server: ServerView }): ReactNode {
  const t = useT();
  const format = useFormat();
  const act = useAct();
  if (isUp(server) || server.lists.source !== 'remembered' || server.lists.at === null) return null;
  const l = t.servers.lists;
  const isStarting = server.state === 'starting' || server.state === 'backoff';
  return (
    <div className="mx-2.5 mb-2 rounded-md bg-sunken px-2.5 py-2 text-xs text-muted" role="note">
      <p className="font-medium">{l.remembered(format.dateTime(server.lists.at))}</p>
      <p className="mt-0.5">{isStarting ? l.starts : server.lists.isUsable ? l.wakes : l.asleep}</p>
      {server.isEnabled && !isStarting ? <Button size="sm" className="mt-1.5" onClick={() => void act('servers/start', { serverId: server.id })}>{t.servers.actions.start}</Button> : null}
    </div>
  );
}

/** Definitions that could not be used, each with the reason. */
export function Refused({ refused }: { refused: { label: string; reason: string }[] }) {
  const t = useT();
  if (refused.length === 0) return null;
  return (
    <Collapsible label={t.servers.overview.refused(refused.length)} className="mt-3 px-2 text-sm">
      <p className="mb-1 text-xs text-muted">{t.tools.refusedText}</p>
      <ul className="flex flex-col gap-1.5">
        {refused.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- many may be the same, and none moves within one list
          <li key={index} className="rounded-md bg-warn-soft px-2 py-1 text-xs break-words text-warn-fg">
            <RevealText text={each.label} className="font-medium" />: <RevealText text={each.reason} />
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
