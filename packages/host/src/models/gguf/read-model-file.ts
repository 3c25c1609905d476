/** The one door to a model file before it is run: its header, read as data. Nothing else of it is looked at. */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import { typedPathHere } from '../../paths/typed-path.ts';
import { GgufError, maxHeaderBytes, parseGguf } from './gguf-header.ts';
import type { GgufHeader } from './gguf-header.ts';
import { modelFacts } from './model-facts.ts';
import type { ModelFacts } from './model-facts.ts';

export interface ReadModel extends ModelFacts {
  path: string;
  fileName: string;
  /** Of all parts. */
  bytes: number;
}

const firstRead = 1024 * 1024;

/** @throws HostError `model-file-unusable` with the reason */
export async function readModelFile(typed: string): Promise<ReadModel> {
  const path = typedPathHere(typed);
  const fileName = basename(path ?? typed).slice(0, 200);
  const refuse = (reason: string, log?: string): HostError => new HostError('model-file-unusable', { file: fileName, reason }, log === undefined ? {} : { log });
  if (path === null) throw refuse('missing');
  const { header, bytes } = await readHeader(path).catch((error: unknown) => {
    if (error instanceof GgufError) throw refuse(error.fault, error.message);
    throw refuse(reasonOf(error));
  });
  const facts = modelFacts(header);
  if (facts === null) throw refuse('not-a-language-model');
  if (facts.part !== 0) throw refuse('first-part');
  const others = await otherParts(path, facts.parts);
  if (others === null) throw refuse('part-missing');
  return { ...facts, path, fileName, bytes: bytes + others };
}

async function readHeader(path: string): Promise<{ header: GgufHeader; bytes: number }> {
  // Opening a pipe would wait for somebody to write into it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw Object.assign(new Error('not a file'), { code: 'EISDIR' });
    for (let size = Math.min(firstRead, stats.size); ; size = Math.min(size * 4, stats.size, maxHeaderBytes)) {
      // oxlint-disable-next-line no-await-in-loop -- more only where the first was not enough
      const header = parseGguf(await readStart(file, size), stats.size);
      if (header !== null) return { header, bytes: stats.size };
    }
  } finally {
    await file.close();
  }
}

/** A file that shrinks meanwhile ends early. */
async function readStart(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in one file
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new GgufError('truncated', 'the file became shorter while it was read');
    at += bytesRead;
  }
  return bytes;
}

/** Bytes of the parts after the first, as llama.cpp names them; null when one is missing. */
async function otherParts(path: string, parts: number): Promise<number | null> {
  if (parts === 1) return 0;
  const match = /^(?<stem>.+)-00001-of-(?<count>\d{5})\.gguf$/i.exec(basename(path));
  if (match?.groups === undefined || Number(match.groups['count']) !== parts || parts > 999) return null;
  const { stem = '', count = '' } = match.groups;
  const sizes = await Promise.all(
    Array.from({ length: parts - 1 }, async (_, n) => {
      const found = await stat(join(dirname(path), `${stem}-${String(n + 2).padStart(5, '0')}-of-${count}.gguf`)).catch(() => null);
      return found?.isFile() === true ? found.size : null;
    }),
  );
  return sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0);
}

function reasonOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'EISDIR' || code === 'ENXIO') return 'not-a-file';
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
}
