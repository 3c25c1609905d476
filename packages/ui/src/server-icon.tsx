import { useState, type CSSProperties, type ReactNode } from 'react';
import { hasHidden } from './hidden-characters.ts';
import { classNames } from './class-names.ts';

export interface ServerIconProps {
  /** The server's name: source of the drawn letters and their colour. */
  name: string;
  /** A raster image as a `data:` URL (png, jpeg, webp, gif); anything else is not loaded. */
  src?: string | undefined;
  /** Edge in rem. */
  size?: number | undefined;
  className?: string | undefined;
}

const rasterData = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/;
/** 256 kB of image as base64. */
const maxSrcLength = 350_000;

/**
 * A server's icon. Without an image that can be trusted as a picture it draws one or two letters in a
 * colour that is always the same for the same name. Decoration only: the name stands beside it.
 */
export function ServerIcon({ name, src, size = 1.25, className }: ServerIconProps): ReactNode {
  const [failedSrc, setFailedSrc] = useState<string | undefined>(undefined);
  const style: Record<string, string | number> & CSSProperties = { '--ui-icon-size': `${size}rem`, '--ui-hue': hueOf(name) };
  if (src !== undefined && src !== failedSrc && isRasterData(src)) {
    return (
      <span className={classNames('ui-server-icon', className)} data-image="" style={style} aria-hidden="true">
        <img src={src} alt="" draggable={false} decoding="async" onError={() => setFailedSrc(src)} />
      </span>
    );
  }
  const letters = monogram(name);
  return (
    <span className={classNames('ui-server-icon', className)} data-wide={letters.length > 1 ? '' : undefined} style={style} aria-hidden="true">
      {letters}
    </span>
  );
}

/** Whether a source is an image the page may show: raster, inline, of bounded size. */
export function isRasterData(src: string): boolean {
  return src.length <= maxSrcLength && rasterData.test(src);
}

/** One CJK character, or the initials of the first two words; `?` for a name without letters. */
export function monogram(name: string): string {
  const words = name.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const visible = words.filter((word) => !hasHidden(word));
  const first = Array.from(visible[0] ?? '')[0];
  if (first === undefined) return '?';
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(first)) return first;
  const second = Array.from(visible[1] ?? '')[0] ?? '';
  return (first + second).toLocaleUpperCase('en');
}

/** One of 24 hues, spread so that near names do not get near colours. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (((hash >>> 0) * 11) % 24) * 15;
}
