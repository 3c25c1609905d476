/** A server's state, identity and oddities. */
import type { ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { LongText } from '../../lib/content/long-text.tsx';
import { Column } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { useNow } from '../../lib/use-now.ts';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';
import { ReviewCard } from './review-card.tsx';

export function OverviewTab({ server }: { server: ServerView }) {
  const t = useT();
  const o = t.servers.overview;
  const { info } = server;
  return (
    <div className="h-full overflow-auto">
      <Column>
        <div className="flex flex-col gap-5">
          {server.isReviewed ? null : <ReviewCard server={server} />}
          {server.isReviewed && server.problem ? (
            <ProblemCallout
              problem={server.problem}
              tone={server.state === 'failed' ? 'danger' : 'warn'}
              actions={<Button size="sm" onClick={() => navigate({ at: 'server', serverId: server.id, tab: 'log' })}>{t.servers.actions.showLog}</Button>}
            />
          ) : null}
          <Card level={2} title={o.status}>
            <Facts>
              <Fact label={o.status}><StateLine server={server} /></Fact>
              {server.protocolVersion && server.era ? (
                <Fact label={o.protocol}>{o.protocolValue(server.protocolVersion, server.era === 'modern' ? o.eraModern : o.eraLegacy)}</Fact>
              ) : null}
              {server.transport ? (
                <Fact label={o.transport}>{server.transport === 'stdio' ? o.transportStdio : server.transport === 'sse' ? o.transportSse : o.transportHttp}</Fact>
              ) : null}
              {server.pid === null ? null : <Fact label={o.process}>{o.pid(server.pid)}</Fact>}
              {server.state === 'ready' ? (
                <Fact label={o.capabilities}>
                  {server.capabilities.length === 0 ? o.noCapabilities : <span className="flex flex-wrap gap-1">{server.capabilities.map((each) => <Badge key={each} mono>{each}</Badge>)}</span>}
                </Fact>
              ) : null}
            </Facts>
          </Card>
          {info ? (
            <Card level={2} title={o.about} actions={<span className="text-xs text-subtle">{o.aboutNote}</span>}>
              <Facts>
                <Fact label={t.servers.form.name}>
                  <RevealText text={info.title ?? info.name} /> {info.title ? <CodeText text={info.name} /> : null}
                </Fact>
                <Fact label={o.version}><RevealText text={info.version} /></Fact>
                {info.description ? <Fact label={t.shell.description}><RevealText text={info.description} multiline /></Fact> : null}
                {info.websiteUrl ? <Fact label={o.website}><CodeText text={info.websiteUrl} /></Fact> : null}
              </Facts>
            </Card>
          ) : null}
          {server.instructions ? (
            <Card level={2} title={o.instructions}>
              <LongText text={server.instructions} label={o.instructions} />
            </Card>
          ) : null}
          {server.warnings.length > 0 ? (
            <Card level={2} title={o.warnings}>
              <p className="mb-2 text-sm text-muted">{o.warningsText}</p>
              <ul className="flex flex-col gap-2">
                {server.warnings.map((warning) => (
                  <li key={warning.kind}>
                    <Callout tone="warn" title={<><RevealText text={warning.message} /> <span className="font-normal">({o.times(warning.count)})</span></>}>
                      {warning.sample ? <CodeText text={warning.sample} /> : null}
                    </Callout>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
          {server.isReviewed ? (
            <Card level={2} title={server.launch.kind === 'stdio' ? o.launch : o.reach}>
              <div className="flex flex-col gap-3">
                <LaunchFlags flags={server.flags} />
                <LaunchDetails launch={server.launch} />
              </div>
            </Card>
          ) : null}
        </div>
      </Column>
    </div>
  );
}

function StateLine({ server }: { server: ServerView }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(server.state === 'backoff' || server.state === 'starting' ? 1_000 : 30_000);
  const word = !server.isReviewed ? t.servers.state.unreviewed : !server.isEnabled ? t.servers.state.disabled : t.servers.state[server.state];
  const rest = [t.servers.since(format.relative(Math.min(server.since, now), now))];
  if (server.state === 'backoff' && server.retryAt !== null) rest.push(t.servers.retryIn(format.relative(Math.max(server.retryAt, now), now)));
  if (server.crashes > 0) rest.push(t.servers.crashes(server.crashes));
  return <>{word}<span className="text-muted">, {rest.join(', ')}</span></>;
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-6 gap-y-2 text-sm">{children}</dl>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
