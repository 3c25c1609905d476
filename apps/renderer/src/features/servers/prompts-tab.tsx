/** The prompts of a server: fill in arguments, see the messages, take them into a chat. */
import type { ServerView } from '@portolan/contract/servers';
import { useMemo } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PromptPanel } from '../../lib/offers/prompt-panel.tsx';
import { navigate } from '../../lib/router.ts';
import { hasLists } from '../../lib/server-state.ts';
import { ItemPicture } from '../../lib/server-picture.tsx';
import { FromLastTime, ListState, Refused } from './list-state.tsx';
import { PickList } from './pick-list.tsx';

export function PromptsTab({ server, item }: { server: ServerView; item: string | undefined }) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('servers/prompts', { serverId: server.id }, { stamp: server.generation, enabled: hasLists(server), keep: true });
  const groups = useMemo(
    () => [{ items: (data?.prompts ?? []).map((each) => ({ id: each.name, label: each.title ?? each.name, ...(each.title === undefined ? {} : { name: each.name }), words: each.description ?? '', isMuted: !each.isEnabled, ...(data?.prompts.some(({ hasIcon }) => hasIcon) ? { picture: <ItemPicture server={server} of={{ kind: 'prompt', name: each.name }} name={each.title ?? each.name} hasIcon={each.hasIcon === true} /> } : {}) })) }],
    [data, server],
  );
  if (!hasLists(server) || !data || (data.prompts.length === 0 && data.refused.length === 0)) {
    return <ListState server={server} error={error} isEmpty={data !== undefined} notReady={t.prompts.notReady} empty={t.prompts.empty} onRetry={() => void refetch()} />;
  }
  const prompt = data.prompts.find((each) => each.name === item);
  return (
    <PickList
      groups={groups}
      chosen={item}
      onChoose={(name) => navigate({ at: 'server', serverId: server.id, tab: 'prompts', ...(name === undefined ? {} : { item: name }) }, { replace: true })}
      filterLabel={t.prompts.filter}
      noMatch={t.prompts.noMatch}
      hint={t.prompts.select}
      above={<FromLastTime server={server} />}
      below={<Refused refused={data.refused} />}
    >
      {prompt ? <PromptPanel key={prompt.name} server={server} prompt={prompt} /> : null}
    </PickList>
  );
}
