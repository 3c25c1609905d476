/** The first thing a fresh install offers: servers to use by hand, with or without a model (C03). */
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { BoxIcon, FileTextIcon, KeyRoundIcon, MessageSquareIcon, PlusIcon, TextQuoteIcon, WrenchIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConversations, useProviders, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { commandById } from '../../lib/commands.ts';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { formatRoute } from '../../lib/router.ts';
import type { Route } from '../../lib/router.ts';

export default function HomePage() {
  const t = useT();
  const h = t.onboarding.home;
  const servers = useServers().data ?? [];
  const providers = useProviders().data?.providers ?? [];
  const conversations = useConversations().data ?? [];
  const isFresh = servers.length === 0 && conversations.length === 0;
  const withTools = servers.find((server) => server.counts.tools > 0);
  const withResources = servers.find((server) => server.counts.resources > 0);
  const withPrompts = servers.find((server) => server.counts.prompts > 0);
  const waiting = servers.filter((server) => !server.isReviewed);
  const on = (server: (typeof servers)[number], tab: 'tools' | 'resources' | 'prompts'): Route => ({ at: 'server', serverId: server.id, tab });
  return (
    <PageFrame title={t.palette.commands.goHome}>
      <Column>
        <div className="flex flex-col gap-6 py-4">
          <header>
            <h2 className="text-2xl font-semibold tracking-tight">{isFresh ? t.onboarding.title : h.greeting}</h2>
            <p className="mt-1.5 max-w-xl text-base text-muted">{t.onboarding.lead}</p>
          </header>
          {waiting.length > 0 ? (
            <ul className="flex flex-col gap-2">
              {waiting.map((server) => (
                <li key={server.id}>
                  <a href={formatRoute({ at: 'server', serverId: server.id, tab: 'overview' })} className="flex items-center gap-3 rounded-lg border border-warn-line bg-warn-soft px-3.5 py-2.5 text-sm text-warn-fg hover:border-warn">
                    <ServerIcon name={server.name} size={1.5} />
                    <span className="min-w-0 flex-1 truncate"><RevealText text={server.name} className="font-medium" /> · {t.servers.state.unreviewed}</span>
                    <span className="font-medium">{t.servers.actions.review}</span>
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          <ul className="grid gap-2.5 sm:grid-cols-2">
            <Way icon={<PlusIcon />} title={h.addServer} text={h.addServerText} route={{ at: 'add-server' }} isMain={servers.length === 0} />
            {withTools ? <Way icon={<WrenchIcon />} title={h.tryTool} text={h.tryToolText} route={on(withTools, 'tools')} /> : null}
            {withResources ? <Way icon={<FileTextIcon />} title={h.readResource} text={h.readResourceText} route={on(withResources, 'resources')} /> : null}
            {withPrompts ? <Way icon={<TextQuoteIcon />} title={h.usePrompt} text={h.usePromptText} route={on(withPrompts, 'prompts')} /> : null}
            <Way
              icon={<KeyRoundIcon />}
              title={h.addModel}
              text={h.addModelText}
              route={{ at: 'settings', section: 'providers' }}
            />
            {providers.length > 0 ? (
              <li>
                <button type="button" className={wayClass(false)} onClick={() => commandById('chat.new')?.run()}>
                  <WayBody icon={<MessageSquareIcon />} title={h.startChat} text={h.startChatText} />
                </button>
              </li>
            ) : (
              <Way icon={<BoxIcon />} title={t.onboarding.model.none} text={t.onboarding.model.noneText} route={servers.length > 0 ? { at: 'servers' } : { at: 'add-server' }} />
            )}
          </ul>
        </div>
      </Column>
    </PageFrame>
  );
}

const wayClass = (isMain: boolean) =>
  `flex h-full w-full items-start gap-3 rounded-lg border p-4 text-left shadow-sm ${isMain ? 'border-accent-line bg-accent-soft hover:border-accent' : 'border-line bg-surface hover:border-line-strong'}`;

function Way({ icon, title, text, route, isMain = false }: { icon: ReactNode; title: string; text: string; route: Route; isMain?: boolean }) {
  return (
    <li>
      <a href={formatRoute(route)} className={wayClass(isMain)}>
        <WayBody icon={icon} title={title} text={text} />
      </a>
    </li>
  );
}

function WayBody({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <>
      <span className="mt-0.5 text-accent-fg [&>svg]:size-4.5" aria-hidden="true">{icon}</span>
      <span>
        <span className="block font-medium">{title}</span>
        <span className="mt-0.5 block text-sm text-muted">{text}</span>
      </span>
    </>
  );
}
