/** One resource: what it is said to be, and what it holds. */
import type { ResourceTemplateView, ResourceView, ServerView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { RotateCwIcon } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { AddToChat } from '../add-to-chat.tsx';
import { resourceAttachment } from '../attachment-store.ts';
import { ResourceContent } from '../content/resource-content.tsx';
import { Repairs } from '../content/tool-result.tsx';
import { useFormat, useT } from '../i18n.tsx';
import { ProblemCallout } from '../problem.tsx';

export function ResourceHead({ of, uri, size }: { of: ResourceView | ResourceTemplateView; uri: string; size?: number }) {
  const t = useT();
  const format = useFormat();
  const { annotations } = of;
  const facts: ReactNode[] = [];
  if (of.mimeType) facts.push(<Badge key="type" mono><RevealText text={of.mimeType} hideCount limit={60} /></Badge>);
  if (size !== undefined) facts.push(<Badge key="size">{format.bytes(size)}</Badge>);
  for (const each of annotations?.audience ?? []) facts.push(<Badge key={each}>{t.resources.audience} {each === 'user' ? t.resources.audienceUser : t.resources.audienceAssistant}</Badge>);
  if (annotations?.lastModified) facts.push(<Badge key="date">{t.resources.lastModified} <RevealText text={annotations.lastModified} hideCount /></Badge>);
  return (
    <header className="flex min-w-0 flex-col gap-2">
      <h2 className="text-lg font-semibold break-words"><RevealText text={of.title ?? of.name} /></h2>
      <p><CodeText text={uri} className="break-all" /></p>
      {of.description ? <p className="text-sm break-words"><RevealText text={of.description} multiline /></p> : null}
      {facts.length > 0 ? <p className="flex flex-wrap gap-1.5">{facts}</p> : null}
      <Repairs repairs={of.repairs} />
    </header>
  );
}

/** Contents that are shown at once: a server may send thousands. */
const partsAtOnce = 30;

/** Read as soon as it is shown, each time: choosing a resource is asking for it. */
export function ReadResource({ server, uri, name }: { server: ServerView; uri: string; name: Pick<ResourceView, 'name' | 'title'> }) {
  const t = useT();
  const [shown, setShown] = useState(partsAtOnce);
  const { data, error, isFetching, refetch } = useHostQuery('resources/read', { serverId: server.id, uri }, { stamp: server.since, fresh: true });
  return (
    <section aria-label={t.tools.content} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <AddToChat size="sm" label={t.resources.attach} attachments={[resourceAttachment(server, uri, name)]} />
        <Button size="sm" icon={<RotateCwIcon />} loading={isFetching} onClick={() => void refetch()}>{isFetching ? t.resources.reading : t.resources.readAgain}</Button>
        {data && data.contents.length > 1 ? <span className="text-sm text-muted" role="status">{t.resources.contents(data.contents.length)}</span> : null}
      </div>
      {error && !isFetching ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {data?.contents.length === 0 ? <p className="text-sm text-muted" role="status">{t.resources.emptyContent}</p> : null}
      {/* oxlint-disable-next-line react/no-array-index-key -- contents may repeat a URI; their place is what they are */}
      {data?.contents.slice(0, shown).map((content, index) => <ResourceContent key={index} content={content} from={{ serverId: server.id, uri, index }} />)}
      {data && data.contents.length > shown ? <Button size="sm" variant="ghost" className="self-start" onClick={() => setShown(shown + partsAtOnce)}>{t.content.moreBlocks(Math.min(partsAtOnce, data.contents.length - shown))}</Button> : null}
      {data ? <Repairs repairs={data.repairs} /> : null}
    </section>
  );
}
