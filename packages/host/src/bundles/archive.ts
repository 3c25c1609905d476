/** Reads a bundle's archive: every name, kind and size is looked at before a single byte is written anywhere (A16). */
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { HostError } from '@portolan/contract/errors';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { asStorageError } from '../storage/errors.ts';
import { checkedSegments, NameRegister } from './archive-names.ts';
import { refuseBundle } from './refusal.ts';
import { partsOf } from './signature-block.ts';
import type { SignaturePart } from './signature-block.ts';

/** Sizes in bytes. */
export const limits = { archive: 256 * 1024 * 1024, unpacked: 1024 * 1024 * 1024, file: 512 * 1024 * 1024, files: 50_000, ratio: 200, ratioFrom: 16 * 1024 * 1024, manifest: 1_000_000 };

export interface ArchiveFile {
  path: string;
  segments: string[];
  size: number;
  isExecutable: boolean;
  readonly entry: Entry;
}

export interface Archive {
  files: ArchiveFile[];
  /** Unpacked, in bytes. */
  bytes: number;
  /** Not checked yet. */
  signature: SignaturePart | null;
  names: NameRegister;
  /** The whole of one file. Refuses the bundle when it is larger than `limit` or not what the directory says. */
  read(path: string, limit: number): Promise<Buffer | null>;
  /** Writes every file below `folder`, which must be empty and ours. */
  extract(folder: string, signal?: AbortSignal): Promise<void>;
}

/** Opens an archive for the time of `work`. Throws `bundle-refused`, or `storage-failed` when the file itself cannot be read. */
export async function withArchive<T>(path: string, work: (archive: Archive) => Promise<T>): Promise<T> {
  const file = await open(path, 'r').catch((error: unknown) => Promise.reject(asStorageError(error)));
  try {
    const { size } = await file.stat();
    if (size > limits.archive) refuseBundle('too-large', String(size));
    const { signature, archiveSize } = await partsOf(file, size);
    const zip = await zipOf(path, file, archiveSize);
    try {
      return await work({ ...(await list(zip, archiveSize)), signature, ...readers(zip) });
    } finally {
      zip.close();
    }
  } finally {
    await file.close();
  }

  function readers(zip: ZipFile): Pick<Archive, 'read' | 'extract'> {
    return {
      async read(this: Archive, wanted, limit) {
        const found = this.files.find((each) => each.path === wanted);
        if (!found) return null;
        if (found.size > limit) refuseBundle('too-large', wanted);
        const chunks: Buffer[] = [];
        await pour(zip, found, (chunk) => void chunks.push(chunk));
        return Buffer.concat(chunks);
      },
      async extract(this: Archive, folder, signal) {
        for (const each of this.files) {
          signal?.throwIfAborted();
          // One at a time: bounded memory and file handles, whatever the archive holds.
          // oxlint-disable-next-line no-await-in-loop
          await extractFile(zip, each, folder);
        }
      },
    };
  }
}

/** Hides what was appended to the archive from its reader. */
class BoundedReader extends RandomAccessReader {
  readonly #path: string;
  constructor(path: string) {
    super();
    this.#path = path;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }
}

async function zipOf(path: string, file: FileHandle, size: number): Promise<ZipFile> {
  const magic = Buffer.alloc(4);
  await file.read(magic, 0, 4, 0);
  if (magic.readUInt32LE() !== 0x04034b50) refuseBundle('not-an-archive');
  try {
    return await fromRandomAccessReaderPromise(new BoundedReader(path), size, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true });
  } catch (error) {
    return refuseBundle('damaged', '', error);
  }
}

async function list(zip: ZipFile, archiveSize: number): Promise<Pick<Archive, 'files' | 'bytes' | 'names'>> {
  if (zip.entryCount > limits.files) refuseBundle('too-many-files', String(zip.entryCount));
  const files: ArchiveFile[] = [];
  const names = new NameRegister();
  const spans: [number, number][] = [];
  let bytes = 0;
  let count = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      // The number in the directory's end is only what it claims.
      if (++count > limits.files) refuseBundle('too-many-files', String(count));
      const name = nameOf(entry);
      const segments = checkedSegments(name);
      const kind = kindOf(entry, name);
      names.add(segments, kind);
      spans.push([entry.relativeOffsetOfLocalHeader, entry.relativeOffsetOfLocalHeader + 30 + entry.compressedSize]);
      if (kind === 'folder') {
        if (entry.uncompressedSize > 0) refuseBundle('damaged', name);
        continue;
      }
      bytes += entry.uncompressedSize;
      checkSize(entry, name, bytes, archiveSize);
      files.push({ path: segments.join('/'), segments, size: entry.uncompressedSize, isExecutable: (modeOf(entry) & 0o111) !== 0, entry });
    }
  } catch (error) {
    if (error instanceof HostError) throw error;
    refuseBundle('damaged', '', error);
  }
  checkOverlap(spans);
  return { files, bytes, names };
}

/** Names are UTF-8, said so or not. What an extra field calls the entry besides is another reader's name and is not looked at. */
function nameOf(entry: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw);
  } catch {
    return refuseBundle('name', entry.fileNameRaw.toString('latin1'));
  }
}

function modeOf(entry: Entry): number {
  return entry.externalFileAttributes >>> 16;
}

function kindOf(entry: Entry, name: string): 'file' | 'folder' {
  const type = modeOf(entry) & 0o170_000;
  const isFolder = name.endsWith('/');
  // A link, a device, a pipe: whoever unpacks and does not look makes one.
  if (type !== 0 && type !== (isFolder ? 0o040_000 : 0o100_000)) refuseBundle('link', name);
  if (entry.isEncrypted()) refuseBundle('encrypted', name);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) refuseBundle('compression', name);
  return isFolder ? 'folder' : 'file';
}

function checkSize(entry: Entry, name: string, total: number, archiveSize: number): void {
  if (entry.uncompressedSize > limits.file || total > limits.unpacked) refuseBundle('bomb', name);
  if (total > limits.ratioFrom && total > archiveSize * limits.ratio) refuseBundle('bomb', name);
  if (entry.compressedSize > archiveSize) refuseBundle('damaged', name);
}

/** Entries that share bytes unpack to far more than they weigh. */
function checkOverlap(spans: [number, number][]): void {
  let end = 0;
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    if (from < end) refuseBundle('overlap');
    end = to;
  }
}

/** Gives out a file's bytes. The reader fails when they are more or fewer than the directory says; the checksum is ours to check. */
async function pour(zip: ZipFile, file: ArchiveFile, take: (chunk: Buffer) => void | Promise<void>): Promise<void> {
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(file.entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      await take(chunk);
    }
  } catch (error) {
    if (error instanceof WriteError) throw asStorageError(error.cause);
    refuseBundle('damaged', file.path, error);
  }
  if (sum !== file.entry.crc32) refuseBundle('damaged', file.path);
}

/** Told apart from what is wrong with the archive. */
class WriteError extends Error {}

async function extractFile(zip: ZipFile, file: ArchiveFile, folder: string): Promise<void> {
  const target = join(folder, ...file.segments);
  let handle: FileHandle;
  try {
    await mkdir(join(folder, ...file.segments.slice(0, -1)), { recursive: true, mode: 0o700 });
    // `wx` follows no link and overwrites nothing.
    handle = await open(target, 'wx', 0o600);
  } catch (error) {
    throw asStorageError(error);
  }
  try {
    await pour(zip, file, async (chunk) => {
      try {
        await handle.writeFile(chunk);
      } catch (error) {
        throw new WriteError('write', { cause: error });
      }
    });
  } finally {
    await handle.close();
  }
  if (file.isExecutable) await chmod(target, 0o700);
}
