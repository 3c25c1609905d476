/** How a server is, how it is spoken to, and what it can do. */
import type { ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { shownState } from '../../../lib/server-state.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Fact, Facts } from './facts.tsx';
import type { SectionProps } from './section.ts';

export function StatusSection({ server }: SectionProps) {
  const t = useT();
  const o = t.servers.overview;
  const format = useFormat();
  const transports = { stdio: o.transportStdio, 'streamable-http': o.transportHttp, sse: o.transportSse };
  return (
    <Card level={2} title={o.connection}>
      <Facts>
        <Fact label={o.status}>
          <StateLine server={server} />
          <Starting server={server} />
        </Fact>
        {server.protocolVersion && server.era ? <Fact label={o.protocol}>{o.protocolValue(server.protocolVersion, server.era === 'modern' ? o.eraModern : o.eraLegacy)}</Fact> : null}
        {server.transport ? <Fact label={o.transport}>{transports[server.transport]}</Fact> : null}
        {server.latencyMs === null || (server.state !== 'ready' && server.state !== 'degraded') ? null : <Fact label={o.latency}>{format.duration(server.latencyMs)}</Fact>}
        {server.pid === null ? null : <Fact label={o.process}>{o.pid(server.pid)}</Fact>}
        {server.state === 'ready' || server.state === 'degraded' ? (
          <Fact label={o.capabilities}>
            {server.capabilities.length === 0 ? o.noCapabilities : <span className="flex flex-wrap gap-1">{server.capabilities.map((each) => <Badge key={each} mono><RevealText text={each} hideCount /></Badge>)}</span>}
          </Fact>
        ) : null}
      </Facts>
    </Card>
  );
}

/** A start that takes its time: for how long, what the program said last, and until when it is waited for. */
function Starting({ server }: { server: ServerView }) {
  const t = useT();
  const format = useFormat();
  const act = useAct();
  const now = useNow(1_000);
  const { start } = server;
  if (start?.isSlow !== true) return null;
  const o = t.servers.overview;
  return (
    <div className="mt-1.5 flex min-w-0 flex-col items-start gap-1.5">
      <p className="text-muted">{server.launch.kind === 'stdio' ? (start.isFirst ? o.slowFirst : o.slowProgram) : o.slowAddress}</p>
      <p className="tabular-nums">{o.slowFor(format.duration(Math.max(0, now - server.since)), format.duration(Math.max(0, start.limitAt - now)))}</p>
      {start.lastLine === null ? null : <p className="min-w-0 text-xs text-muted">{o.lastLine} <CodeText text={start.lastLine} className="break-all" /></p>}
      <Button size="sm" onClick={() => void act('servers/stop', { serverId: server.id })}>{o.cancelStart}</Button>
    </div>
  );
}

function StateLine({ server }: { server: ServerView }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(server.state === 'backoff' || server.state === 'starting' ? 1_000 : 30_000);
  const isToday = new Date(server.since).toDateString() === new Date(now).toDateString();
  const rest = [t.servers.since(isToday ? format.time(server.since) : format.dateTime(server.since))];
  if (server.state === 'backoff' && server.retryAt !== null) rest.push(t.servers.retryIn(format.relative(Math.max(server.retryAt, now), now)));
  if (server.crashes > 0) rest.push(t.servers.crashes(server.crashes));
  return <>{t.servers.state[shownState(server)]}<span className="text-muted"> · {rest.join(' · ')}</span></>;
}
