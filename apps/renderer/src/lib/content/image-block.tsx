/** Pictures and sound from the bytes in hand. Nothing is loaded from anywhere. */
import { useMemo, useState } from 'react';
import { useFormat, useT } from '../i18n.tsx';

const rasterTypes = /^image\/(png|jpeg|gif|webp|avif|bmp)$/i;
const audioTypes = /^audio\/[\w.+-]+$/i;
const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

export function isRaster(mimeType: string): boolean {
  return rasterTypes.test(mimeType);
}

function dataUrl(data: string, mimeType: string, types: RegExp): string | null {
  return types.test(mimeType) && base64.test(data) ? `data:${mimeType.toLowerCase()};base64,${data.replace(/\s/g, '')}` : null;
}

/** Raster images only; an SVG is a document and is not drawn. */
export function ImageBlock({ data, mimeType }: { data: string; mimeType: string }) {
  const t = useT();
  const format = useFormat();
  const [isBroken, setIsBroken] = useState(false);
  const src = useMemo(() => dataUrl(data, mimeType, rasterTypes), [data, mimeType]);
  const size = format.bytes(Math.floor((data.length * 3) / 4));
  if (isBroken || src === null) return <p className="text-sm text-muted">{t.shell.imageNotShown(mimeType, size)}</p>;
  return (
    <img
      src={src}
      alt={t.shell.imageAlt(mimeType, size)}
      decoding="async"
      draggable={false}
      className="max-h-96 max-w-full self-start rounded-md border border-line bg-sunken object-contain"
      onError={() => setIsBroken(true)}
    />
  );
}

/** Sound is only ever played by a press. */
export function AudioBlock({ data, mimeType }: { data: string; mimeType: string }) {
  const t = useT();
  const src = useMemo(() => dataUrl(data, mimeType, audioTypes), [data, mimeType]);
  if (src === null) return <p className="text-sm text-muted">{t.shell.audioNotShown(mimeType)}</p>;
  // What a server sends as sound comes without captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio controls preload="metadata" src={src} aria-label={t.shell.audio(mimeType)} className="max-w-full" />;
}
