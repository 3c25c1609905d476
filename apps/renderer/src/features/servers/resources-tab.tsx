/** The resources and resource templates of a server, read by hand. */
import type { ResourceTemplateView, ResourceView, ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { ResourceContent } from '../../lib/content/content-blocks.tsx';
import { Repairs } from '../../lib/content/tool-result.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { ListState, Refused } from './list-state.tsx';
import { PickList } from './pick-list.tsx';
import { TemplateForm } from './template-form.tsx';

export function ResourcesTab({ server, item }: { server: ServerView; item: string | undefined }) {
  const t = useT();
  const isUp = server.state === 'ready' || server.state === 'degraded';
  const { data, error } = useHostQuery('servers/resources', { serverId: server.id }, { stamp: server.generation, enabled: isUp });
  const groups = useMemo(() => {
    const toItem = (each: ResourceView | ResourceTemplateView, id: string) => ({ id, label: each.title ?? each.name, name: id, words: `${each.description ?? ''} ${each.mimeType ?? ''}` });
    return [
      { label: t.resources.title, items: (data?.resources ?? []).map((each) => toItem(each, each.uri)) },
      { label: t.resources.templates, items: (data?.templates ?? []).map((each) => toItem(each, each.uriTemplate)) },
    ].filter((group) => group.items.length > 0);
  }, [data, t]);
  if (!isUp || !data || (groups.length === 0 && data.refused.length === 0)) {
    return <ListState server={server} error={error} isEmpty={data !== undefined} notReady={t.resources.notReady} empty={t.resources.empty} />;
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
      below={<Refused refused={data.refused} />}
    >
      {resource ? (
        <article key={resource.uri} className="flex max-w-3xl flex-col gap-4">
          <ResourceHead of={resource} uri={resource.uri} {...(resource.size === undefined ? {} : { size: resource.size })} />
          <ReadResource server={server} uri={resource.uri} />
        </article>
      ) : template ? (
        <article key={template.uriTemplate} className="flex max-w-3xl flex-col gap-4">
          <ResourceHead of={template} uri={template.uriTemplate} />
          <TemplateForm server={server} template={template} renderResult={(uri) => <ReadResource key={uri} server={server} uri={uri} />} />
        </article>
      ) : null}
    </PickList>
  );
}

function ResourceHead({ of, uri, size }: { of: ResourceView | ResourceTemplateView; uri: string; size?: number }) {
  const t = useT();
  const format = useFormat();
  const { annotations } = of;
  const facts: ReactNode[] = [];
  if (of.mimeType) facts.push(<Badge key="type" mono>{of.mimeType}</Badge>);
  if (size !== undefined) facts.push(<Badge key="size">{format.bytes(size)}</Badge>);
  for (const each of annotations?.audience ?? []) facts.push(<Badge key={each}>{t.resources.audience} {each === 'user' ? t.resources.audienceUser : t.resources.audienceAssistant}</Badge>);
  if (annotations?.lastModified) facts.push(<Badge key="date">{t.resources.lastModified} <RevealText text={annotations.lastModified} /></Badge>);
  return (
    <header className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold break-words"><RevealText text={of.title ?? of.name} /></h2>
      <p><CodeText text={uri} className="break-all" /></p>
      {of.description ? <p className="text-sm"><RevealText text={of.description} multiline /></p> : null}
      {facts.length > 0 ? <p className="flex flex-wrap gap-1.5">{facts}</p> : null}
      <Repairs repairs={of.repairs} />
    </header>
  );
}

/** Read as soon as it is shown: choosing a resource is asking for it. */
function ReadResource({ server, uri }: { server: ServerView; uri: string }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useHostQuery('resources/read', { serverId: server.id, uri }, { stamp: server.since });
  return (
    <section aria-label={t.tools.content} aria-live="polite" className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <Button size="sm" loading={isFetching} onClick={() => void refetch()}>{isFetching ? t.resources.reading : t.resources.readAgain}</Button>
        {data && data.contents.length > 1 ? <span className="text-sm text-muted">{t.resources.contents(data.contents.length)}</span> : null}
      </div>
      {error && !isFetching ? <ProblemCallout problem={error.problem} /> : null}
      {data === undefined && isFetching ? <Spinner /> : null}
      {data?.contents.length === 0 ? <p className="text-sm text-muted">{t.resources.emptyContent}</p> : null}
      {/* eslint-disable-next-line react/no-array-index-key -- contents may repeat a URI; their place is what they are */}
      {data?.contents.map((content, index) => <ResourceContent key={index} content={content} />)}
      {data ? <Repairs repairs={data.repairs} /> : null}
    </section>
  );
}
