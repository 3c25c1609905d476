/** A resource that a result points to. It is read only when the person asks for it, from the server that named it. */
import type { ContentView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery, useServers } from '../../host/queries.ts';
import { AddToChat } from '../add-to-chat.tsx';
import { AttachHere } from '../attach-here.tsx';
import { resourceAttachment } from '../attachment-store.ts';
import { useT } from '../i18n.tsx';
import { ProblemCallout } from '../problem.tsx';
import { ResourceContent } from './resource-content.tsx';

export function ResourceLink({ link, serverId }: { link: Extract<ContentView, { type: 'resource_link' }>; serverId: ServerId | null }) {
  const t = useT();
  const [isAsked, setIsAsked] = useState(false);
  const server = useServers().data?.find(({ id }) => id === serverId);
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md border border-line px-2.5 py-1.5 text-sm">
      <div className="flex min-w-0 items-start gap-2">
        <LinkIcon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
        <p className="min-w-0 flex-1 break-words">
          <RevealText text={link.title ?? link.name} className="font-medium" /> <CodeText text={link.uri} className="break-all" />
          {link.description ? <span className="block text-muted"><RevealText text={link.description} /></span> : null}
        </p>
        {serverId === null || isAsked ? null : <Button size="sm" onClick={() => setIsAsked(true)}>{t.resources.read}</Button>}
      </div>
      {server === undefined ? null : <div><AttachHere server={server} uri={link.uri} name={link.name} title={link.title} elsewhere={<AddToChat size="sm" label={t.resources.attach} attachments={[resourceAttachment(server, link.uri, link)]} />} /></div>}
      {serverId !== null && isAsked ? <Contents serverId={serverId} uri={link.uri} /> : null}
    </div>
  );
}

function Contents({ serverId, uri }: { serverId: ServerId; uri: string }) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('resources/read', { serverId, uri }, { fresh: true });
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (!data) return <p role="status" className="text-muted">{t.resources.reading}</p>;
  if (data.contents.length === 0) return <p className="text-muted">{t.resources.emptyContent}</p>;
  // Contents of one answer never move, and their addresses may repeat.
  // oxlint-disable-next-line react/no-array-index-key
  return data.contents.map((content, index) => <ResourceContent key={index} content={content} from={{ serverId, uri, index }} />);
}
