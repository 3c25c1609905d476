/** A server's state, identity and oddities. */
import type { ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { PencilIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { LongText } from '../../lib/content/long-text.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useOpenLink } from '../../lib/link-door.tsx';
import { Column, ScrollBody } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { shownState } from '../../lib/server-state.ts';
import { useNow } from '../../lib/use-now.ts';
import { collectDiagnostics } from './diagnostics.ts';
import { LaunchDetails, LaunchFlags } from './launch-details.tsx';
import { ReviewCard } from './review-card.tsx';

export function OverviewTab({ server, onEdit }: { server: ServerView; onEdit: () => void }) {
  return (
    <ScrollBody className="h-full">
      <Column>
        <div className="flex min-w-0 flex-col gap-5">
          {server.isReviewed ? <Trouble server={server} /> : <ReviewCard key={server.launchHash} server={server} onEdit={onEdit} />}
          <StatusCard server={server} />
          <AboutCard server={server} />
          <OdditiesCard server={server} />
          {server.isReviewed ? <LaunchCard server={server} onEdit={onEdit} /> : null}
        </div>
      </Column>
    </ScrollBody>
  );
}

function Trouble({ server }: { server: ServerView }) {
  const t = useT();
  const { link } = useHost();
  if (!server.problem) return null;
  return (
    <ProblemCallout
      problem={server.problem}
      tone={server.state === 'failed' ? 'danger' : 'warn'}
      alert={false}
      actions={
        <>
          <Button size="sm" onClick={() => navigate({ at: 'server', serverId: server.id, tab: 'log' })}>{t.servers.actions.showLog}</Button>
          <CopyButton showLabel variant="secondary" label={t.servers.actions.copyDiagnostics} text={() => collectDiagnostics(link, server)} />
        </>
      }
    />
  );
}

function StatusCard({ server }: { server: ServerView }) {
  const t = useT();
  const o = t.servers.overview;
  const transports = { stdio: o.transportStdio, 'streamable-http': o.transportHttp, sse: o.transportSse };
  return (
    <Card level={2} title={o.status}>
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

/** Everything in here is the server's own word. */
function AboutCard({ server }: { server: ServerView }) {
  const t = useT();
  const o = t.servers.overview;
  const openLink = useOpenLink();
  const { info, instructions } = server;
  const website = info?.websiteUrl;
  return (
    <>
      {info ? (
        <Card level={2} title={o.about} actions={<span className="text-xs text-subtle">{o.aboutNote}</span>}>
          <Facts>
            <Fact label={t.servers.form.name}>
              <RevealText text={info.title ?? info.name} /> {info.title ? <CodeText text={info.name} /> : null}
            </Fact>
            <Fact label={o.version}><RevealText text={info.version} /></Fact>
            {info.description ? <Fact label={t.shell.description}><RevealText text={info.description} multiline /></Fact> : null}
            {website ? <Fact label={o.website}><button type="button" className="text-left break-all text-accent-fg underline" onClick={() => openLink(website)}><RevealText text={website} hideCount /></button></Fact> : null}
          </Facts>
        </Card>
      ) : null}
      {instructions ? (
        <Card level={2} title={o.instructions}>
          <LongText text={instructions} label={o.instructions} />
        </Card>
      ) : null}
    </>
  );
}

/** Taking its time is no fault of a server: it is told with the state, not among the oddities. */
const isSlowStart = ({ kind }: ServerView['warnings'][number]): boolean => kind === 'slow-start';

function OdditiesCard({ server }: { server: ServerView }) {
  const o = useT().servers.overview;
  const oddities = server.warnings.filter((warning) => !isSlowStart(warning));
  if (oddities.length === 0) return null;
  return (
    <Card level={2} title={o.warnings}>
      <p className="mb-2 text-sm text-muted">{o.warningsText}</p>
      <ul className="flex flex-col gap-2">
        {oddities.map((warning) => (
          <li key={warning.kind} className="min-w-0">
            <Callout tone="warn" title={<><RevealText text={warning.message} /> <span className="font-normal">({o.times(warning.count)})</span></>}>
              {warning.sample ? <CodeText text={warning.sample} className="break-all" /> : null}
            </Callout>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function LaunchCard({ server, onEdit }: { server: ServerView; onEdit: () => void }) {
  const t = useT();
  const o = t.servers.overview;
  return (
    <Card level={2} title={server.launch.kind === 'stdio' ? o.launch : o.reach} actions={<Button size="sm" icon={<PencilIcon />} onClick={onEdit}>{t.servers.actions.edit}</Button>}>
      <div className="flex min-w-0 flex-col gap-3">
        <LaunchFlags flags={server.flags} />
        <LaunchDetails launch={server.launch} />
      </div>
    </Card>
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

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-5 gap-y-2 text-sm max-sm:grid-cols-1 max-sm:[&>dd]:mb-1.5 max-sm:gap-y-0">{children}</dl>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
