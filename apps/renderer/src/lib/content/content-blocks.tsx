/** Content blocks of a result, a resource or a prompt, each in its own right. Nothing here loads anything by itself. */
import type { ContentView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useT } from '../i18n.tsx';
import { AudioBlock, ImageBlock } from './image-block.tsx';
import { JsonView } from './json-view.tsx';
import { ResourceContent } from './resource-content.tsx';
import { ResourceLink } from './resource-link.tsx';
import { TextBlock } from './text-block.tsx';

/** More blocks than this are shown by a press. */
const blocksAtOnce = 100;

/** `serverId` is where links to resources are read from; null when that server is gone. */
export function ContentBlocks({ blocks, serverId }: { blocks: readonly ContentView[]; serverId: ServerId | null }) {
  const t = useT();
  const [shown, setShown] = useState(blocksAtOnce);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {/* Blocks of a finished result never move: their position is their identity. */}
      {/* oxlint-disable-next-line react/no-array-index-key */}
      {blocks.slice(0, shown).map((block, index) => <ContentBlock key={index} block={block} serverId={serverId} />)}
      {blocks.length > shown ? <Button size="sm" variant="ghost" className="self-start" onClick={() => setShown(shown + 5 * blocksAtOnce)}>{t.content.moreBlocks(blocks.length - shown)}</Button> : null}
    </div>
  );
}

export function ContentBlock({ block, serverId }: { block: ContentView; serverId: ServerId | null }) {
  const t = useT();
  switch (block.type) {
    case 'text':
      return <TextBlock text={block.text} />;
    case 'image':
      return <ImageBlock data={block.data} mimeType={block.mimeType} />;
    case 'audio':
      return <AudioBlock data={block.data} mimeType={block.mimeType} />;
    case 'resource':
      return <ResourceContent content={block.resource} />;
    case 'resource_link':
      return <ResourceLink link={block} serverId={serverId} />;
    case 'unknown':
      return (
        <div className="min-w-0">
          <p className="mb-1 text-sm text-muted"><RevealText text={t.shell.unknownBlock(block.originalType, block.reason)} /></p>
          <JsonView value={block.raw} label={block.originalType} openDepth={1} />
        </div>
      );
  }
}
