/** What stands above every page: the host being away, what the app has to say of itself, and questions that wait elsewhere. */
import type { ServerView } from '@portolan/contract/servers';
import type { Notice } from '@portolan/contract/settings';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { BellIcon, KeyRoundIcon, LinkIcon, TriangleAlertIcon, XIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLinkState } from '../host/host-context.tsx';
import { useInteractions, useServers, useSettings, useSignIns } from '../host/queries.ts';
import { useFirstT, useT } from '../lib/i18n.tsx';
import { useProblemText } from '../lib/problem.tsx';
import { goToQuestion, questionWords } from '../lib/questions.ts';
import { navigate, useRoute } from '../lib/router.ts';
import { useAct } from '../lib/use-act.ts';
import { useDelayed } from '../lib/use-delayed.ts';
import { goToLinks, useWaitingLinks } from './install-links.tsx';

function Bar({ tone, icon, children, end }: { tone: 'warn' | 'accent'; icon: ReactNode; children: ReactNode; end?: ReactNode }) {
  const colours = tone === 'warn' ? 'border-warn-line bg-warn-soft text-warn-fg' : 'border-accent-line bg-accent-soft text-accent-fg';
  return (
    <div role="status" className={`flex items-start gap-2 border-b py-1.5 pr-2 pl-4 text-sm ${colours}`}>
      <span className="mt-0.5 shrink-0 [&>svg]:size-4" aria-hidden="true">{icon}</span>
      <p className="min-w-0 flex-1 py-px break-words">{children}</p>
      {end}
    </div>
  );
}

/** Shown once it lasts: a short break is nobody's concern. */
export function AwayBar() {
  const t = useFirstT();
  const isLate = useDelayed(useLinkState() === 'away', 500);
  return isLate ? <Bar tone="warn" icon={<TriangleAlertIcon />}>{t.app.connection.lost}</Bar> : null;
}

export function NoticeBar() {
  const notices = useSettings().data?.notices ?? [];
  return notices.map((notice) => <NoticeLine key={notice.id} notice={notice} />);
}

/** What they speak of is shown in the settings, with what can be done. */
const aboutFile: ReadonlySet<Notice['kind']> = new Set(['config-broken', 'config-changed-outside']);

/** File names and server names in it come from outside. */
function NoticeLine({ notice }: { notice: Notice }) {
  const t = useT();
  const act = useAct();
  const problemText = useProblemText();
  const problem = notice.problem ? problemText(notice.problem) : null;
  // For a broken file or entry the problem says more than the notice: the line, why, and the file to correct.
  const words = notice.kind === 'config-broken' && problem ? null : t.shell.notices[notice.kind](notice.details);
  return (
    <Bar
      tone="warn"
      icon={<TriangleAlertIcon />}
      end={
        <span className="flex shrink-0 items-center gap-1">
          {aboutFile.has(notice.kind) ? <Button size="sm" onClick={() => navigate({ at: 'settings', section: 'configuration' })}>{t.shell.showFile}</Button> : null}
          {notice.kind.startsWith('secrets-') ? <Button size="sm" onClick={() => navigate({ at: 'settings', section: 'secrets' })}>{t.secrets.settings}</Button> : null}
          {notice.kind === 'tools-changed' || notice.kind === 'package-changed' ? <LookAtChanges id={notice.details['serverId']} /> : null}
          <IconButton size="sm" label={t.ui.dismiss} icon={<XIcon />} onClick={() => void act('notices/dismiss', { id: notice.id })} />
        </span>
      }
    >
      <RevealText text={[words, problem?.title, problem?.next].filter(Boolean).join(' ')} hideCount />
    </Bar>
  );
}

function LookAtChanges({ id }: { id: string | undefined }) {
  const t = useT();
  const server = useServers().data?.find((each) => each.id === id);
  if (!server) return null;
  return <Button size="sm" onClick={() => navigate({ at: 'server', serverId: server.id, tab: 'overview' })}>{t.pins.look}</Button>;
}

/** A link that asks to add servers waits elsewhere. */
export function LinkBar() {
  const waiting = useWaitingLinks();
  return waiting === 0 ? null : <WaitingLinks />;
}

function WaitingLinks() {
  const t = useT();
  return <Bar tone="accent" icon={<LinkIcon />} end={<Button size="sm" onClick={goToLinks}>{t.sources.link.look}</Button>}>{t.sources.link.asks(1)}</Bar>;
}

/** For a window without a sidebar: a question in a chat that is not the open one. */
export function QuestionBar() {
  const t = useFirstT();
  const route = useRoute();
  const open = route.at === 'chat' ? route.conversationId : null;
  const question = useInteractions().data?.find((each) => (each.conversationId === null ? route.at !== 'questions' : each.conversationId !== open));
  // Where all of them are, there is nowhere to go.
  if (!question || route.at === 'questions') return null;
  return (
    <Bar tone="accent" icon={<BellIcon />} end={<Button size="sm" onClick={() => goToQuestion(question)}>{t.shell.decide}</Button>}>
      <RevealText text={questionWords(question, t)} hideCount />
    </Bar>
  );
}

/** A running server needs more than was granted: the way to the question, which opens nothing by itself (H08). */
export function SignInBar() {
  const route = useRoute();
  const servers = useServers().data;
  const asking = useSignIns().data?.find(({ serverId, flow }) => flow?.stage === 'asking' && flow.ask?.cause === 'step-up' && !(route.at === 'server' && route.serverId === serverId && route.tab === 'overview'));
  const server = servers?.find(({ id }) => id === asking?.serverId);
  return server ? <MoreWanted server={server} /> : null;
}

function MoreWanted({ server }: { server: ServerView }) {
  const t = useT();
  return (
    <Bar tone="accent" icon={<KeyRoundIcon />} end={<Button size="sm" onClick={() => navigate({ at: 'server', serverId: server.id, tab: 'overview' })}>{t.signIn.look}</Button>}>
      <RevealText text={t.signIn.moreWanted(server.name)} hideCount />
    </Bar>
  );
}
