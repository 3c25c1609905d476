/** Chips of what will go with the message; each can be looked at before it goes. */
import type { ConversationId } from '@portolan/contract/ids';
import { Dialog } from '@portolan/ui/dialog';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { FileTextIcon, XIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useAttachments, usePending } from '../../lib/attachment-store.ts';
import type { PendingAttachment } from '../../lib/attachment-store.ts';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { ResourceContent } from '../../lib/content/resource-content.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function Attachments({ conversationId }: { conversationId: ConversationId }) {
  const t = useT();
  const attachments = usePending(conversationId);
  const remove = useAttachments((state) => state.remove);
  const [shown, setShown] = useState<PendingAttachment | null>(null);
  if (attachments.length === 0) return null;
  return (
    <>
      <ul aria-label={t.composer.chips} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto px-3 pt-3">
        {attachments.map((each) => (
          <li key={each.key} className="flex max-w-full min-w-0 items-center rounded-md border border-line bg-sunken py-0.5 pr-0.5 pl-1 text-sm">
            <button type="button" title={t.shell.preview(each.label)} className="flex min-w-0 items-center gap-1.5 rounded-sm px-1 text-left hover:bg-hover" onClick={() => setShown(each)}>
              <FileTextIcon className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 truncate"><RevealText text={each.label} hideCount /> <span className="text-subtle"><RevealText text={t.composer.chipFrom(each.serverName)} hideCount /></span></span>
            </button>
            <IconButton size="sm" tooltip={false} label={t.composer.removeChip(each.label)} icon={<XIcon />} onClick={() => remove(conversationId, [each.key])} />
          </li>
        ))}
      </ul>
      {shown ? <Preview attachment={shown} onClose={() => setShown(null)} /> : null}
    </>
  );
}

function Preview({ attachment, onClose }: { attachment: PendingAttachment; onClose: () => void }) {
  const t = useT();
  const { input } = attachment;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={<RevealText text={attachment.label} />}
      description={<RevealText text={t.composer.chipFrom(attachment.serverName)} />}
      size="lg"
    >
      {input.type === 'resource' ? <ResourcePreview input={input} /> : <ContentBlock block={input.content} serverId={input.serverId} />}
    </Dialog>
  );
}

function ResourcePreview({ input }: { input: Extract<PendingAttachment['input'], { type: 'resource' }> }) {
  const t = useT();
  const { data, error, refetch } = useHostQuery('resources/read', { serverId: input.serverId, uri: input.uri }, { fresh: true });
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (!data) return <p role="status" className="text-sm text-muted">{t.resources.reading}</p>;
  if (data.contents.length === 0) return <p className="text-sm text-muted">{t.resources.emptyContent}</p>;
  // oxlint-disable-next-line react/no-array-index-key -- contents of one answer never move
  return <div className="flex flex-col gap-2">{data.contents.map((content, index) => <ResourceContent key={index} content={content} />)}</div>;
}
