/**
 * The block that signing appends to a bundle (MCPB: `MCPB_SIG_V1`, a length of four bytes little-endian, a PKCS#7 signature,
 * `MCPB_SIG_END`). It is told from the archive and not checked: a signature that nobody vouches for says nothing.
 */
import type { FileHandle } from 'node:fs/promises';

const header = Buffer.from('MCPB_SIG_V1');
const footer = Buffer.from('MCPB_SIG_END');
const maxBlock = 1_000_000;
const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

export interface BundleParts {
  hasSignature: boolean;
  /** How many bytes from the start are the archive. */
  archiveSize: number;
}

export async function partsOf(file: FileHandle, size: number): Promise<BundleParts> {
  const whole: BundleParts = { hasSignature: false, archiveSize: size };
  const tail = Buffer.alloc(Math.min(size, maxBlock));
  await file.read(tail, 0, tail.length, size - tail.length);
  if (!tail.subarray(-footer.length).equals(footer)) return whole;
  const at = tail.lastIndexOf(header);
  if (at < 0) return whole;
  const length = at + header.length + 4 <= tail.length ? tail.readUInt32LE(at + header.length) : -1;
  if (at + header.length + 4 + length + footer.length !== tail.length) return whole;
  // A signer may have made the block the archive's comment; then the archive reaches to the end.
  const end = tail.lastIndexOf(endOfDirectory, at);
  const isComment = end >= 0 && end + 22 <= tail.length && end + 22 + tail.readUInt16LE(end + 20) === tail.length;
  return { hasSignature: true, archiveSize: isComment ? size : size - (tail.length - at) };
}
