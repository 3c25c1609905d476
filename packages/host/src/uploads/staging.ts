/** Files on their way in: received in chunks into a folder of their own, gone when they are refused, taken or forgotten. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { ErrorCode } from '@portolan/contract/errors';
import { uploadChunk } from '@portolan/contract/uploads';
import { asStorageError } from '../storage/errors.ts';

export interface Staged {
  id: string;
  fileName: string;
  /** As announced. */
  bytes: number;
  received: number;
  folder: string;
  /** What was sent. */
  file: string;
  /** Known once all of it is there. */
  sha256: string | null;
  /** Where its bytes came from, when a registry said what they must be. */
  expectedSha256?: string;
}

/** What one kind of file is, and how it is refused. */
export interface UploadKind {
  /** Bytes. */
  max: number;
  /** Throws. */
  refuse(reason: 'too-large' | 'too-many-uploads' | 'incomplete' | 'hash', subject?: string): never;
  /** Said of one that is no longer here. */
  gone: ErrorCode;
}

const most = 4;
const maxAge = 60 * 60_000;

export class Staging {
  readonly #root: string;
  readonly #kind: UploadKind;
  readonly #staged = new Map<string, { entry: Staged; at: number; handle: FileHandle | null }>();

  /** @param root belongs to this host alone; what an earlier one left there is removed */
  constructor(root: string, kind: UploadKind) {
    this.#root = root;
    this.#kind = kind;
  }

  async clear(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }

  async begin(fileName: string, bytes: number): Promise<Staged> {
    if (bytes > this.#kind.max) this.#kind.refuse('too-large', String(bytes));
    await this.#forgetOld();
    if (this.#staged.size >= most) this.#kind.refuse('too-many-uploads');
    const id = randomBytes(12).toString('base64url');
    const folder = join(this.#root, id);
    const file = join(folder, 'file');
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(file, 'wx', 0o600);
      const entry: Staged = { id, fileName, bytes, received: 0, folder, file, sha256: null };
      this.#staged.set(id, { entry, at: Date.now(), handle });
      return entry;
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async append(id: string, offset: number, data: Buffer): Promise<number> {
    const found = this.#find(id);
    const { entry, handle } = found;
    if (!handle || offset !== entry.received || data.length === 0 || data.length > uploadChunk || offset + data.length > entry.bytes) throw new HostError('invalid-input', { where: 'offset' });
    // Counted before it is written: of two that came at once only one fits.
    entry.received += data.length;
    try {
      await handle.write(data, 0, data.length, offset);
    } catch (error) {
      await this.discard(id);
      throw asStorageError(error);
    }
    return entry.received;
  }

  /** One more piece of a download, whose size nobody announced. */
  async write(id: string, data: Buffer): Promise<void> {
    const { entry } = this.#find(id);
    for (let at = 0; at < data.length; at += uploadChunk) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await this.append(id, entry.received, data.subarray(at, at + uploadChunk));
    }
  }

  /** A download is over: this is all of it, and it must have this hash (hex). */
  expect(id: string, sha256: string): void {
    const { entry } = this.#find(id);
    entry.bytes = entry.received;
    entry.expectedSha256 = sha256;
  }

  /** All of it, with its hash. Refuses one that is not complete or is not what was promised. */
  async complete(id: string): Promise<Staged & { sha256: string }> {
    const found = this.#find(id);
    const { entry } = found;
    if (entry.received !== entry.bytes) this.#kind.refuse('incomplete', `${entry.received}/${entry.bytes}`);
    await found.handle?.close();
    found.handle = null;
    entry.sha256 ??= await hashOf(entry.file);
    const { sha256 } = entry;
    if (entry.expectedSha256 !== undefined && entry.expectedSha256 !== sha256) {
      await this.discard(id);
      this.#kind.refuse('hash', sha256);
    }
    return { ...entry, sha256 };
  }

  async discard(id: string): Promise<void> {
    const found = this.#staged.get(id);
    if (!found) return;
    this.#staged.delete(id);
    await found.handle?.close();
    await rm(found.entry.folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    for (const id of this.#staged.keys()) {
      // oxlint-disable-next-line no-await-in-loop
      await this.discard(id);
    }
  }

  #find(id: string) {
    const found = this.#staged.get(id);
    if (!found) throw new HostError(this.#kind.gone);
    found.at = Date.now();
    return found;
  }

  async #forgetOld(): Promise<void> {
    for (const [id, { at }] of this.#staged) {
      // oxlint-disable-next-line no-await-in-loop
      if (Date.now() - at > maxAge) await this.discard(id);
    }
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
