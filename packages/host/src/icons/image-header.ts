/**
 * What a picture says about itself, read from its own structure and nothing else: no decoder sees bytes that were not judged here
 * (H30, H32). Three formats; every walk is linear in the bytes and gives up at the first thing that does not fit.
 */

export interface RasterHeader {
  format: 'png' | 'jpeg' | 'webp';
  /** Pixels, as the header claims them. */
  width: number;
  height: number;
  /** Pictures in it; more than one is an animation. For JPEG the passes it takes to draw it. */
  frames: number;
}

/** Null for anything that is not wholly a PNG, JPEG or WebP from its first byte. */
export function readRasterHeader(bytes: Buffer): RasterHeader | null {
  try {
    if (isPng(bytes)) return readPng(bytes);
    if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xff_d8) return readJpeg(bytes);
    if (isWebp(bytes)) return readWebp(bytes);
    return null;
  } catch (error) {
    // A length that leads beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(pngSignature);
}

/** One chunk of a PNG: its type and where its data and the next chunk begin. */
export interface PngChunk {
  type: string;
  /** From its length to its checksum. */
  whole: Buffer;
  data: Buffer;
}

/** The chunks up to IEND (PNG, third edition, 5.3). Throws RangeError when one leads beyond the end. */
export function* pngChunks(bytes: Buffer): Generator<PngChunk> {
  for (let at = 8; ; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw new RangeError('a chunk beyond the end');
    const type = bytes.toString('latin1', at + 4, at + 8);
    yield { type, whole: bytes.subarray(at, end), data: bytes.subarray(at + 8, at + 8 + length) };
    if (type === 'IEND') return;
    at = end;
  }
}

function readPng(bytes: Buffer): RasterHeader | null {
  let size: { width: number; height: number } | null = null;
  let frames = 1;
  let hasPicture = false;
  for (const { type, data } of pngChunks(bytes)) {
    if (size === null) {
      if (type !== 'IHDR' || data.length !== 13) return null;
      size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
    } else if (type === 'IHDR') return null;
    if (type === 'acTL') frames = Math.max(frames, data.readUInt32BE(0));
    if (type === 'IDAT') hasPicture = true;
  }
  return size === null || !hasPicture ? null : { format: 'png', ...size, frames };
}

/** One segment of a JPEG; for the start of a scan the coded picture that follows belongs to it. */
export interface JpegSegment {
  marker: number;
  whole: Buffer;
  data: Buffer;
}

/** The segments from the first to the end of the picture (ITU-T T.81, annex B). Throws RangeError when it has no end. */
export function* jpegSegments(bytes: Buffer): Generator<JpegSegment> {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('no marker where one has to be');
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) return;
    // Restarts and TEM have no length; before a scan they have no place either.
    if (marker === 0x01 || marker === 0x00 || (marker >= 0xd0 && marker <= 0xd8)) throw new RangeError('a marker out of place');
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new RangeError('a segment beyond the end');
    const data = bytes.subarray(at + 4, end);
    if (marker === 0xda) end = endOfScan(bytes, end);
    yield { marker, whole: bytes.subarray(at, end), data };
    at = end;
  }
}

/** Coded data ends at the first marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new RangeError('a scan without an end');
}

function readJpeg(bytes: Buffer): RasterHeader | null {
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (const { marker, data } of jpegSegments(bytes)) {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      if (size !== null) return null;
      size = { width: data.readUInt16BE(3), height: data.readUInt16BE(1) };
    }
    if (marker === 0xda) scans += 1;
  }
  return size === null || scans === 0 ? null : { format: 'jpeg', ...size, frames: scans };
}

function isWebp(bytes: Buffer): boolean {
  return bytes.length > 20 && bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

export interface WebpChunk {
  type: string;
  /** With its head and padding. */
  whole: Buffer;
  data: Buffer;
}

/** The chunks inside the RIFF frame (RFC 9649, section 2). Throws RangeError when one leads beyond the end. */
export function* webpChunks(bytes: Buffer): Generator<WebpChunk> {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw new RangeError('a file beyond its end');
  for (let at = 12; at < end; ) {
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (next > end) throw new RangeError('a chunk beyond the end');
    yield { type: bytes.toString('latin1', at, at + 4), whole: bytes.subarray(at, next), data: bytes.subarray(at + 8, at + 8 + length) };
    at = next;
  }
}

function readWebp(bytes: Buffer): RasterHeader | null {
  let canvas: { width: number; height: number } | null = null;
  let picture: { width: number; height: number } | null = null;
  let frames = 0;
  for (const { type, data } of webpChunks(bytes)) {
    if (type === 'VP8X') canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    if (type === 'ANMF' || type === 'ANIM') frames += 2;
    if (type !== 'VP8 ' && type !== 'VP8L') continue;
    if (picture !== null) return null;
    picture = type === 'VP8 ' ? lossySize(data) : losslessSize(data);
    if (picture === null) return null;
    frames += 1;
  }
  // An animation has its pictures inside its frames.
  if (picture === null) return canvas === null || frames === 0 ? null : { format: 'webp', ...canvas, frames };
  return { format: 'webp', width: Math.max(picture.width, canvas?.width ?? 0), height: Math.max(picture.height, canvas?.height ?? 0), frames };
}

/** RFC 6386, section 9.1. */
function lossySize(data: Buffer): { width: number; height: number } | null {
  if (data.readUIntBE(3, 3) !== 0x9d_01_2a) return null;
  return { width: data.readUInt16LE(6) & 0x3f_ff, height: data.readUInt16LE(8) & 0x3f_ff };
}

/** RFC 9649, section 3.4. */
function losslessSize(data: Buffer): { width: number; height: number } | null {
  if (data.readUInt8(0) !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
}
