/** What a resource holds: its address, its kind, and the text, picture, sound or bytes; each can be saved. */
import type { ResourceContentView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import { Badge } from '@portolan/ui/badge';
import { CopyButton } from '@portolan/ui/copy-button';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { FileIcon } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../i18n.tsx';
import { BytesBlock, MismatchNote } from './bytes-block.tsx';
import { Picture, Sound } from './image-block.tsx';
import { PdfBlock } from './pdf-block.tsx';
import { previewOf } from './preview.ts';
import type { Preview } from './preview.ts';
import { SaveButton, SaveFromHost } from './save-button.tsx';
import { TextPreview } from './text-preview.tsx';

export interface ResourceContentProps {
  content: ResourceContentView;
  /** Where it was read, so that what is too large for a window can be saved all the same. */
  from?: { serverId: ServerId; uri: string; index: number };
}

export function ResourceContent({ content, from }: ResourceContentProps) {
  const t = useT();
  const mimeType = content.mimeType ?? '';
  const preview = useMemo(() => previewOf(content), [content]);
  const whole = content.isLeftOut === true && from !== undefined ? <SaveFromHost uri={content.uri} type={mimeType} serverId={from.serverId} of={{ uri: from.uri, index: from.index }} /> : null;
  return (
    <section className="min-w-0 rounded-md border border-line" aria-label={t.resources.contentOf(revealed(content.uri))}>
      <header className="flex min-w-0 items-center gap-2 border-b border-line px-2.5 py-1.5 text-xs text-muted">
        <FileIcon className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate"><RevealText text={content.uri} hideCount /></span>
        {mimeType === '' ? null : <Badge mono><RevealText text={mimeType} hideCount limit={60} /></Badge>}
        {preview.as === 'text' ? <CopyButton text={preview.text} /> : null}
        {preview.as === 'text' ? (whole ?? <SaveButton uri={content.uri} type={mimeType === '' ? 'text/plain' : mimeType} data={preview.bytes ?? preview.text} />) : null}
      </header>
      <div className="flex min-w-0 flex-col gap-2 p-2">
        <Body preview={preview} content={content} whole={whole} />
      </div>
    </section>
  );
}

function Body({ preview, content, whole }: { preview: Preview; content: ResourceContentView; whole: ReactNode }) {
  const t = useT();
  const format = useFormat();
  const data = content.kind === 'blob' ? content.blob : '';
  switch (preview.as) {
    case 'text':
      return <TextPreview text={preview.text} flavour={preview.flavour} label={t.resources.contentOf(revealed(content.uri))} />;
    case 'image':
      return <><MismatchNote mismatch={preview.mismatch} isShown /><Picture data={data} preview={preview} uri={content.uri} /></>;
    case 'audio':
      return <><MismatchNote mismatch={preview.mismatch} isShown /><Sound data={data} preview={preview} uri={content.uri} /></>;
    case 'pdf':
      return <PdfBlock bytes={preview.bytes} uri={content.uri} />;
    case 'hex':
      return <BytesBlock preview={preview} uri={content.uri} />;
    case 'left-out':
      return <div className="flex flex-wrap items-center gap-2 text-sm text-muted">{t.content.tooLarge(format.bytes(content.kind === 'blob' ? content.bytes : 0))}{whole}</div>;
    case 'broken':
      return <p className="text-sm text-muted">{t.content.broken}</p>;
  }
}
