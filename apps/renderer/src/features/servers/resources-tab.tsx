/** The resources and resource templates of a server, read by hand and taken into a chat. */
import type { ResourceTemplateView, ResourceView, ServerView } from '@portolan/contract/servers';
import { useMemo } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ResourcePanel, TemplatePanel } from '../../lib/offers/resource-panel.tsx';
import { navigate } from '../../lib/router.ts';
import { hasLists } from '../../lib/server-state.ts';
import { ItemPicture } from '../../lib/server-picture.tsx';
import { FromLastTime, ListState, Refused } from './list-state.tsx';
import { PickList } from './pick-list.tsx';

export function ResourcesTab({ server, item }: { server: ServerView; item: string | undefined }) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('servers/resources', { serverId: server.id }, { stamp: server.generation, enabled: hasLists(server), keep: true });
  const groups = useMemo(() => {
    const isPictured = [...(data?.resources ?? []), ...(data?.templates ?? [])].some(({ hasIcon }) => hasIcon);
    const toItem = (each: ResourceView | ResourceTemplateView, id: string) => ({ id, label: each.title ?? each.name, name: id, words: `${each.description ?? ''} ${each.mimeType ?? ''}`, isMuted: !each.isEnabled, ...(isPictured ? { picture: <ItemPicture server={server} of={'uri' in each ? { kind: 'resource', uri: each.uri } : { kind: 'template', uriTemplate: each.uriTemplate }} name={each.title ?? each.name} hasIcon={each.hasIcon === true} /> } : {}) });
    return [
      { label: t.resources.title, count: data?.resources.length ?? 0, items: (data?.resources ?? []).map((each) => toItem(each, each.uri)) },
      { label: t.resources.templates, count: data?.templates.length ?? 0, items: (data?.templates ?? []).map((each) => toItem(each, each.uriTemplate)) },
    ].filter((group) => group.items.length > 0);
  }, [data, server, t]);
  if (!hasLists(server) || !data || (groups.length === 0 && data.refused.length === 0)) {
    return <ListState server={server} error={error} isEmpty={data !== undefined} notReady={t.resources.notReady} empty={t.resources.empty} onRetry={() => void refetch()} />;
  }
  const resource = data.resources.find((each) => each.uri === item);
  const template = data.templates.find((each) => each.uriTemplate === item);
  return (
    <PickList
      groups={groups}
      chosen={item}
      onChoose={(uri) => navigate({ at: 'server', serverId: server.id, tab: 'resources', ...(uri === undefined ? {} : { item: uri }) }, { replace: true })}
      filterLabel={t.resources.filter}
      noMatch={t.resources.noMatch}
      hint={t.resources.select}
      above={<FromLastTime server={server} />}
      below={<Refused refused={data.refused} />}
    >
      {resource ? (
        <ResourcePanel key={resource.uri} server={server} resource={resource} />
      ) : template ? (
        <TemplatePanel key={template.uriTemplate} server={server} template={template} />
      ) : null}
    </PickList>
  );
}
