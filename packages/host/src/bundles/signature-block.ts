/**
 * The block that signing appends to a bundle (MCPB: `MCPB_SIG_V1`, a length of four bytes little-endian, a PKCS#7 signature
 * in DER, `MCPB_SIG_END`): told from the archive here, checked in signature.ts.
 */
import type { FileHandle } from 'node:fs/promises';

const header = Buffer.from('MCPB_SIG_V1');
const footer = Buffer.from('MCPB_SIG_END');
const maxBlock = 1_000_000;
const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

export interface BundleParts {
  /** How many bytes from the start are the archive. */
  archiveSize: number;
  signature: SignaturePart | null;
}

export interface SignaturePart {
  /** PKCS#7, as it stands there. */
  der: Buffer;
  /** How many bytes from the start it was made over. */
  signedSize: number;
  /**
   * Where the archive's end says how long its comment is, when a signer made the block that comment: it was signed when that
   * still said `length`.
   */
  comment: { at: number; length: number } | null;
}

export async function partsOf(file: FileHandle, size: number): Promise<BundleParts> {
  const whole: BundleParts = { signature: null, archiveSize: size };
  const tail = Buffer.alloc(Math.min(size, maxBlock));
  const from = size - tail.length;
  await file.read(tail, 0, tail.length, from);
  if (!tail.subarray(-footer.length).equals(footer)) return whole;
  const at = tail.lastIndexOf(header);
  if (at < 0) return whole;
  const start = at + header.length + 4;
  const length = start <= tail.length ? tail.readUInt32LE(at + header.length) : -1;
  if (start + length + footer.length !== tail.length) return whole;
  // A signer may have made the block the archive's comment; then the archive reaches to the end.
  const end = tail.lastIndexOf(endOfDirectory, at);
  const said = end >= 0 && end + 22 <= tail.length ? tail.readUInt16LE(end + 20) : -1;
  const isComment = said >= 0 && end + 22 + said === tail.length;
  const block = tail.length - at;
  return {
    signature: { der: tail.subarray(start, start + length), signedSize: size - block, comment: isComment ? { at: from + end + 20, length: said - block } : null },
    archiveSize: isComment ? size : size - block,
  };
}
