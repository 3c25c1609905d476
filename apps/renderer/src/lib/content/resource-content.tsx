/** What a resource holds: its address, its kind, and the text or picture. */
import type { ResourceContentView } from '@portolan/contract/content';
import { Badge } from '@portolan/ui/badge';
import { CopyButton } from '@portolan/ui/copy-button';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { FileIcon } from 'lucide-react';
import { useFormat, useT } from '../i18n.tsx';
import { ImageBlock, isRaster } from './image-block.tsx';
import { LongText } from './long-text.tsx';

export function ResourceContent({ content }: { content: ResourceContentView }) {
  const t = useT();
  const format = useFormat();
  const mimeType = content.mimeType ?? '';
  return (
    <section className="min-w-0 rounded-md border border-line" aria-label={t.resources.contentOf(revealed(content.uri))}>
      <header className="flex min-w-0 items-center gap-2 border-b border-line px-2.5 py-1.5 text-xs text-muted">
        <FileIcon className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate"><RevealText text={content.uri} hideCount /></span>
        {mimeType === '' ? null : <Badge mono>{mimeType}</Badge>}
        {content.kind === 'text' ? <CopyButton text={content.text} /> : null}
      </header>
      <div className="flex min-w-0 flex-col p-2">
        {content.kind === 'text' ? (
          <LongText text={content.text} label={t.resources.contentOf(revealed(content.uri))} />
        ) : isRaster(mimeType) ? (
          <ImageBlock data={content.blob} mimeType={mimeType} />
        ) : (
          <p className="text-sm text-muted">{t.resources.binary(format.bytes(content.bytes), mimeType || 'application/octet-stream')}</p>
        )}
      </div>
    </section>
  );
}
