/** A ZIP archive written byte by byte (PKWARE APPNOTE 4.3), so that a test can lie in every field. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string | Buffer;
  data?: string | Buffer;
  /** The whole Unix mode, with the kind of file; a plain file by default. */
  mode?: number;
  method?: number;
  flags?: number;
  /** What the directory says instead of the truth. */
  size?: number;
  compressedSize?: number;
  crc?: number;
  localName?: string;
  /** Points at the data of an earlier entry instead of having its own. */
  shareWith?: number;
}

const file = 0o100_644;
export const symlink = 0o120_777;

export function zip(entries: readonly ZipEntry[], options: { comment?: Buffer; prefix?: Buffer } = {}): Buffer {
  const body: Buffer[] = options.prefix ? [options.prefix] : [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = options.prefix?.length ?? 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? '');
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const name = Buffer.from(entry.name);
    const crc = entry.crc ?? crc32(data);
    const size = entry.size ?? data.length;
    const compressed = entry.compressedSize ?? packed.length;
    const offset = entry.shareWith === undefined ? at : (offsets[entry.shareWith] ?? at);
    offsets.push(offset);
    if (entry.shareWith === undefined) {
      const localName = Buffer.from(entry.localName ?? name);
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(20, 4);
      local.writeUInt16LE(entry.flags ?? 0x0800, 6);
      local.writeUInt16LE(method, 8);
      local.writeUInt32LE(crc, 14);
      local.writeUInt32LE(compressed, 18);
      local.writeUInt32LE(size, 22);
      local.writeUInt16LE(localName.length, 26);
      body.push(local, localName, packed);
      at += 30 + localName.length + packed.length;
    }
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(entry.flags ?? 0x0800, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(compressed, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(((entry.mode ?? (name.at(-1) === 0x2f ? 0o040_755 : file)) << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    directory.push(central, name);
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(options.comment?.length ?? 0, 20);
  return Buffer.concat([...body, central, end, options.comment ?? Buffer.alloc(0)]);
}

/** The block that signing appends to a bundle. */
export function signatureBlock(signature: Buffer = Buffer.from('not checked')): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signature.length);
  return Buffer.concat([Buffer.from('MCPB_SIG_V1'), length, signature, Buffer.from('MCPB_SIG_END')]);
}
