/** What `/` offers: templates of the person's own, then prompts of every server that runs, or starts when it is used (C06, C11, P10). */
import type { LibraryHit, LibraryKind } from '@portolan/contract/library';
import type { ServerView } from '@portolan/contract/servers';
import type { TemplateView } from '@portolan/contract/templates';
import { RevealText } from '@portolan/ui/reveal-text';
import { FilePenLineIcon } from 'lucide-react';
import { useTemplates } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { useLibraryChoices } from '../../lib/library-choices.ts';
import { ItemPicture, ServerPicture } from '../../lib/server-picture.tsx';
import type { InlineChoices, InlineOption } from './inline-list.tsx';
import { More } from './more.tsx';

export interface PromptChoice {
  server: ServerView;
  hit: LibraryHit;
}

const shown = 50;
const kinds: readonly LibraryKind[] = ['prompt'];
const hasPrompts = ({ counts }: ServerView): boolean => counts.prompts > 0;

/** Null while nothing is looked for. */
export function usePromptChoices(query: string | null, onChoose: (choice: PromptChoice) => void, onOwn: (template: TemplateView) => void): InlineChoices | null {
  const t = useT();
  const { found, total, isPending, isNone } = useLibraryChoices(query, kinds, hasPrompts);
  const templates = useTemplates().data ?? [];
  if (query === null) return null;
  const wanted = query.toLowerCase();
  const own = templates
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
    .slice(0, shown)
    .map((template): InlineOption => ({
      id: `own ${template.id}`,
      label: <RevealText text={`/${template.name}`} hideCount className="font-mono text-xs" />,
      note: <RevealText text={template.description === '' ? t.templates.own : template.description} hideCount />,
      icon: <FilePenLineIcon className="size-4 text-muted" />,
      ...(template.variables.length > 0 ? { end: t.composer.slash.arguments(template.variables.length) } : {}),
      onChoose: () => onOwn(template),
    }));
  const ofServers = found.slice(0, shown).map(({ hit, server }): InlineOption => {
    const count = hit.arguments?.length ?? 0;
    return {
      id: `${server.id} ${hit.name}`,
      label: <RevealText text={`/${server.name}:${hit.name}`} hideCount className="font-mono text-xs" />,
      note: <RevealText text={[hit.title, hit.description].filter((each) => each !== undefined && each !== '').join(' – ')} hideCount />,
      icon: hit.hasIcon === true ? <ItemPicture server={server} of={{ kind: 'prompt', name: hit.name }} name={server.name} hasIcon /> : <ServerPicture server={server} />,
      ...(count > 0 ? { end: t.composer.slash.arguments(count) } : {}),
      onChoose: () => onChoose({ server, hit }),
    };
  });
  return {
    label: t.composer.slash.label,
    options: [...own, ...ofServers],
    // What is one's own is there at once: what is taken then is that.
    isPending: isPending && own.length === 0,
    empty: isNone ? t.composer.slash.none : isPending ? t.composer.looking : t.composer.slash.empty,
    status: t.composer.slash.found(total + own.length),
    footer: <More count={total - ofServers.length} />,
  };
}
