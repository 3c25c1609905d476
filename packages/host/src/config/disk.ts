/** The configuration file on the disk: read whole or not at all, written whole or not at all. */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { HostError } from '@portolan/contract/errors';
import { JsoncError, maxBytes } from './jsonc-tree.ts';

/** Null when there is no file. Throws JsoncError `too-large`, `encoding` or `unreadable`. */
export async function readText(path: string): Promise<string | null> {
  let bytes: Buffer;
  try {
    const file = await open(path, 'r');
    try {
      if ((await file.stat()).size > maxBytes) throw new JsoncError('too-large', '', 0);
      bytes = await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof JsoncError) throw error;
    if (codeOf(error) === 'ENOENT') return null;
    throw new JsoncError('unreadable', '', 0);
  }
  try {
    // A byte order mark is taken off; UTF-16 fails here and is reported rather than rewritten.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new JsoncError('encoding', '', 0);
  }
}

/** Durable when it resolves: temporary file, fsync, rename, fsync of the folder. Fails with `config-not-writable`. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFileAtomic(path, text, { mode: 0o600, fsync: true });
    await syncFolder(dirname(path));
  } catch (error) {
    throw notWritable(path, error);
  }
}

export function notWritable(path: string, error: unknown): HostError {
  return new HostError('config-not-writable', { file: path, reason: codeOf(error) ?? 'unknown' }, { cause: error });
}

/** Removes what a killed write left beside the file; a live one is younger than a minute. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const file of await readdir(folder)) {
    if (!file.startsWith(`${basename(path)}.`) || !/^\d+$/.test(file.slice(basename(path).length + 1))) continue;
    const age = Date.now() - ((await stat(join(folder, file)).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > 60_000) await rm(join(folder, file), { force: true });
  }
}

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
