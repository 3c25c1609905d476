/** Files as people attach them, and as nobody should, by their bytes. */

export const bytesOf = (...parts: (string | readonly number[])[]): Buffer => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const uint32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);

/** A PNG of one pixel, whole. */
export const pixelPng = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
/** The head of a PNG that claims these edges. */
export const pngHead = (width: number, height: number): Buffer => bytesOf('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', uint32(width), uint32(height), '\b\u0002\0\0\0');
export const wav = bytesOf('RIFF\u0024\0\0\0WAVEfmt ');
export const mp3 = bytesOf('ID3\u0003\0\0\0\0\0\0');
export const pdf = Buffer.from('%PDF-1.4\n%%EOF');
export const zip = bytesOf('PK\u0003\u0004zip');
export const svgWithScript = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
/** A picture to one reader and an archive to another. */
export const polyglot = Buffer.concat([pixelPng, zip]);
