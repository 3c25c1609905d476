/** Where to begin, and where to go on: what waits, what was done last, and everything that works without a model (C03). */
import type { ServerView } from '@portolan/contract/servers';
import { CompassIcon, FileTextIcon, KeyRoundIcon, MessageSquareIcon, PlusIcon, TextQuoteIcon, WrenchIcon } from 'lucide-react';
import { useConversations, useProviders, useServers } from '../../host/queries.ts';
import { commandById } from '../../lib/commands.ts';
import { useFirstT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import type { Route } from '../../lib/router.ts';
import { isUp } from '../../lib/server-state.ts';
import { Attention, RecentChats } from './continue.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Way, WayButton } from './way.tsx';

export default function HomePage() {
  const t = useFirstT();
  const h = t.onboarding.home;
  const servers = useServers().data;
  const conversations = useConversations().data;
  // Nothing is said about what is not known yet.
  const hasModel = (useProviders().data?.providers ?? []).length > 0;
  const isFresh = servers?.length === 0 && conversations?.every((each) => each.messageCount === 0) === true;
  return (
    <PageFrame title={t.app.nav.home}>
      <Column>
        <div className="flex min-w-0 flex-col gap-7 py-2">
          <header>
            {isFresh ? <CompassIcon className="mb-4 size-10 text-accent" strokeWidth={1.5} aria-hidden="true" /> : null}
            <h2 className="text-2xl font-semibold tracking-tight text-balance">{isFresh ? t.onboarding.title : h.greeting}</h2>
            {isFresh ? <p className="mt-1.5 max-w-xl text-base text-balance text-muted">{t.onboarding.lead}</p> : null}
          </header>
          <Attention servers={servers ?? []} />
          {isFresh ? <FirstSteps hasModel={hasModel} /> : <Ways servers={servers ?? []} hasModel={hasModel} />}
          <RecentChats conversations={conversations?.filter(({ place }) => place !== 'archived') ?? []} />
        </div>
      </Column>
    </PageFrame>
  );
}

function Ways({ servers, hasModel }: { servers: readonly ServerView[]; hasModel: boolean }) {
  const t = useFirstT();
  const h = t.onboarding.home;
  const up = servers.filter(isUp);
  const withTools = up.find((server) => server.counts.tools > 0);
  const withResources = up.find((server) => server.counts.resources + server.counts.resourceTemplates > 0);
  const withPrompts = up.find((server) => server.counts.prompts > 0);
  const on = (server: ServerView, tab: 'tools' | 'resources' | 'prompts'): Route => ({ at: 'server', serverId: server.id, tab });
  const newChat = <WayButton icon={<MessageSquareIcon />} title={h.startChat} text={h.startChatText} isMain={servers.length > 0} onPress={() => commandById('chat.new')?.run()} />;
  const addServer = <Way icon={<PlusIcon />} title={h.addServer} text={h.addServerText} route={{ at: 'add-server' }} isMain={servers.length === 0} />;
  return (
    <ul className="grid gap-2.5 sm:grid-cols-2">
      {servers.length === 0 ? addServer : null}
      {hasModel ? newChat : null}
      {withTools ? <Way icon={<WrenchIcon />} title={h.tryTool} text={h.tryToolText} route={on(withTools, 'tools')} isMain={!hasModel} /> : null}
      {withResources ? <Way icon={<FileTextIcon />} title={h.readResource} text={h.readResourceText} route={on(withResources, 'resources')} /> : null}
      {withPrompts ? <Way icon={<TextQuoteIcon />} title={h.usePrompt} text={h.usePromptText} route={on(withPrompts, 'prompts')} /> : null}
      {servers.length > 0 ? addServer : null}
      {hasModel ? null : <Way icon={<KeyRoundIcon />} title={h.addModel} text={h.addModelText} route={{ at: 'settings', section: 'providers' }} />}
    </ul>
  );
}
