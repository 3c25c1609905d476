/** The last lines of a server's log, stderr among them, where its state is looked at. */
import { Card } from '@portolan/ui/card';
import { Button } from '@portolan/ui/button';
import { RevealText } from '@portolan/ui/reveal-text';
import { useServerLog } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { navigate } from '../../../lib/router.ts';
import { logText } from '../log-text.ts';
import type { SectionProps } from './section.ts';

const mostLines = 8;

export function RecentSection({ server }: SectionProps) {
  const t = useT();
  const format = useFormat();
  const { data } = useServerLog(server.id);
  const lines = data?.lines.slice(-mostLines) ?? [];
  if (lines.length === 0) return null;
  return (
    <Card level={2} title={t.servers.recent.title} actions={<Button size="sm" onClick={() => navigate({ at: 'server', serverId: server.id, tab: 'log' })}>{t.servers.actions.showLog}</Button>}>
      <ol className="flex min-w-0 flex-col font-mono text-xs leading-5">
        {lines.map((line) => (
          <li key={line.seq} className="flex min-w-0 gap-x-3 max-sm:flex-wrap">
            <time className="shrink-0 text-subtle tabular-nums" dateTime={new Date(line.at).toISOString()}>{format.time(line.at)}</time>
            <span className="w-16 shrink-0 truncate text-subtle">{line.level ?? t.servers.log.short[line.source]}</span>
            <span className={`line-clamp-2 min-w-0 wrap-anywhere ${line.source === 'lifecycle' ? 'text-accent-fg' : ''}`}><RevealText text={logText(t, line)} hideCount /></span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
