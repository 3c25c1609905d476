import { describe, expect, it } from 'vitest';
import { decodeBase64 } from './bytes.ts';
import { previewOf } from './preview.ts';
import { sniff } from '@portolan/contract/sniff';

const base64 = (text: string): string => btoa(text);
const blob = (text: string, mimeType?: string, uri = 'x:y') => ({ kind: 'blob' as const, uri, blob: base64(text), bytes: text.length, ...(mimeType === undefined ? {} : { mimeType }) });
/** The head of a PNG with these edges; enough to be told, not to be drawn. */
const png = (width: number, height: number): string => `\u0089PNG\r\n\u001a\n\0\0\0\rIHDR${[24, 16, 8, 0].map((shift) => String.fromCodePoint((width >>> shift) & 255)).join('')}${[24, 16, 8, 0].map((shift) => String.fromCodePoint((height >>> shift) & 255)).join('')}\b\u0002\0\0\0`;
const wav = 'RIFF\u0024\0\0\0WAVEfmt ';

describe('what contents are', () => {
  it.each([
    ['a picture', blob(png(8, 8), 'image/png'), 'image'],
    ['a picture under another picture’s name', blob(png(8, 8), 'image/jpeg'), 'image'],
    ['sound', blob(wav, 'audio/x-wav'), 'audio'],
    ['a PDF', blob('%PDF-1.7 /OpenAction', 'application/pdf'), 'pdf'],
    ['text sent as bytes', blob('a,b\n1,2', 'text/csv'), 'text'],
    ['bytes of no type', blob('\0\u0001\u0002'), 'hex'],
  ])('is told from their bytes: %s (P08)', (_what, content, as) => {
    expect(previewOf(content).as).toBe(as);
  });

  it.each([
    ['a page as a picture', '<!DOCTYPE html><script>alert(1)</script>', 'image/png', 'text/html'],
    ['an SVG as a picture', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/png', 'image/svg+xml'],
    ['a program as a picture', 'MZ\u0090\0\u0003', 'image/png', 'application/x-msdownload'],
    ['a PDF as sound', '%PDF-1.7 /JavaScript (app.alert(1))', 'audio/mpeg', 'application/pdf'],
    ['a picture as text', png(4, 4), 'text/plain', 'image/png'],
    ['nothing known as a picture', '\0\0\0\0', 'image/webp', null],
  ])('is never taken from their name alone: %s is shown as bytes (T:D09)', (_what, bytes, claimed, found) => {
    expect(previewOf(blob(bytes, claimed))).toMatchObject({ as: 'hex', mismatch: { claimed, found } });
  });

  it('a page is text whatever it is called, and its source is what is shown (T:D09)', () => {
    expect(previewOf(blob('<html><script>1</script>', 'text/html'))).toMatchObject({ as: 'text', flavour: { kind: 'code', language: 'html' } });
    expect(previewOf({ kind: 'text', uri: 'x:a.svg', mimeType: 'image/svg+xml', text: '<svg onload=alert(1)>' })).toMatchObject({ as: 'text', flavour: { kind: 'code', language: 'xml' } });
  });

  it('a picture of endless pixels is not decoded (T:D08)', () => {
    expect(previewOf(blob(png(65_535, 65_535), 'image/png'))).toMatchObject({ as: 'hex', reason: { width: 65_535, height: 65_535 } });
    expect(previewOf(blob('GIF89a\u0001', 'image/gif'))).toMatchObject({ as: 'hex' });
  });

  it.each(['A', 'AAA', 'AA=A', '====', 'AAAA-_==', 'AA AA*', '\u0000AAA', 'AAAAA==='])('%j is not base64, and nothing is made of it (T:D15)', (text) => {
    expect(decodeBase64(text)).toBeNull();
    expect(previewOf({ kind: 'blob', uri: 'x:y', mimeType: 'image/png', blob: text, bytes: 3 }).as).toBe('broken');
  });

  it('base64 broken into lines is base64 (T:D15)', () => {
    expect([...(decodeBase64('aGVs\r\nbG8=\n') ?? [])]).toEqual([104, 101, 108, 108, 111]);
    expect(decodeBase64('')).toHaveLength(0);
  });

  it('a blob the host kept is neither shown nor decoded (T:D15)', () => {
    expect(previewOf({ kind: 'blob', uri: 'x:y', blob: '', bytes: 40_000_000, isLeftOut: true }).as).toBe('left-out');
  });

  it.each(['', 'a', '\u00ff', 'RIFF', '\0\0\0\u0018ftyp', '\u00ff\u00fb'])('%j does not confuse it', (text) => {
    expect(() => sniff(Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0))).not.toThrow();
  });
});
