/** Small true pictures, and what hostile ones are made of; built here, so that each byte is known. */
import { crc32, deflateSync } from 'node:zlib';

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(8);
  whole.writeUInt32BE(data.length, 0);
  whole.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([whole.subarray(0, 4), body, whole.subarray(4)]);
}

export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return pngChunk('IHDR', data);
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One colour, `edge` pixels wide and high. */
export function png(edge: number, extra: Buffer[] = [], after = Buffer.alloc(0)): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(edge * 3, 0x66)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: edge }, () => row)));
  return Buffer.concat([pngSignature, pngHeader(edge, edge), ...extra, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0)), after]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The frame of a JPEG; its coded data means nothing and is not decoded here. */
export function jpeg(width: number, height: number, { scans = 1, extra = [], after = Buffer.alloc(0) }: { scans?: number; extra?: Buffer[]; after?: Buffer } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56])]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...extra, segment(0xc2, frame), ...Array.from({ length: scans }, () => scan), Buffer.from([0xff, 0xd9]), after]);
}

export const jpegComment = (text: string): Buffer => segment(0xfe, Buffer.from(text));
export const jpegExif = (text: string): Buffer => segment(0xe1, Buffer.from(`Exif\0\0${text}`));

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Lossless WebP; with `extra`, in the extended form. */
export function webp(width: number, height: number, { extra = [], flags = 0 }: { extra?: [string, Buffer][]; flags?: number } = {}): Buffer {
  const picture = Buffer.alloc(6);
  picture.writeUInt8(0x2f, 0);
  picture.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  const chunks = [riffChunk('VP8L', picture), ...extra.map(([type, data]) => riffChunk(type, data))];
  if (flags !== 0 || extra.length > 0) {
    const extended = Buffer.alloc(10);
    extended.writeUInt8(flags, 0);
    extended.writeUIntLE(width - 1, 4, 3);
    extended.writeUIntLE(height - 1, 7, 3);
    chunks.unshift(riffChunk('VP8X', extended));
  }
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
}

export const square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z" fill="#06c"/></svg>';
