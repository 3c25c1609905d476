/** Bytes that have no preview: what they are, the first of them in hexadecimal, and the way to a file. */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../i18n.tsx';
import type { Mismatch, Preview } from './preview.ts';
import { SaveButton } from './save-button.tsx';

const bytesPerRow = 16;
const bytesAtOnce = 1024;
/** More than this is for another program. */
const mostBytes = 64 * 1024;

export function BytesBlock({ preview, uri }: { preview: Extract<Preview, { as: 'hex' }>; uri: string }) {
  const t = useT();
  const format = useFormat();
  const { bytes, type, reason } = preview;
  const [shown, setShown] = useState(bytesAtOnce);
  const size = format.bytes(bytes.length);
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <MismatchNote mismatch={preview.mismatch} isShown={false} />
      <p className="text-sm text-muted"><RevealText text={reason === undefined ? t.content.other(type, size) : 'tooLarge' in reason ? t.content.tooLarge(size) : t.content.tooManyPixels(reason.width, reason.height)} /></p>
      <div className="flex gap-1.5"><SaveButton uri={uri} type={type} data={bytes} /></div>
      {bytes.length > 0 ? (
        // A scrolling region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} role="region" aria-label={t.content.hex(size)} className="ui-code-block max-h-80 max-w-full self-stretch overflow-auto text-xs">{hexRows(bytes.subarray(0, shown))}</pre>
      ) : null}
      {bytes.length > shown && shown < mostBytes ? <Button size="sm" variant="ghost" onClick={() => setShown(Math.min(mostBytes, shown * 4))}>{t.content.moreBytes}</Button> : null}
    </div>
  );
}

/** Says that a server called something what it is not. */
export function MismatchNote({ mismatch, isShown }: { mismatch: Mismatch | null; isShown: boolean }): ReactNode {
  const t = useT();
  if (mismatch === null) return null;
  const found = mismatch.found ?? t.content.unknownType;
  return <Callout tone="warn"><RevealText text={isShown ? t.content.mismatch(mismatch.claimed, found) : t.content.mismatchBytes(mismatch.claimed, found)} /></Callout>;
}

/** Place, bytes, and what of them can be read: `00000010  48 65 …  He…`. */
export function hexRows(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesPerRow) {
    const row = [...bytes.subarray(at, at + bytesPerRow)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : '.')).join('');
    rows.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(bytesPerRow * 3 - 1)}  ${text}`);
  }
  return rows.join('\n');
}
