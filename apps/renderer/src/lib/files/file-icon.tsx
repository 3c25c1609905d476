/** A small picture of a file: of a picture itself where it can be drawn safely, else of its kind. */
import type { FileFacts } from '@portolan/contract/files';
import { AppWindowIcon, FileArchiveIcon, FileAudioIcon, FileIcon as UnknownIcon, FileTextIcon, FileVideoIcon, ImageIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import type { Link } from '../../host/link.ts';
import { decodeBase64 } from '../content/bytes.ts';
import { readFile } from '../file-bytes.ts';
import { kindOf } from './file-kind.ts';
import { mostPixels, smaller } from './pictures.ts';

/** Pixels of a drawn one: twice as many as the place has, for dense screens. */
const edge = 96;
const bytes = 60_000;
const drawn = new Map<string, Promise<string | null>>();
/** Pictures drawn and kept. */
const mostDrawn = 200;

const icons = { picture: ImageIcon, sound: FileAudioIcon, pdf: FileTextIcon, text: FileTextIcon, archive: FileArchiveIcon, video: FileVideoIcon, program: AppWindowIcon, other: UnknownIcon };

export function FileIcon({ file, large = false }: { file: FileFacts; large?: boolean }) {
  const { link } = useHost();
  const [src, setSrc] = useState<string | null>(null);
  const canDraw = kindOf(file.mimeType) === 'picture' && (file.width ?? 0) * (file.height ?? 0) > 0 && (file.width ?? 0) * (file.height ?? 0) <= mostPixels;
  const { hash, mimeType } = file;
  useEffect(() => {
    let isWanted = canDraw;
    if (canDraw) {
      void thumbnail(link, hash, mimeType).then((address) => {
        if (isWanted) setSrc(address);
        return undefined;
      });
    }
    return () => {
      isWanted = false;
    };
  }, [link, hash, mimeType, canDraw]);
  if (src !== null) return <img src={src} alt="" draggable={false} className={`${large ? 'size-8' : 'size-6'} rounded-sm object-cover`} onError={() => setSrc(null)} />;
  const Icon = icons[kindOf(mimeType)];
  return <Icon className={`${large ? 'size-4' : 'size-3.5'} shrink-0 text-muted`} />;
}

/** An address of pixels drawn anew, or null. Does not reject. */
function thumbnail(link: Link, hash: FileFacts['hash'], mimeType: string): Promise<string | null> {
  const known = drawn.get(hash);
  if (known) return known;
  const drawing = (async () => {
    try {
      const whole = decodeBase64(await readFile(link, hash));
      const small = whole === null ? null : await smaller(new Blob([whole], { type: mimeType }), edge, bytes);
      return small === null ? null : URL.createObjectURL(small);
    } catch {
      drawn.delete(hash);
      return null;
    }
  })();
  drawn.set(hash, drawing);
  if (drawn.size > mostDrawn) for (const [first, address] of drawn) {
    drawn.delete(first);
    void address.then((old) => (old === null ? undefined : URL.revokeObjectURL(old)));
    break;
  }
  return drawing;
}
