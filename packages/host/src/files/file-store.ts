/** Files the person attached, each once, under the hash of its bytes; received in chunks, whole or not at all. */
import { createHash, randomBytes } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import { fileChunk, FileHash, maxFile } from '@portolan/contract/files';
import { syncFolder } from '../durable-file.ts';
import { asStorageError } from '../storage/errors.ts';
import { cleanFileName } from './file-name.ts';

interface Upload {
  name: string;
  /** As announced. */
  bytes: number;
  received: number;
  file: string;
  hash: Hash;
  handle: FileHandle;
  at: number;
}

/** Uploads at once, of all windows. */
const mostUploads = 16;
/** Milliseconds without a chunk after which an upload is forgotten. */
const maxSilence = 30 * 60_000;

export class FileStore {
  readonly #folder: string;
  readonly #incoming: string;
  readonly #now: () => number;
  readonly #uploads = new Map<string, Upload>();

  /** @param folder belongs to this host alone; made when the first file comes */
  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#incoming = join(folder, 'incoming');
    this.#now = now;
  }

  async begin(name: string, bytes: number): Promise<string> {
    const clean = cleanFileName(name);
    if (bytes > maxFile) throw new HostError('file-refused', { name: clean, reason: 'too-large', bytes, limit: maxFile });
    if (bytes === 0) throw new HostError('file-refused', { name: clean, reason: 'empty' });
    await this.#forgetSilent();
    if (this.#uploads.size >= mostUploads) throw new HostError('file-refused', { name: clean, reason: 'too-many-uploads' });
    const id = randomBytes(12).toString('base64url');
    const file = join(this.#incoming, id);
    try {
      await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
      this.#uploads.set(id, { name: clean, bytes, received: 0, file, hash: createHash('sha256'), handle: await open(file, 'wx', 0o600), at: this.#now() });
    } catch (error) {
      throw asStorageError(error);
    }
    return id;
  }

  async append(id: string, offset: number, data: Buffer): Promise<number> {
    const upload = this.#upload(id);
    if (offset !== upload.received || data.length === 0 || data.length > fileChunk || offset + data.length > upload.bytes) throw new HostError('invalid-input', { where: 'offset' });
    // Counted before it is written: of two that came at once only one fits.
    upload.received += data.length;
    upload.hash.update(data);
    try {
      for (let done = 0; done < data.length; ) {
        // A disk that is nearly full takes a part and says how much.
        // oxlint-disable-next-line no-await-in-loop
        done += (await upload.handle.write(data, done, data.length - done, offset + done)).bytesWritten;
      }
    } catch (error) {
      await this.discard(id);
      throw asStorageError(error);
    }
    return upload.received;
  }

  /** On the disk for good when it resolves. Errors: `file-refused` when not all of it came, `storage-failed`. */
  async finish(id: string): Promise<{ hash: FileHash; name: string }> {
    const upload = this.#upload(id);
    if (upload.received !== upload.bytes) {
      await this.discard(id);
      throw new HostError('file-refused', { name: upload.name, reason: 'incomplete' });
    }
    this.#uploads.delete(id);
    const hash = FileHash.parse(upload.hash.digest('hex'));
    const target = this.#path(hash);
    try {
      await upload.handle.sync();
      await upload.handle.close();
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(upload.file, target);
      await syncFolder(dirname(target));
      await this.#touch(hash);
    } catch (error) {
      await upload.handle.close().catch(() => undefined);
      await rm(upload.file, { force: true });
      throw asStorageError(error);
    }
    return { hash, name: upload.name };
  }

  async discard(id: string): Promise<void> {
    const upload = this.#uploads.get(id);
    if (!upload) return;
    this.#uploads.delete(id);
    await upload.handle.close().catch(() => undefined);
    await rm(upload.file, { force: true });
  }

  /** All of a file. Errors: `file-gone`, `storage-failed`. */
  async load(hash: FileHash): Promise<Buffer> {
    try {
      return await readFile(this.#path(hash));
    } catch (error) {
      throw gone(error);
    }
  }

  /** A piece of at most one chunk. Errors as for `load`. */
  async read(hash: FileHash, offset: number): Promise<{ data: Buffer; total: number }> {
    let handle: FileHandle | null = null;
    try {
      handle = await open(this.#path(hash), 'r');
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, Math.min(fileChunk, size - offset))), 0, undefined, offset);
      return { data: buffer.subarray(0, bytesRead), total: size };
    } catch (error) {
      throw gone(error);
    } finally {
      await handle?.close();
    }
  }

  /** Deletes what nothing refers to and nobody brought since that moment (ms since the epoch). Returns how many. */
  async sweep(used: () => ReadonlySet<FileHash>, before: number): Promise<number> {
    let count = 0;
    const usedAtFirst = used();
    // What an earlier host was still receiving is gone with it.
    for (const name of await readdir(this.#incoming).catch(() => [])) {
      // oxlint-disable-next-line no-await-in-loop
      if (!this.#uploads.has(name)) await rm(join(this.#incoming, name), { force: true });
    }
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      // oxlint-disable-next-line no-await-in-loop -- beside other work, in no hurry
      for (const name of /^[0-9a-f]{2}$/.test(folder) ? await readdir(join(this.#folder, folder)).catch(() => []) : []) {
        const hash = FileHash.safeParse(name);
        if (!hash.success || usedAtFirst.has(hash.data)) continue;
        const path = join(this.#folder, folder, name);
        // oxlint-disable-next-line no-await-in-loop
        const found = await stat(path).catch(() => null);
        // Asked again: it may have been sent while the disk was looked at.
        if (found === null || found.mtimeMs >= before || used().has(hash.data)) continue;
        // oxlint-disable-next-line no-await-in-loop
        await rm(path, { force: true });
        count += 1;
      }
    }
    return count;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#uploads.keys()].map((id) => this.discard(id)));
  }

  /** What is brought anew is as young as what is new. */
  async #touch(hash: FileHash): Promise<void> {
    const now = new Date(this.#now());
    await utimes(this.#path(hash), now, now);
  }

  #path(hash: FileHash): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }

  #upload(id: string): Upload {
    const upload = this.#uploads.get(id);
    if (!upload) throw new HostError('file-refused', { reason: 'incomplete' });
    upload.at = this.#now();
    return upload;
  }

  async #forgetSilent(): Promise<void> {
    for (const [id, { at }] of this.#uploads) {
      // oxlint-disable-next-line no-await-in-loop
      if (this.#now() - at > maxSilence) await this.discard(id);
    }
  }
}

function gone(error: unknown): unknown {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? new HostError('file-gone', {}, { cause: error }) : asStorageError(error);
}
