/** Writes GGUF version 3 files (the format of llama.cpp's models): a header of typed values, a table of tensors, their data. */

export type GgufValue =
  | { type: 'u32' | 'i32' | 'f32' | 'u64'; value: number }
  | { type: 'bool'; value: boolean }
  | { type: 'string'; value: string }
  | { type: 'array'; of: 'string'; values: readonly string[] }
  | { type: 'array'; of: 'i32' | 'f32'; values: readonly number[] };

export interface GgufTensor {
  name: string;
  /** The length of a row first. */
  dimensions: readonly number[];
  data: Float32Array;
}

const codes = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9, u64: 10 } as const;
const alignment = 32;

/** @param metadata in the order it is written; a key may be given twice on purpose */
export function ggufFile(metadata: readonly (readonly [string, GgufValue])[], tensors: readonly GgufTensor[]): Buffer {
  const header: Buffer[] = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(metadata.length)];
  for (const [key, value] of metadata) header.push(text(key), ...typed(value));
  let offset = 0;
  for (const { name, dimensions, data } of tensors) {
    header.push(text(name), u32(dimensions.length), ...dimensions.map(u64), u32(0), u64(offset));
    offset += aligned(data.byteLength);
  }
  const head = Buffer.concat(header);
  const parts = [head, Buffer.alloc(aligned(head.length) - head.length)];
  for (const { data } of tensors) parts.push(Buffer.copyBytesFrom(data), Buffer.alloc(aligned(data.byteLength) - data.byteLength));
  return Buffer.concat(parts);
}

function typed(value: GgufValue): Buffer[] {
  if (value.type === 'array') return [u32(codes.array), u32(codes[value.of]), u64(value.values.length), ...value.values.map((each) => scalar(value.of, each))];
  return [u32(codes[value.type]), scalar(value.type, value.value)];
}

function scalar(type: Exclude<keyof typeof codes, 'array'>, value: string | number | boolean): Buffer {
  if (type === 'string') return text(String(value));
  if (type === 'bool') return Buffer.from([value === true ? 1 : 0]);
  if (type === 'u64') return u64(Number(value));
  const bytes = Buffer.alloc(4);
  if (type === 'f32') bytes.writeFloatLE(Number(value));
  else if (type === 'i32') bytes.writeInt32LE(Number(value));
  else bytes.writeUInt32LE(Number(value));
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function aligned(size: number): number {
  return Math.ceil(size / alignment) * alignment;
}
