/** Content blocks of a result, a resource or a prompt, each in its own right. Nothing here loads anything by itself. */
import type { ContentView, ResourceContentView } from '@portolan/contract/content';
import { Badge } from '@portolan/ui/badge';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { FileIcon, LinkIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat, useT } from '../i18n.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';

export function ContentBlocks({ blocks }: { blocks: ContentView[] }) {
  // Blocks of a finished result never move: their position is their identity.
  // eslint-disable-next-line react/no-array-index-key
  return <div className="flex min-w-0 flex-col gap-2">{blocks.map((block, index) => <ContentBlock key={index} block={block} />)}</div>;
}

export function ContentBlock({ block }: { block: ContentView }) {
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
      return (
        <p className="flex min-w-0 items-center gap-2 rounded-md border border-line px-2.5 py-1.5 text-sm">
          <LinkIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="min-w-0">
            <RevealText text={block.title ?? block.name} className="font-medium" /> <CodeText text={block.uri} />
            {block.description ? <span className="block text-muted"><RevealText text={block.description} /></span> : null}
          </span>
        </p>
      );
    case 'unknown':
      return (
        <div>
          <p className="mb-1 text-sm text-muted">{t.shell.unknownBlock(block.originalType, block.reason)}</p>
          <JsonView value={block.raw} label={block.originalType} openDepth={1} />
        </div>
      );
  }
}

/** Text that is a JSON object or array is offered as a tree as well. */
function TextBlock({ text }: { text: string }) {
  const t = useT();
  const json = useMemo(() => parseJson(text), [text]);
  const [asTree, setAsTree] = useState(false);
  return (
    <div className="group/text relative min-w-0">
      {asTree && json !== null ? <JsonView value={json} label="JSON" /> : <LongText text={text} />}
      <div className="absolute top-1 right-1 flex gap-1 opacity-0 group-focus-within/text:opacity-100 group-hover/text:opacity-100">
        {json === null ? null : (
          <button type="button" className="rounded-sm bg-raised px-1.5 text-xs text-muted shadow-sm hover:text-fg" onClick={() => setAsTree(!asTree)}>
            {asTree ? t.shell.asText : t.shell.asTree}
          </button>
        )}
        <CopyButton text={text} />
      </div>
    </div>
  );
}

function parseJson(text: string) {
  const start = text.trimStart()[0];
  if ((start !== '{' && start !== '[') || text.length > 1_000_000) return null;
  try {
    return JSON.parse(text) as import('@portolan/contract/json').JsonObject;
  } catch {
    return null;
  }
}

const rasterTypes = /^image\/(png|jpeg|gif|webp|avif|bmp)$/i;
const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

/** Raster images only, from the bytes in hand; an SVG is shown as its text. */
export function ImageBlock({ data, mimeType }: { data: string; mimeType: string }) {
  const t = useT();
  const format = useFormat();
  const [isBroken, setIsBroken] = useState(false);
  const bytes = Math.floor((data.length * 3) / 4);
  if (isBroken || !rasterTypes.test(mimeType) || !base64.test(data)) {
    return <p className="text-sm text-muted">{t.shell.imageNotShown(mimeType, format.bytes(bytes))}</p>;
  }
  return (
    <img
      src={`data:${mimeType.toLowerCase()};base64,${data.replace(/\s/g, '')}`}
      alt={t.shell.imageAlt(mimeType, format.bytes(bytes))}
      className="max-h-96 max-w-full self-start rounded-md border border-line bg-sunken object-contain"
      onError={() => setIsBroken(true)}
    />
  );
}

function AudioBlock({ data, mimeType }: { data: string; mimeType: string }) {
  const t = useT();
  const url = useMemo(() => (/^audio\/[\w.+-]+$/i.test(mimeType) && base64.test(data) ? `data:${mimeType};base64,${data.replace(/\s/g, '')}` : null), [data, mimeType]);
  // Sound is only ever played by a press.
  // eslint-disable-next-line jsx-a11y/media-has-caption
  return url ? <audio controls preload="metadata" src={url} aria-label={t.shell.audio(mimeType)} className="max-w-full" /> : <p className="text-sm text-muted">{t.shell.audioNotShown(mimeType)}</p>;
}

export function ResourceContent({ content }: { content: ResourceContentView }) {
  const t = useT();
  const format = useFormat();
  return (
    <section className="min-w-0 rounded-md border border-line" aria-label={content.uri}>
      <header className="flex min-w-0 items-center gap-2 border-b border-line px-2.5 py-1.5 text-xs text-muted">
        <FileIcon className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate"><RevealText text={content.uri} /></span>
        {content.mimeType ? <Badge mono>{content.mimeType}</Badge> : null}
        {content.kind === 'text' ? <CopyButton text={content.text} /> : null}
      </header>
      <div className="p-2">
        {content.kind === 'text' ? (
          <LongText text={content.text} label={content.uri} />
        ) : rasterTypes.test(content.mimeType ?? '') ? (
          <ImageBlock data={content.blob} mimeType={content.mimeType ?? ''} />
        ) : (
          <p className="text-sm text-muted">{t.resources.binary(format.bytes(content.bytes), content.mimeType ?? 'application/octet-stream')}</p>
        )}
      </div>
    </section>
  );
}
