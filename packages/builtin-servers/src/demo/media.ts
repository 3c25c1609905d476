/** A small picture and a short tone, made here so that nothing has to be shipped. */
import { crc32, deflateSync } from 'node:zlib';

/** A PNG (https://www.w3.org/TR/png-3/): two colours that run into each other. @returns base64 */
export function picture(width = 96, height = 64): string {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      rows[at] = Math.round((255 * x) / width);
      rows[at + 1] = 120;
      rows[at + 2] = Math.round((255 * y) / height);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A WAV of one tone that fades. @returns base64 */
export function tone(hertz = 440, seconds = 0.4): string {
  const rate = 8000;
  const samples = Math.round(rate * seconds);
  const bytes = Buffer.alloc(44 + samples);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at += 1) bytes[44 + at] = 128 + Math.round(60 * (1 - at / samples) * Math.sin((2 * Math.PI * hertz * at) / rate));
  return bytes.toString('base64');
}

/** For icons: https://modelcontextprotocol.io/specification/2025-11-25/basic#icons */
export function icon(): { src: string; mimeType: string; sizes: string[] } {
  return { src: `data:image/png;base64,${picture(48, 48)}`, mimeType: 'image/png', sizes: ['48x48'] };
}
