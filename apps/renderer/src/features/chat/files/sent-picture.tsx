/** A picture in the chat, in a place of its own size before it has come, so that nothing jumps; a press shows all of it. */
import type { FileFacts } from '@portolan/contract/files';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { useMemo, useState } from 'react';
import { previewOf } from '../../../lib/content/preview.ts';
import { useFileBytes } from '../../../lib/file-bytes.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { FileContent } from './file-content.tsx';

/** Pixels of the place a picture has. */
const [widest, highest] = [420, 320];

/** `whole` is what was attached, where `file` is the smaller copy of it. */
export function SentPicture({ file, whole, name }: { file: FileFacts; whole: FileFacts; name: string }) {
  const t = useT();
  const format = useFormat();
  const { data, error } = useFileBytes(file.hash);
  const [isLarge, setIsLarge] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const src = useMemo(() => {
    if (data === undefined) return null;
    const preview = previewOf({ kind: 'blob', uri: name, mimeType: file.mimeType, blob: data, bytes: file.bytes });
    return preview.as === 'image' ? `data:${preview.type};base64,${data}` : 'none';
  }, [data, file, name]);
  if (error || isBroken || src === 'none') return <div className="max-w-full min-w-0"><FileContent file={whole} name={name} /></div>;
  const [width, height] = [file.width ?? widest, file.height ?? highest];
  const ratio = Math.min(1, widest / width, highest / height);
  const size = { width: Math.max(24, Math.round(width * ratio)), aspectRatio: `${width} / ${height}` };
  return (
    <>
      <button type="button" className="max-w-full cursor-zoom-in overflow-hidden rounded-lg border border-line bg-sunken" aria-label={t.files.preview(name)} style={size} onClick={() => setIsLarge(true)}>
        {src === null ? null : <img src={src} alt={`${name}, ${format.bytes(whole.bytes)}`} decoding="async" draggable={false} className="block size-full object-contain" onError={() => setIsBroken(true)} />}
      </button>
      {isLarge ? (
        <Dialog open size="xl" title={<RevealText text={name} />} onOpenChange={(isOpen) => (isOpen ? undefined : setIsLarge(false))}>
          <FileContent file={whole} name={name} />
        </Dialog>
      ) : null}
    </>
  );
}
