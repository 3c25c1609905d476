/** Servers of other programs on this computer: found, looked at, brought over switched off (S04, A04). */
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Spinner } from '@portolan/ui/spinner';
import { FolderSearchIcon, RefreshCwIcon } from 'lucide-react';
import { useHostQuery, useServers } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { FolderPanel } from './folder-panel.tsx';
import { FoundFile } from './found-file.tsx';

const knownNames = ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code', 'Cline', 'Windsurf', 'Zed', 'LM Studio', 'Goose'];

export function AppsPanel() {
  const t = useT();
  const i = t.otherApps.import;
  const format = useFormat();
  // What is here already decides what is offered: asked again when it changed.
  const stamp = useServers().data?.map(({ id, launchHash }) => `${id} ${launchHash}`).join();
  const { data, error, isFetching, refetch } = useHostQuery('imports/find', {}, { stamp, keep: true, fresh: true });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{i.lead}</p>
        <Button size="sm" icon={<RefreshCwIcon />} loading={isFetching} onClick={() => void refetch()}>{i.look}</Button>
      </div>
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <p role="status" className="flex items-center gap-2 text-sm text-muted"><Spinner /> {i.looking}</p>}
      {data?.files.length === 0 ? (
        <EmptyState icon={<FolderSearchIcon />} title={i.none} actions={<Button onClick={() => navigate({ at: 'add-server', way: 'paste' })}>{t.servers.paste.title}</Button>}>
          {i.noneText(format.list(knownNames))}
        </EmptyState>
      ) : null}
      {data?.files.map((file) => <FoundFile key={`${file.id} ${file.stamp}`} file={file} />)}
      <FolderPanel stamp={stamp} />
    </div>
  );
}
