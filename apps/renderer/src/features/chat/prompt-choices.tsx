/** What `/` offers: prompts of every server that runs, or starts when it is used, by the name they are called (C06, P10). */
import type { PromptView, ServerView } from '@portolan/contract/servers';
import { matchScore } from '@portolan/ui/command-match';
import { RevealText } from '@portolan/ui/reveal-text';
import { useMemo } from 'react';
import { useServerLists, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { isUsable } from '../../lib/server-state.ts';
import { ItemPicture, ServerPicture } from '../../lib/server-picture.tsx';
import type { InlineChoices, InlineOption } from './inline-list.tsx';
import { NotLoaded } from './not-loaded.tsx';

export interface PromptChoice {
  server: ServerView;
  prompt: PromptView;
}

const shown = 50;

/** Null while nothing is looked for. */
export function usePromptChoices(query: string | null, onChoose: (choice: PromptChoice) => void): InlineChoices | null {
  const t = useT();
  const servers = useServers().data;
  const usable = useMemo(() => (servers ?? []).filter((server) => isUsable(server) && server.counts.prompts > 0), [servers]);
  const lists = useServerLists('servers/prompts', usable, query !== null);
  if (query === null) return null;
  const all = lists.flatMap(({ server, data }) => (data?.prompts ?? []).filter((each) => each.isEnabled).map((prompt): PromptChoice => ({ server, prompt })));
  const found = all
    .map((choice, index) => ({ choice, index, score: scoreOf(query, choice) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .map(({ choice }) => choice);
  const options = found.slice(0, shown).map((choice): InlineOption => {
    const { server, prompt } = choice;
    return {
      id: `${server.id} ${prompt.name}`,
      label: <RevealText text={`/${server.name}:${prompt.name}`} hideCount className="font-mono text-xs" />,
      note: <RevealText text={[prompt.title, prompt.description].filter((each) => each !== undefined && each !== '').join(' – ')} hideCount />,
      icon: prompt.hasIcon === true ? <ItemPicture server={server} of={{ kind: 'prompt', name: prompt.name }} name={server.name} hasIcon /> : <ServerPicture server={server} />,
      ...(prompt.arguments.length > 0 ? { end: t.composer.slash.arguments(prompt.arguments.length) } : {}),
      onChoose: () => onChoose(choice),
    };
  });
  const more = Math.max(0, found.length - shown);
  return {
    label: t.composer.slash.label,
    options,
    more,
    isPending: lists.some((list) => list.isPending),
    empty: usable.length === 0 ? t.composer.slash.none : lists.some((list) => list.isPending) ? t.composer.looking : t.composer.slash.empty,
    status: t.composer.slash.found(found.length),
    footer: <NotLoaded lists={lists} more={more} />,
  };
}

/** By its own name, its title, its server and its description, in this order. */
function scoreOf(query: string, { server, prompt }: PromptChoice): number {
  const [before, after] = query.includes(':') ? [query.slice(0, query.indexOf(':')), query.slice(query.indexOf(':') + 1)] : [null, query];
  if (before !== null && before !== '' && !server.name.toLocaleLowerCase('en').startsWith(before.toLocaleLowerCase('en'))) return 0;
  return matchScore(after, { label: prompt.name, keywords: [prompt.title ?? '', server.name, prompt.description ?? ''] });
}
