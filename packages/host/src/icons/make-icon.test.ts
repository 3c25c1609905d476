import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRasterHeader } from './image-header.ts';
import { iconLimits, makeIcon } from './make-icon.ts';
import { jpeg, jpegComment, jpegExif, png, pngChunk, pngHeader, pngSignature, square, webp } from './testing/pictures.ts';

const type = (made: ReturnType<typeof makeIcon>): string => ('refused' in made ? made.refused : made.mimeType);

describe('pictures that may be shown (H30, H31, T:D09)', () => {
  it.each([
    ['image/png', png(48)],
    ['image/jpeg', jpeg(64, 32)],
    ['image/jpeg', jpeg(64, 32, { scans: 5 })],
    ['image/webp', webp(48, 48)],
    ['image/webp', webp(48, 48, { flags: 0x10, extra: [['EXIF', Buffer.from('here')]] })],
    ['image/svg+xml', Buffer.from(square)],
    ['image/svg+xml', Buffer.from(`\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n${square}`)],
  ])('%s', (expected, bytes) => {
    expect(type(makeIcon(bytes, [expected]))).toBe(expected);
    expect(type(makeIcon(bytes, [undefined, 'application/octet-stream']))).toBe(expected);
    expect(type(makeIcon(bytes, [expected.replace('jpeg', 'jpg'), `${expected}; charset=utf-8`]))).toBe(expected);
  });

  it.each([
    ['HTML under the name of a picture', Buffer.from('<html><script>1</script></html>'), 'image/png', 'format'],
    ['SVG under the name of a picture', Buffer.from(square), 'image/png', 'format'],
    ['a PNG under the name of HTML', png(8), 'text/html', 'other-type'],
    ['a PNG under the name of SVG', png(8), 'image/svg+xml', 'other-type'],
    ['PDF', Buffer.from('%PDF-1.7\n'), undefined, 'format'],
    ['GIF, which moves', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'), 'image/gif', 'format'],
    ['AVIF', Buffer.from('\0\0\0\u001cftypavif', 'latin1'), 'image/avif', 'format'],
    ['nothing', Buffer.alloc(0), undefined, 'format'],
    ['text that is no text', Buffer.from([0x3c, 0x73, 0xff, 0xfe]), 'image/svg+xml', 'format'],
  ])('refuses %s', (_what, bytes, declared, reason) => {
    expect(makeIcon(bytes, [declared])).toEqual({ refused: reason });
  });

  it.each([
    ['a PNG that claims 65,535 pixels', Buffer.concat([pngSignature, pngHeader(65_535, 65_535), pngChunk('IDAT', Buffer.alloc(10)), pngChunk('IEND', Buffer.alloc(0))]), 'size'],
    ['a PNG without extent', Buffer.concat([pngSignature, pngHeader(0, 8), pngChunk('IDAT', Buffer.alloc(10)), pngChunk('IEND', Buffer.alloc(0))]), 'size'],
    ['a PNG of 10,000 frames', png(16, [pngChunk('acTL', Buffer.from([0, 0, 0x27, 0x10, 0, 0, 0, 0]))]), 'animated'],
    ['a PNG of two headers', png(16, [pngHeader(9_000, 9_000)]), 'format'],
    ['a JPEG of 100 passes', jpeg(100, 100, { scans: 100 }), 'animated'],
    ['a JPEG of 20,000 pixels', jpeg(20_000, 10), 'size'],
    ['a WebP that moves', webp(16, 16, { flags: 0x02, extra: [['ANIM', Buffer.alloc(6)], ['ANMF', Buffer.alloc(16)]] }), 'animated'],
    ['a WebP whose frame is larger than its picture', webp(8_000, 8_000, { flags: 0x10 }), 'size'],
    ['more bytes than an icon needs', png(8, [], Buffer.alloc(iconLimits.bytes)), 'too-large'],
  ])('refuses %s (H32, T:D08)', (_what, bytes, reason) => {
    expect(makeIcon(bytes, [undefined])).toEqual({ refused: reason });
  });

  it.each([
    ['a JPEG of segments that claim no length', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from('ffe00000'.repeat(5_000), 'hex')])],
    ['a JPEG of nothing but marks', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(20_000, 0xff)])],
    ['a PNG of chunks without an end', Buffer.concat([pngSignature, pngHeader(8, 8), ...Array.from({ length: 2_000 }, () => pngChunk('teXt', Buffer.alloc(0)))])],
    ['a PNG whose chunk is longer than any file', Buffer.concat([pngSignature, pngHeader(8, 8), Buffer.from('ffffffff49444154', 'hex')])],
    ['a WebP of chunks that claim no length', Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWEBP', 'latin1'), Buffer.from('VP8 \0\0\0\0'.repeat(2_000), 'latin1')])],
    ['an ICNS whose entry claims no length', Buffer.from('icns\0\0\0\x20ic07\0\0\0\0', 'latin1')],
    ['a JPEG XL whose box claims no length', Buffer.from('\0\0\0\x0cJXL \r\n\x87\n\0\0\0\0jxlc', 'latin1')],
    ['an ASF whose header claims no length', Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(200)])],
    ['a ZIP', Buffer.from('PK\x03\x04'.repeat(100), 'latin1')],
  ])('comes to the end of %s, and shows nothing of it (T:D10)', (_what, bytes) => {
    expect(makeIcon(bytes, [undefined])).toHaveProperty('refused');
  });

  it.each([
    ['PNG', png(16, [pngChunk('iCCP', Buffer.from('MARK')), pngChunk('zTXt', Buffer.from('MARK'))], Buffer.from('<script>MARK</script>')), 'png'],
    ['JPEG', jpeg(16, 16, { extra: [jpegExif('MARK'), jpegComment('MARK')], after: Buffer.from('MARK') }), 'jpeg'],
    ['WebP', webp(16, 16, { flags: 0x3c, extra: [['ICCP', Buffer.from('MARK')], ['XMP ', Buffer.from('MARK')]] }), 'webp'],
  ])('keeps nothing of a %s but the picture: no profile, no text, no tail (T:D08, T:D09)', (_what, bytes, format) => {
    const made = makeIcon(bytes, []);
    if ('refused' in made) throw new Error(made.refused);
    expect(made.bytes.includes('MARK')).toBe(false);
    expect(readRasterHeader(made.bytes)).toEqual({ format, width: 16, height: 16, frames: 1 });
    expect(makeIcon(made.bytes, [])).toEqual(made);
  });

  it('never fails, and what it lets through it would let through again, whatever bytes are changed or missing', () => {
    const whole = fc.constantFrom(png(20), jpeg(20, 20), webp(20, 20, { flags: 0x10, extra: [['ICCP', Buffer.from('abc')]] }), Buffer.from(square));
    const broken = fc.tuple(whole, fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 6 }), fc.nat(400)).map(([bytes, changes, end]) => {
      const copy = Buffer.from(bytes);
      for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
      return end < copy.length ? copy.subarray(0, end) : copy;
    });
    fc.assert(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))), (bytes) => {
        const made = makeIcon(bytes, []);
        expect('refused' in made ? made : makeIcon(made.bytes, [made.mimeType])).toEqual(made);
      }),
      { numRuns: 2_000 },
    );
  });
});
