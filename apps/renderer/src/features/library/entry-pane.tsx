/** One entry beside the list: everything that is known of it, and what can be done with it. */
import type { LibraryKind } from '@portolan/contract/library';
import type { OutputOf } from '@portolan/contract/contract';
import type { ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { CopyButton } from '@portolan/ui/copy-button';
import { EmptyState } from '@portolan/ui/empty-state';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { ArrowLeftIcon, ExternalLinkIcon, XIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useHostQuery, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PromptPanel } from '../../lib/offers/prompt-panel.tsx';
import { ResourcePanel, TemplatePanel } from '../../lib/offers/resource-panel.tsx';
import { ScrollBody } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { formatRoute, navigate } from '../../lib/router.ts';
import type { LibraryPlace, Route, ServerTab } from '../../lib/router.ts';
import { ItemPicture, ServerPicture } from '../../lib/server-picture.tsx';
import { iconOwner } from './entry-row.tsx';
import { KindIcon } from './kind-icon.tsx';
import { ToolEntry } from './tool-entry.tsx';

export interface EntryPaneProps {
  place: LibraryPlace;
  stamp: number | undefined;
  onClose: () => void;
}

export function EntryPane({ place, stamp, onClose }: EntryPaneProps) {
  const t = useT();
  const pane = useRef<HTMLElement>(null);
  const { data, error, refetch } = useHostQuery('library/entry', place, { stamp, keep: true });
  const server = useServers().data?.find(({ id }) => id === place.serverId);
  useEffect(() => {
    // Where only one pane fits, the row that had the focus is hidden: it goes on to what was opened.
    if (document.activeElement?.checkVisibility?.() === false || document.activeElement === document.body) pane.current?.focus({ preventScroll: true });
  }, []);
  return (
    // Escape closes whatever of it has the focus; everything it closes by is a button as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={t.library.kind[place.kind]}
      className="flex min-h-0 min-w-0 flex-col outline-none"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Button size="sm" variant="ghost" className="-ml-1 @4xl:hidden" icon={<ArrowLeftIcon />} onClick={onClose}>{t.app.actions.back}</Button>
        <Badge><KindIcon kind={place.kind} className="mr-1 inline size-3.5" />{t.library.kind[place.kind]}</Badge>
        {server === undefined ? null : (
          <a className="flex min-w-0 items-center gap-1.5 text-sm text-muted hover:text-fg" href={formatRoute({ at: 'server', serverId: server.id, tab: 'overview' })}>
            <ServerPicture server={server} />
            <span className="truncate"><RevealText text={server.name} hideCount /></span>
          </a>
        )}
        <span className="ml-auto flex items-center gap-1">
          {server === undefined ? null : <Button size="sm" icon={<ExternalLinkIcon />} onClick={() => navigate(onServer(place))}>{place.kind === 'tool' ? t.library.tryTool : t.library.onServer}</Button>}
          <CopyButton text={place.key} />
          <span className="hidden @4xl:inline"><IconButton size="sm" label={t.app.actions.close} icon={<XIcon />} onClick={onClose} /></span>
        </span>
      </header>
      {error ? (
        <div className="p-4"><ProblemCallout problem={error.problem} onRetry={() => void refetch()} /></div>
      ) : data === undefined ? (
        <div className="grid flex-1 place-items-center"><Spinner /></div>
      ) : data === null || server === undefined ? (
        <div className="grid flex-1 place-items-center"><EmptyState title={t.library.gone} /></div>
      ) : (
        <ScrollBody className="p-5"><Entry entry={data} server={server} place={place} /></ScrollBody>
      )}
    </section>
  );
}

function Entry({ entry, server, place }: { entry: NonNullable<OutputOf<'library/entry'>>; server: ServerView; place: LibraryPlace }) {
  const item = entry.kind === 'tool' ? entry.tool : entry.kind === 'prompt' ? entry.prompt : entry.kind === 'resource' ? entry.resource : entry.template;
  return (
    <div className="flex min-w-0 items-start gap-4">
      {item.hasIcon === true ? <ItemPicture server={server} of={iconOwner({ kind: place.kind, name: place.key, uri: place.key })} name={item.title ?? item.name} hasIcon size={2.5} /> : null}
      <div className="min-w-0 flex-1">
        {entry.kind === 'tool' ? <ToolEntry server={server} tool={entry.tool} /> : null}
        {entry.kind === 'prompt' ? <PromptPanel server={server} prompt={entry.prompt} /> : null}
        {entry.kind === 'resource' ? <ResourcePanel server={server} resource={entry.resource} /> : null}
        {entry.kind === 'template' ? <TemplatePanel server={server} template={entry.template} /> : null}
      </div>
    </div>
  );
}

const tabs: Record<LibraryKind, ServerTab> = { tool: 'tools', prompt: 'prompts', resource: 'resources', template: 'resources' };

function onServer({ serverId, kind, key }: LibraryPlace): Route {
  return { at: 'server', serverId, tab: tabs[kind], item: key };
}
