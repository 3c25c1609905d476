/** Everything a server offers at a glance, each name leading to its place; from the last time while it does not run. */
import type { ServerView } from '@portolan/contract/servers';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import type { ReactNode } from 'react';
import { useHostQuery } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { formatRoute } from '../../../lib/router.ts';
import type { ServerTab } from '../../../lib/router.ts';
import { hasLists, isUp } from '../../../lib/server-state.ts';
import { Fact, Facts } from './facts.tsx';
import type { SectionProps } from './section.ts';

/** Names shown before "more". */
const mostNames = 12;

export function OffersSection({ server }: SectionProps) {
  const t = useT();
  const o = t.servers.offers;
  const format = useFormat();
  const { counts, lists } = server;
  const input = { serverId: server.id };
  const wanted = (count: number) => ({ stamp: server.generation, enabled: hasLists(server) && count > 0, keep: true });
  const tools = useHostQuery('servers/tools', input, wanted(counts.tools)).data;
  const resources = useHostQuery('servers/resources', input, wanted(counts.resources + counts.resourceTemplates)).data;
  const prompts = useHostQuery('servers/prompts', input, wanted(counts.prompts)).data;
  if (!server.isReviewed) return null;
  return (
    <Card level={2} title={o.title} actions={lists.source === 'remembered' && lists.at !== null ? <span className="text-xs text-subtle">{t.servers.lists.remembered(format.dateTime(lists.at))}</span> : null}>
      {lists.source === 'none' ? <p className="text-sm text-muted">{o.nothing}</p> : (
        <Facts>
          <Names server={server} tab="tools" label={t.servers.tabs.tools} total={counts.tools} items={(tools?.tools ?? []).map((each) => ({ id: each.name, label: each.title ?? each.annotations?.title ?? each.name, isOff: !each.isEnabled }))} />
          <Names server={server} tab="resources" label={t.servers.tabs.resources} total={counts.resources} items={(resources?.resources ?? []).map((each) => ({ id: each.uri, label: each.title ?? each.name, isOff: !each.isEnabled }))} />
          <Names server={server} tab="resources" label={t.resources.templates} total={counts.resourceTemplates} items={(resources?.templates ?? []).map((each) => ({ id: each.uriTemplate, label: each.title ?? each.name, isOff: !each.isEnabled }))} />
          <Names server={server} tab="prompts" label={t.servers.tabs.prompts} total={counts.prompts} items={(prompts?.prompts ?? []).map((each) => ({ id: each.name, label: each.title ?? each.name, isOff: !each.isEnabled }))} />
          {isUp(server) ? <Fact label={o.tasks}>{server.capabilities.some((each) => each === 'tasks' || each.endsWith('/tasks')) ? o.tasksYes : o.tasksNo}</Fact> : null}
          <Fact label={o.roots}>{o.rootsNone}</Fact>
        </Facts>
      )}
    </Card>
  );
}

interface NamesProps {
  server: ServerView;
  tab: ServerTab;
  label: string;
  total: number;
  items: { id: string; label: string; isOff: boolean }[];
}

function Names({ server, tab, label, total, items }: NamesProps): ReactNode {
  const t = useT();
  const shown = items.slice(0, mostNames);
  const to = (item?: string) => formatRoute({ at: 'server', serverId: server.id, tab, ...(item === undefined ? {} : { item }) });
  return (
    <Fact label={<>{label} <span className="tabular-nums">{total}</span></>}>
      {total === 0 ? <span className="text-muted">{t.servers.offers.none}</span> : (
        <ul className="flex flex-wrap gap-x-2.5 gap-y-1">
          {shown.map((each) => (
            <li key={each.id} className="min-w-0">
              <a className={`break-words underline decoration-line underline-offset-2 hover:decoration-current ${each.isOff ? 'text-subtle' : ''}`} href={to(each.id)}><RevealText text={each.label} hideCount /></a>
              {each.isOff ? <span className="text-xs text-subtle"> ({t.servers.lists.off})</span> : null}
            </li>
          ))}
          {total > shown.length && shown.length > 0 ? <li><a className="text-muted underline" href={to()}>{t.servers.offers.more(total - shown.length)}</a></li> : null}
        </ul>
      )}
    </Fact>
  );
}
