/**
 * Reads the header of a GGUF model file (versions 2 and 3): what the model says of itself, and where its numbers lie. The
 * file is a stranger's: every length is checked against what there is before anything is taken, and what is not wanted is
 * passed over without being kept. https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */

export type GgufFault = 'not-gguf' | 'version' | 'truncated' | 'damaged';

export class GgufError extends Error {
  override readonly name = 'GgufError';
  readonly fault: GgufFault;
  constructor(fault: GgufFault, what: string) {
    super(what);
    this.fault = fault;
  }
}

export type GgufValue = string | number | boolean | readonly number[];

export interface GgufHeader {
  version: number;
  /** Values that stand alone, and short lists of numbers. Lists of texts, such as the vocabulary, are left out. */
  metadata: ReadonlyMap<string, GgufValue>;
  tensors: number;
  /** Numbers in all tensors together. */
  parameters: number;
}

const maxKeys = 10_000;
const maxKeyBytes = 65_535;
const maxTensors = 200_000;
const maxDimensions = 8;
const maxListLength = 20_000_000;
/** Texts that are kept: templates of conversations are the longest. */
const maxTextBytes = 1_000_000;
const maxKeptNumbers = 4096;
const maxDepth = 3;
/** Of one header. Vocabularies of a million words stay well below. */
export const maxHeaderBytes = 256 * 1024 * 1024;

/** The part that was read ends too early; there is more in the file. */
class NeedMore extends Error {}

/** @param file how many bytes the whole file has. Null when `bytes` ends within the header. @throws {GgufError} */
export function parseGguf(bytes: Buffer, file: number): GgufHeader | null {
  try {
    return parse(new Reader(bytes, file));
  } catch (error) {
    if (!(error instanceof NeedMore)) throw error;
    if (bytes.length >= file) throw new GgufError('truncated', 'the file ends within its header');
    if (bytes.length >= maxHeaderBytes) throw new GgufError('damaged', 'the header has no end');
    return null;
  }
}

function parse(reader: Reader): GgufHeader {
  if (reader.take(4).toString('latin1') !== 'GGUF') throw new GgufError('not-gguf', 'it does not begin as a model file does');
  const version = reader.u32();
  if (version !== 2 && version !== 3) throw new GgufError('version', `version ${version}`);
  const tensors = reader.count(maxTensors, 24, 'tensors');
  const keys = reader.count(maxKeys, 13, 'keys');
  const metadata = new Map<string, GgufValue>();
  const seen = new Set<string>();
  for (let n = 0; n < keys; n += 1) {
    const key = reader.text(maxKeyBytes);
    if (seen.has(key)) throw new GgufError('damaged', `“${key.slice(0, 100)}” stands there twice`);
    seen.add(key);
    const value = reader.value(reader.u32(), 0);
    if (value !== undefined) metadata.set(key, value);
  }
  return { version, metadata, tensors, parameters: readTensors(reader, tensors, alignmentOf(metadata)) };
}

function alignmentOf(metadata: ReadonlyMap<string, GgufValue>): number {
  const given = metadata.get('general.alignment') ?? 32;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 1 || given > 65_536) throw new GgufError('damaged', 'its alignment is none');
  return given;
}

function readTensors(reader: Reader, tensors: number, alignment: number): number {
  let parameters = 0;
  let end = 0;
  for (let n = 0; n < tensors; n += 1) {
    reader.text(1024);
    const dimensions = reader.u32();
    if (dimensions > maxDimensions) throw new GgufError('damaged', `a tensor of ${dimensions} dimensions`);
    let size = 1;
    for (let d = 0; d < dimensions; d += 1) size *= reader.u64();
    const [block, bytes] = blockSizes.get(reader.u32()) ?? [1, 0];
    const offset = reader.u64();
    if (!Number.isSafeInteger(size) || offset % alignment !== 0) throw new GgufError('damaged', 'a tensor of an impossible size or place');
    parameters += size;
    end = Math.max(end, offset + Math.ceil(size / block) * bytes);
  }
  const start = Math.ceil(reader.at / alignment) * alignment;
  if (tensors > 0 && start + end > reader.file) throw new GgufError('truncated', `${start + end} bytes are announced, ${reader.file} are there`);
  return parameters;
}

const widths = new Map([[0, 1], [1, 1], [2, 2], [3, 2], [4, 4], [5, 4], [6, 4], [7, 1], [10, 8], [11, 8], [12, 8]]);
const textType = 8;
const listType = 9;

class Reader {
  at = 0;
  readonly #bytes: Buffer;
  readonly file: number;

  constructor(bytes: Buffer, file: number) {
    this.#bytes = bytes;
    this.file = file;
  }

  take(length: number): Buffer {
    const end = this.at + length;
    if (!(end <= this.file)) throw new GgufError('truncated', `a piece of ${length} bytes, more than are left`);
    if (end > this.#bytes.length) throw new NeedMore();
    const piece = this.#bytes.subarray(this.at, end);
    this.at = end;
    return piece;
  }

  u32(): number {
    return this.take(4).readUInt32LE();
  }

  /** Beyond 2^53 exactness is lost, and every limit passed. */
  u64(): number {
    return Number(this.take(8).readBigUInt64LE());
  }

  /** How many follow, each of at least `least` bytes: more than would fit into the file is refused before the first is read. */
  count(most: number, least: number, what: string): number {
    const count = this.u64();
    if (count > most) throw new GgufError('damaged', `${count} ${what}`);
    if (count * least > this.file - this.at) throw new GgufError('truncated', `${count} ${what} in ${this.file} bytes`);
    return count;
  }

  text(most: number): string {
    const length = this.u64();
    if (length > most) throw new GgufError('damaged', `a name of ${length} bytes`);
    return this.take(length).toString('utf8');
  }

  /** Undefined for what is not kept. */
  value(type: number, depth: number): GgufValue | undefined {
    if (type === textType) {
      const length = this.u64();
      const piece = this.take(length);
      return length > maxTextBytes ? undefined : piece.toString('utf8');
    }
    if (type === listType) return this.#list(depth + 1);
    const width = widths.get(type);
    if (width === undefined) throw new GgufError('damaged', `a value of the unknown type ${type}`);
    return this.#number(type, this.take(width));
  }

  #list(depth: number): readonly number[] | undefined {
    if (depth > maxDepth) throw new GgufError('damaged', 'lists within lists within lists');
    const type = this.u32();
    const width = widths.get(type);
    const count = this.count(maxListLength, width ?? 8, 'entries of a list');
    if (width === undefined) {
      if (type !== textType && type !== listType) throw new GgufError('damaged', `a list of the unknown type ${type}`);
      for (let n = 0; n < count; n += 1) {
        if (type === textType) this.take(this.u64());
        else this.#list(depth + 1);
      }
      return undefined;
    }
    const bytes = this.take(count * width);
    if (count > maxKeptNumbers || type === 7) return undefined;
    return Array.from({ length: count }, (_, n) => Number(this.#number(type, bytes.subarray(n * width, (n + 1) * width))));
  }

  #number(type: number, bytes: Buffer): number | boolean {
    switch (type) {
      case 0:
        return bytes.readUInt8();
      case 1:
        return bytes.readInt8();
      case 2:
        return bytes.readUInt16LE();
      case 3:
        return bytes.readInt16LE();
      case 4:
        return bytes.readUInt32LE();
      case 5:
        return bytes.readInt32LE();
      case 6:
        return bytes.readFloatLE();
      case 7:
        return bytes.readUInt8() !== 0;
      case 10:
        return Number(bytes.readBigUInt64LE());
      case 11:
        return Number(bytes.readBigInt64LE());
      default:
        return bytes.readDoubleLE();
    }
  }
}

/** How many numbers a block of a tensor's type holds, and in how many bytes; of other types the size is not known. */
const blockSizes = new Map<number, readonly [number, number]>([
  [0, [1, 4]], [1, [1, 2]], [2, [32, 18]], [3, [32, 20]], [6, [32, 22]], [7, [32, 24]], [8, [32, 34]], [10, [256, 84]], [11, [256, 110]],
  [12, [256, 144]], [13, [256, 176]], [14, [256, 210]], [16, [256, 66]], [17, [256, 74]], [18, [256, 98]], [19, [256, 50]], [20, [32, 18]],
  [21, [256, 110]], [22, [256, 82]], [23, [256, 136]], [24, [1, 1]], [25, [1, 2]], [26, [1, 4]], [27, [1, 8]], [28, [1, 8]], [29, [256, 56]],
  [30, [1, 2]], [34, [256, 54]], [35, [256, 66]], [39, [32, 17]],
]);
