/** How a server is, how it is spoken to, and what it can do. */
import type { ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { shownState } from '../../../lib/server-state.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Fact, Facts } from './facts.tsx';
import type { SectionProps } from './section.ts';

export function StatusSection({ server }: SectionProps) {
  const t = useT();
  const o = t.servers.overview;
  const transports = { stdio: o.transportStdio, 'streamable-http': o.transportHttp, sse: o.transportSse };
  return (
    <Card level={2} title={o.connection}>
      <Facts>
        <Fact label={o.status}>
          <StateLine server={server} />
          {server.warnings.some(isSlowStart) ? <p className="text-muted">{server.launch.kind === 'stdio' ? o.slowProgram : o.slowAddress}</p> : null}
        </Fact>
        {server.protocolVersion && server.era ? <Fact label={o.protocol}>{o.protocolValue(server.protocolVersion, server.era === 'modern' ? o.eraModern : o.eraLegacy)}</Fact> : null}
        {server.transport ? <Fact label={o.transport}>{transports[server.transport]}</Fact> : null}
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

/** Taking its time is no fault of a server: it is told with the state, not among the oddities. */
export const isSlowStart = ({ kind }: ServerView['warnings'][number]): boolean => kind === 'slow-start';

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
