/** A drawn page with its text over it: unseen, but where it stands, so that it can be selected, copied and read aloud. */
import { useLayoutEffect, useRef } from 'react';
import type { PdfPicture } from './pdf-protocol.ts';

/** `label` names a page that is only a picture. */
export function PagePicture({ picture, label }: { picture: PdfPicture; label: string }) {
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const { bitmap, runs, width, height } = picture;
  useLayoutEffect(() => {
    // A picture whose memory was given back has no width.
    if (canvas.current === null || bitmap.width === 0) return;
    canvas.current.width = bitmap.width;
    canvas.current.height = bitmap.height;
    canvas.current.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <>
      <canvas ref={canvas} className="block size-full bg-white" {...(runs.length === 0 ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
      {runs.length === 0 ? null : (
        <svg viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full cursor-text select-text selection:bg-focus/30" preserveAspectRatio="none">
          {runs.map(({ text, x, y, size, width: length, angle }, index) => (
            // Runs of a drawn page never move, and may be alike.
            // oxlint-disable-next-line react/no-array-index-key
            <text key={index} x={x} y={y} fontSize={size} fill="transparent" {...(length > 0 ? { textLength: length, lengthAdjust: 'spacingAndGlyphs' } : {})} {...(Math.abs(angle) < 0.1 ? {} : { transform: `rotate(${angle} ${x} ${y})` })} xmlSpace="preserve">
              {text}
            </text>
          ))}
        </svg>
      )}
    </>
  );
}
