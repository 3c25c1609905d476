/** What `@` offers: resources and templates of every server that runs, or starts when it is used (C06). */
import type { ResourceTemplateView, ResourceView, ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { matchScore } from '@portolan/ui/command-match';
import { RevealText } from '@portolan/ui/reveal-text';
import { useMemo } from 'react';
import { useServerLists, useServers } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { isForPeopleOnly } from '../../lib/audience.ts';
import { isUsable } from '../../lib/server-state.ts';
import { ItemPicture, ServerPicture } from '../../lib/server-picture.tsx';
import type { InlineChoices, InlineOption } from './inline-list.tsx';
import { NotLoaded } from './not-loaded.tsx';

export type ResourceChoice = { kind: 'resource'; server: ServerView; resource: ResourceView } | { kind: 'template'; server: ServerView; template: ResourceTemplateView };

/** More are found by typing on. */
const shown = 50;

/** Null while nothing is looked for. */
export function useResourceChoices(query: string | null, onChoose: (choice: ResourceChoice) => void): InlineChoices | null {
  const t = useT();
  const format = useFormat();
  const servers = useServers().data;
  const usable = useMemo(() => (servers ?? []).filter((server) => isUsable(server) && server.counts.resources + server.counts.resourceTemplates > 0), [servers]);
  const lists = useServerLists('servers/resources', usable, query !== null);
  if (query === null) return null;
  const all = lists.flatMap(({ server, data }): ResourceChoice[] => [
    ...(data?.resources ?? []).filter((each) => each.isEnabled).map((resource) => ({ kind: 'resource' as const, server, resource })),
    ...(data?.templates ?? []).filter((each) => each.isEnabled).map((template) => ({ kind: 'template' as const, server, template })),
  ]);
  const found = ranked(query, all);
  const options = found.slice(0, shown).map((choice): InlineOption => {
    const { server } = choice;
    const item = itemOf(choice);
    const size = choice.kind === 'resource' && choice.resource.size !== undefined ? format.bytes(choice.resource.size) : null;
    return {
      id: `${server.id} ${addressOf(choice)}`,
      label: <RevealText text={item.title ?? item.name} hideCount />,
      note: <RevealText text={addressOf(choice)} hideCount />,
      icon: item.hasIcon === true ? <ItemPicture server={server} of={pictured(choice)} name={server.name} hasIcon /> : <ServerPicture server={server} />,
      end: (
        <>
          {isForPeopleOnly(item.annotations) ? <Badge>{t.composer.forPeople}</Badge> : null}
          {choice.kind === 'template' ? <Badge>{t.shell.template}</Badge> : null}
          {size}
          <RevealText text={server.name} hideCount />
        </>
      ),
      onChoose: () => onChoose(choice),
    };
  });
  const more = Math.max(0, found.length - shown);
  return {
    label: t.composer.mention.label,
    options,
    more,
    isPending: lists.some((list) => list.isPending),
    empty: usable.length === 0 ? t.composer.mention.none : lists.some((list) => list.isPending) ? t.composer.looking : t.composer.mention.empty,
    status: t.composer.mention.found(found.length),
    footer: <NotLoaded lists={lists} more={more} />,
  };
}

/** Best first; of what fits equally well, what its server calls more important. */
function ranked(query: string, choices: readonly ResourceChoice[]): ResourceChoice[] {
  return choices
    .map((choice, index) => {
      const item = itemOf(choice);
      return { choice, index, score: matchScore(query, { label: item.title ?? item.name, keywords: [item.name, addressOf(choice), item.description ?? '', choice.server.name] }), priority: item.annotations?.priority ?? 0.5 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.priority - a.priority || a.index - b.index)
    .map(({ choice }) => choice);
}

const itemOf = (choice: ResourceChoice) => (choice.kind === 'resource' ? choice.resource : choice.template);
const addressOf = (choice: ResourceChoice) => (choice.kind === 'resource' ? choice.resource.uri : choice.template.uriTemplate);
const pictured = (choice: ResourceChoice) => (choice.kind === 'resource' ? ({ kind: 'resource', uri: choice.resource.uri } as const) : ({ kind: 'template', uriTemplate: choice.template.uriTemplate } as const));
