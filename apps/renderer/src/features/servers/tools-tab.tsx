/** The tools of a server, each to be tried by hand with a form made from its schema (S14, C03). */
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { ProviderView } from '@portolan/contract/providers';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { useMemo } from 'react';
import { useHostQuery, useProviders } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/router.ts';
import { hasLists } from '../../lib/server-state.ts';
import { ItemPicture } from '../../lib/server-picture.tsx';
import { fitBadge } from './fit-badge.ts';
import { FromLastTime, ListState, Refused } from './list-state.tsx';
import { PickList } from './pick-list.tsx';
import type { PickItem } from './pick-list.tsx';
import { ToolPanel } from './tool-panel.tsx';

const noProviders: readonly ProviderView[] = [];

export function ToolsTab({ server, item }: { server: ServerView; item: string | undefined }) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('servers/tools', { serverId: server.id }, { stamp: server.generation, enabled: hasLists(server), keep: true });
  const tools = useMemo(() => data?.tools ?? [], [data]);
  const providers = useProviders().data?.providers ?? noProviders;
  const groups = useMemo(() => [{ items: tools.map((tool) => toItem(tool, t, server, tools.some(({ hasIcon }) => hasIcon), providers)) }], [tools, t, server, providers]);
  if (!hasLists(server) || !data || (tools.length === 0 && data.refused.length === 0)) {
    return <ListState server={server} error={error} isEmpty={data !== undefined} notReady={t.tools.notReady} empty={t.tools.empty} onRetry={() => void refetch()} />;
  }
  const tool = tools.find((each) => each.name === item);
  return (
    <PickList
      groups={groups}
      chosen={item}
      onChoose={(name) => navigate({ at: 'server', serverId: server.id, tab: 'tools', ...(name === undefined ? {} : { item: name }) }, { replace: true })}
      filterLabel={t.tools.filter}
      noMatch={t.tools.noMatch}
      hint={t.tools.select}
      above={<FromLastTime server={server} />}
      below={<Refused refused={data.refused} />}
    >
      {tool ? <ToolPanel key={tool.name} server={server} tool={tool} /> : null}
    </PickList>
  );
}

/** @param isPictured whether any in the list has an icon: then each has a picture, so that their names stand in one line */
function toItem(tool: ToolView, t: Catalogue, server: ServerView, isPictured: boolean, providers: readonly ProviderView[]): PickItem {
  const title = tool.title ?? tool.annotations?.title;
  return {
    id: tool.name,
    label: title ?? tool.name,
    ...(title === undefined || title === tool.name ? {} : { name: tool.name }),
    words: tool.description ?? '',
    isMuted: !tool.isEnabled || tool.pin?.state === 'suspended',
    ...(isPictured ? { picture: <ItemPicture server={server} of={{ kind: 'tool', name: tool.name }} name={title ?? tool.name} hasIcon={tool.hasIcon === true} /> } : {}),
    end: <Standing tool={tool} t={t} providers={providers} />,
  };
}

/** One word for what keeps it from models, or that it came later. */
function Standing({ tool, t, providers }: { tool: ToolView; t: Catalogue; providers: readonly ProviderView[] }) {
  const { pin, model } = tool;
  if (pin?.state === 'suspended') return <Badge tone="warn">{pin.isKeptOff ? t.pins.state.keptOff : t.pins.state.suspended}</Badge>;
  if (model.excluded !== undefined) return <Badge tone="warn">{t.tools.excluded}</Badge>;
  if (pin?.state === 'new') return <Badge tone="accent">{t.pins.state.added}</Badge>;
  const fit = fitBadge(tool, providers);
  return fit === null ? null : <Badge tone={fit === 'left-out' ? 'warn' : 'neutral'}>{t.tools.fit.badges[fit]}</Badge>;
}
