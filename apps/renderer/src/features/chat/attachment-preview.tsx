/** What an attachment holds, before it goes: of a resource the very version that will be sent. */
import { Callout } from '@portolan/ui/callout';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useHostQuery } from '../../host/queries.ts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { ResourceContent } from '../../lib/content/resource-content.tsx';
import { isForPeopleOnly } from '../../lib/audience.ts';
import { useT } from '../../lib/i18n.tsx';
import { FileContent } from './files/file-content.tsx';
import { useLiveResource } from '../../lib/live-resource.ts';
import { ProblemCallout } from '../../lib/problem.tsx';

export function AttachmentPreview({ attachment, onClose }: { attachment: PendingAttachment; onClose: () => void }) {
  const t = useT();
  const { input } = attachment;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={<RevealText text={attachment.label} />}
      description={input.type === 'file' ? t.files.fromPerson : <RevealText text={t.composer.chipFrom(attachment.serverName)} />}
      size="lg"
    >
      {isForPeopleOnly(attachment.annotations) ? <div className="mb-3"><Callout tone="warn">{t.composer.forPeopleNote}</Callout></div> : null}
      {attachment.file ? <FileContent file={attachment.file} name={attachment.file.name} /> : null}
      {input.type === 'file' ? null : input.type === 'prompt' ? <ContentBlock block={input.content} serverId={input.serverId} /> : input.hash === undefined ? <AsItIs input={input} /> : <AsAttached input={input} hash={input.hash} />}
    </Dialog>
  );
}

type ResourceInput = Extract<PendingAttachment['input'], { type: 'resource' }>;

function AsAttached({ input, hash }: { input: ResourceInput; hash: string }) {
  const { serverId, uri } = input;
  useLiveResource(serverId, uri);
  const { data, error, refetch } = useHostQuery('resources/attached', { serverId, uri, hash }, { fresh: true });
  // Kept no more: what would be sent is what it is now, if that is still the same.
  if (data?.contents === null) return <AsItIs input={input} />;
  return <Contents contents={data?.contents} error={error} onRetry={() => void refetch()} />;
}

function AsItIs({ input: { serverId, uri } }: { input: ResourceInput }) {
  const { data, error, refetch } = useHostQuery('resources/read', { serverId, uri }, { fresh: true });
  return <Contents contents={data?.contents} error={error} onRetry={() => void refetch()} />;
}

function Contents({ contents, error, onRetry }: { contents: React.ComponentProps<typeof ResourceContent>['content'][] | undefined; error: { problem: React.ComponentProps<typeof ProblemCallout>['problem'] } | null; onRetry: () => void }) {
  const t = useT();
  if (error) return <ProblemCallout problem={error.problem} onRetry={onRetry} />;
  if (!contents) return <p role="status" className="text-sm text-muted">{t.resources.reading}</p>;
  if (contents.length === 0) return <p className="text-sm text-muted">{t.resources.emptyContent}</p>;
  // oxlint-disable-next-line react/no-array-index-key -- contents of one answer never move
  return <div className="flex flex-col gap-2">{contents.map((content, index) => <ResourceContent key={index} content={content} />)}</div>;
}
