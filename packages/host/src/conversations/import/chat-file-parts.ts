/** Where in a file chats are: the JSON itself, or those entries of an archive that hold conversations (A16, C12). */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { maxChatFile } from '@portolan/contract/chat-imports';

export type ChatFileReason = 'not-understood' | 'damaged' | 'encrypted' | 'too-large' | 'nothing' | 'too-long';

/** Nothing can be read from the file. */
export class ChatFileRefused extends Error {
  override readonly name = 'ChatFileRefused';
  readonly reason: ChatFileReason;
  constructor(reason: ChatFileReason) {
    super(reason);
    this.reason = reason;
  }
}

/** One JSON text, with how many bytes it will have. */
export interface ChatFilePart {
  size: number;
  read(): AsyncIterable<Buffer>;
}

const mostEntries = 100_000;
const mostParts = 5_000;
const conversations = /(?:^|\/)conversations(?:-\d+)?\.json$/i;
/** In an archive that holds none of the names of the services: chats that were saved one by one. */
const anyJson = /\.json$/i;

/** The parts stay readable until `close`. @throws {ChatFileRefused} */
export async function chatFileParts(path: string): Promise<{ parts: ChatFilePart[]; close: () => void }> {
  const { size, isArchive } = await lookAt(path);
  if (!isArchive) return { parts: [{ size, read: () => createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer> }], close: () => undefined };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }).catch(() => {
    throw new ChatFileRefused('damaged');
  });
  try {
    const found = await entriesOf(zip);
    if (found.length === 0) throw new ChatFileRefused('nothing');
    return { parts: found.map((entry) => ({ size: entry.uncompressedSize, read: () => pour(zip, entry) })), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof ChatFileRefused ? error : new ChatFileRefused('damaged');
  }
}

async function lookAt(path: string): Promise<{ size: number; isArchive: boolean }> {
  const file = await open(path, 'r');
  try {
    const magic = Buffer.alloc(4);
    await file.read(magic, 0, 4, 0);
    return { size: (await file.stat()).size, isArchive: magic.readUInt32LE() === 0x04034b50 };
  } finally {
    await file.close();
  }
}

/** Only these are ever unpacked, and only into memory; together they are no larger than a file may be. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (++count > mostEntries) throw new ChatFileRefused('damaged');
    if (anyJson.test(entry.fileName) && !entry.fileName.startsWith('__MACOSX/')) entries.push(entry);
  }
  const named = entries.filter(({ fileName }) => conversations.test(fileName));
  const taken = (named.length > 0 ? named : entries).toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)).slice(0, mostParts);
  let bytes = 0;
  for (const entry of taken) {
    if (entry.isEncrypted()) throw new ChatFileRefused('encrypted');
    bytes += entry.uncompressedSize;
    if (bytes > maxChatFile) throw new ChatFileRefused('too-large');
  }
  return taken;
}

/** The reader fails when an entry is larger or smaller than it says; its checksum is ours to check. */
async function* pour(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch {
    throw new ChatFileRefused('damaged');
  }
  if (sum !== entry.crc32) throw new ChatFileRefused('damaged');
}
