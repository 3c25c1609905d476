/** What `@` offers: resources and templates of every server that runs, or starts when it is used (C06). */
import type { LibraryHit, LibraryKind } from '@portolan/contract/library';
import type { ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { RevealText } from '@portolan/ui/reveal-text';
import { isForPeopleOnly } from '../../lib/audience.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useLibraryChoices } from '../../lib/library-choices.ts';
import { ItemPicture, ServerPicture } from '../../lib/server-picture.tsx';
import type { InlineChoices, InlineOption } from './inline-list.tsx';
import { More } from './more.tsx';

export interface ResourceChoice {
  server: ServerView;
  hit: LibraryHit;
  /** The address, or the template of one. */
  uri: string;
}

const shown = 50;
const kinds: readonly LibraryKind[] = ['resource', 'template'];
const hasResources = ({ counts }: ServerView): boolean => counts.resources + counts.resourceTemplates > 0;

/** Null while nothing is looked for. */
export function useResourceChoices(query: string | null, onChoose: (choice: ResourceChoice) => void): InlineChoices | null {
  const t = useT();
  const format = useFormat();
  const { found, total, isPending, isNone } = useLibraryChoices(query, kinds, hasResources);
  if (query === null) return null;
  // Where nothing was typed, what servers call important comes first.
  const ordered = query === '' ? found.toSorted((a, b) => priorityOf(b.hit) - priorityOf(a.hit)) : found;
  const options = ordered.slice(0, shown).map(({ hit, server }): InlineOption => {
    const { uri = '', name, title, size, annotations } = hit;
    return {
      id: `${server.id} ${hit.kind} ${uri}`,
      label: <RevealText text={title ?? name} hideCount />,
      note: <RevealText text={uri} hideCount />,
      icon: hit.hasIcon === true ? <ItemPicture server={server} of={hit.kind === 'resource' ? { kind: 'resource', uri } : { kind: 'template', uriTemplate: uri }} name={server.name} hasIcon /> : <ServerPicture server={server} />,
      end: (
        <>
          {isForPeopleOnly(annotations) ? <Badge>{t.composer.forPeople}</Badge> : null}
          {hit.kind === 'template' ? <Badge>{t.shell.template}</Badge> : null}
          {size === undefined ? null : <span>{format.bytes(size)}</span>}
          <RevealText text={server.name} hideCount />
        </>
      ),
      onChoose: () => onChoose({ server, hit, uri }),
    };
  });
  return {
    label: t.composer.mention.label,
    options,
    isPending,
    empty: isNone ? t.composer.mention.none : isPending ? t.composer.looking : t.composer.mention.empty,
    status: t.composer.mention.found(total),
    footer: <More count={total - options.length} />,
  };
}

const priorityOf = ({ annotations }: LibraryHit): number => annotations?.priority ?? 0.5;
