/** Something that was attached to a message: a resource, or a message of a prompt. Says when the resource is another by now (C08). */
import type { PartView } from '@portolan/contract/conversations';
import type { ConversationId, MessageId, ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { FileTextIcon } from 'lucide-react';
import { useState } from 'react';
import { resourceAttachment } from '../../lib/attachment-store.ts';
import { isForPeopleOnly } from '../../lib/audience.ts';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useLiveResource } from '../../lib/live-resource.ts';
import { useAttachTo } from '../../lib/use-attach-to.ts';
import { SentFile } from './files/sent-file.tsx';
import { ResourceChange } from './resource-change.tsx';

type AttachmentPart = Extract<PartView, { type: 'attachment' }>;

export interface AttachmentProps {
  part: AttachmentPart;
  conversationId: ConversationId;
  messageId: MessageId;
  /** The first of a resource of several contents: the mark stands there. */
  isFirst: boolean;
}

export function Attachment({ part, conversationId, messageId, isFirst }: AttachmentProps) {
  const t = useT();
  if (part.file !== undefined) return <SentFile file={part.file} name={part.name} />;
  const isHeldBack = part.content.type !== 'unknown' && isForPeopleOnly(part.content.annotations);
  return (
    <div className="flex max-w-full min-w-0 flex-col items-end gap-1">
      <Collapsible
        className="max-w-full min-w-0 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-sm"
        label={
          <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <FileTextIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
            <span className="min-w-0 break-words"><RevealText text={part.name} hideCount /></span> <span className="text-subtle"><RevealText text={t.composer.chipFrom(part.serverName)} hideCount /></span>
            {isHeldBack ? <span className="text-subtle">· {t.composer.forPeople}</span> : null}
          </span>
        }
      >
        <ContentBlock block={part.content} serverId={part.serverId} />
      </Collapsible>
      {isFirst && part.serverId !== null && part.version !== undefined ? <Newer part={part} serverId={part.serverId} version={part.version} conversationId={conversationId} messageId={messageId} /> : null}
    </div>
  );
}

function Newer({ part, serverId, version, conversationId, messageId }: Omit<AttachmentProps, 'isFirst'> & { serverId: ServerId; version: string }) {
  const t = useT();
  const add = useAttachTo();
  const now = useLiveResource(serverId, part.uri).data?.version;
  const [isComparing, setIsComparing] = useState(false);
  if (now == null || now.hash === version) return null;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setIsComparing(true)} aria-label={t.composer.showChange(part.name)}>{t.composer.changedSinceSent}</Button>
      {isComparing ? (
        <ResourceChange
          label={part.name}
          of={{ serverId, uri: part.uri, hash: version, messageId }}
          stamp={now.hash}
          action={t.composer.attachNew}
          onTake={() => {
            add(conversationId, [resourceAttachment({ id: serverId, name: part.serverName }, part.uri, { name: part.name })]);
            setIsComparing(false);
          }}
          onClose={() => setIsComparing(false)}
        />
      ) : null}
    </>
  );
}
