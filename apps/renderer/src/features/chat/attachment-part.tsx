/** Something that was attached to a message: a resource, or a message of a prompt. */
import type { PartView } from '@portolan/contract/conversations';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { FileTextIcon } from 'lucide-react';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { useT } from '../../lib/i18n.tsx';

export function Attachment({ part }: { part: Extract<PartView, { type: 'attachment' }> }) {
  const t = useT();
  return (
    <Collapsible
      className="max-w-full min-w-0 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-sm"
      label={
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <FileTextIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="min-w-0 break-words"><RevealText text={part.name} hideCount /></span> <span className="text-subtle"><RevealText text={t.composer.chipFrom(part.serverName)} hideCount /></span>
        </span>
      }
    >
      <ContentBlock block={part.content} serverId={part.serverId} />
    </Collapsible>
  );
}
