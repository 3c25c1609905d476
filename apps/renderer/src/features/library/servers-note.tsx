/** Why something may be missing: servers that are still starting, or that could not be started. */
import { Spinner } from '@portolan/ui/spinner';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatRoute } from '../../lib/router.ts';

export function ServersNote() {
  const t = useT();
  const servers = (useServers().data ?? []).filter(({ isEnabled, isReviewed }) => isEnabled && isReviewed);
  const starting = servers.filter(({ state, lists }) => (state === 'starting' || state === 'backoff') && lists.source === 'none').length;
  const failed = servers.filter(({ state, lists }) => state === 'failed' && lists.source === 'none').length;
  if (starting === 0 && failed === 0) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-3 py-1.5 text-sm text-muted">
      {starting > 0 ? <span className="flex items-center gap-2"><Spinner /> {t.library.starting(starting)}</span> : null}
      {failed > 0 ? <span>{t.library.failed(failed)} <a className="text-accent-fg underline underline-offset-2" href={formatRoute({ at: 'servers' })}>{t.library.showServers}</a></span> : null}
    </div>
  );
}
