/** Pictures and sound from the bytes in hand, by what they are and not by what they are called. Nothing is loaded from anywhere. */
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { ZoomInIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat, useT } from '../i18n.tsx';
import { BytesBlock } from './bytes-block.tsx';
import { previewOfBytes } from './preview.ts';
import type { Preview } from './preview.ts';
import { decodeBase64 } from './bytes.ts';
import { SaveButton } from './save-button.tsx';

export interface MediaProps {
  data: string;
  mimeType: string;
  /** Where it comes from, for the name it is saved under. */
  uri?: string;
}

/** An `image` block. Raster images only; an SVG is a document and is not drawn. */
export function ImageBlock({ data, mimeType, uri = 'image' }: MediaProps) {
  return <MediaBlock data={data} mimeType={mimeType} uri={uri} wanted="image" />;
}

/** An `audio` block. Sound is only ever played by a press. */
export function AudioBlock({ data, mimeType, uri = 'audio' }: MediaProps) {
  return <MediaBlock data={data} mimeType={mimeType} uri={uri} wanted="audio" />;
}

function MediaBlock({ data, mimeType, uri, wanted }: Required<MediaProps> & { wanted: 'image' | 'audio' }) {
  const t = useT();
  const preview = useMemo((): Preview => {
    const bytes = decodeBase64(data);
    return bytes === null ? { as: 'broken' } : previewOfBytes(bytes, mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '', uri);
  }, [data, mimeType, uri]);
  if (preview.as === 'image' && wanted === 'image') return <Picture data={data} preview={preview} uri={uri} />;
  if (preview.as === 'audio' && wanted === 'audio') return <Sound data={data} preview={preview} uri={uri} />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <NotShown wanted={wanted} mimeType={mimeType} length={data.length} />
      {preview.as === 'broken' || preview.as === 'left-out' ? <p className="text-sm text-muted">{t.content.broken}</p> : preview.as === 'hex' ? <BytesBlock preview={preview} uri={uri} /> : preview.bytes === null ? null : <BytesBlock preview={{ as: 'hex', bytes: preview.bytes, type: mimeType, mismatch: null }} uri={uri} />}
    </div>
  );
}

function NotShown({ wanted, mimeType, length }: { wanted: 'image' | 'audio'; mimeType: string; length: number }) {
  const t = useT();
  const format = useFormat();
  return <p className="text-sm text-muted">{wanted === 'image' ? t.shell.imageNotShown(mimeType, format.bytes(Math.floor((length * 3) / 4))) : t.shell.audioNotShown(mimeType)}</p>;
}

type Media = Extract<Preview, { as: 'image' | 'audio' }>;

/** `data` is base64 that was decoded before: the type in front of it is what the bytes are. */
function dataUrl(data: string, type: string): string {
  return `data:${type};base64,${data.replace(/\s+/g, '')}`;
}

export function Picture({ data, preview, uri }: { data: string; preview: Media; uri: string }) {
  const t = useT();
  const format = useFormat();
  const [isBroken, setIsBroken] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  const src = useMemo(() => dataUrl(data, preview.type), [data, preview.type]);
  const size = format.bytes(preview.bytes.length);
  const alt = t.shell.imageAlt(preview.type, size);
  return (
    <figure className="flex min-w-0 flex-col items-start gap-1.5">
      {isBroken ? (
        <p className="text-sm text-muted">{t.shell.imageNotShown(preview.type, size)}</p>
      ) : (
        <button type="button" className="max-w-full cursor-zoom-in rounded-md" aria-label={`${t.content.zoom}: ${alt}`} onClick={() => setIsLarge(true)}>
          <img src={src} alt={alt} decoding="async" draggable={false} className="max-h-96 max-w-full rounded-md border border-line bg-sunken object-contain" onError={() => setIsBroken(true)} />
        </button>
      )}
      <figcaption className="flex flex-wrap items-center gap-1.5 text-xs text-subtle">
        {isBroken ? null : <Button size="sm" variant="ghost" icon={<ZoomInIcon />} onClick={() => setIsLarge(true)}>{t.content.zoom}</Button>}
        <SaveButton uri={uri} type={preview.type} data={preview.bytes} />
        {size}
      </figcaption>
      {isLarge ? <LargePicture src={src} alt={alt} onClose={() => setIsLarge(false)} /> : null}
    </figure>
  );
}

function LargePicture({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  const t = useT();
  const [isActual, setIsActual] = useState(false);
  return (
    <Dialog open size="xl" title={alt} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} footer={<Button aria-pressed={isActual} onClick={() => setIsActual(!isActual)}>{isActual ? t.content.fit : t.content.actualSize}</Button>}>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="max-h-[70vh] overflow-auto rounded-md border border-line bg-sunken" tabIndex={0} role="group" aria-label={alt}>
        <img src={src} alt={alt} draggable={false} className={isActual ? 'max-w-none' : 'mx-auto max-h-[68vh] max-w-full object-contain'} />
      </div>
    </Dialog>
  );
}

export function Sound({ data, preview, uri }: { data: string; preview: Media; uri: string }) {
  const t = useT();
  const src = useMemo(() => dataUrl(data, preview.type), [data, preview.type]);
  // Bytes may begin as a sound does and be none.
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) {
    return (
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <p className="text-sm text-muted" role="status">{t.shell.audioNotShown(preview.type)}</p>
        <SaveButton uri={uri} type={preview.type} data={preview.bytes} />
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {/* What a server sends as sound comes without captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio controls preload="metadata" src={src} onError={() => setBroken(src)} aria-label={t.shell.audio(preview.type)} className="max-w-full" />
      <SaveButton uri={uri} type={preview.type} data={preview.bytes} />
    </div>
  );
}
