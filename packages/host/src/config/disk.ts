/** The configuration file on the disk: read whole or not at all, written whole or not at all. */
import { existsSync, readlinkSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import { setTimeout as wait } from 'node:timers/promises';
import { bringBack, ChangedMeanwhileError, heldBeside, replaceFile } from '../durable-file.ts';
import { JsoncError, maxBytes } from './jsonc-tree.ts';

/** What stands in the file: its text, and its very bytes, by which a later change is noticed. */
export interface Standing {
  text: string;
  bytes: Buffer;
}

/** A save is done long before; a machine that does much else takes its time. */
const absentTries = 25;
const absentPauseMs = 20;

/** Null when there is no file. Throws JsoncError `too-large`, `encoding` or `unreadable`. */
export async function readStanding(path: string, limit = maxBytes): Promise<Standing | null> {
  for (let attempt = 0; ; attempt++) {
    // oxlint-disable-next-line no-await-in-loop
    const standing = await readOnce(path, limit);
    if (standing !== null || attempt > absentTries) return standing;
    const real = targetOf(path);
    // Taken away by a save of ours: either it is under way, or a crash ended it there. Or it is done since this was read.
    // oxlint-disable-next-line no-await-in-loop
    if (!existsSync(heldBeside(real))) return await readOnce(path, limit);
    // oxlint-disable-next-line no-await-in-loop
    if (attempt < absentTries) await wait(absentPauseMs);
    else bringBack(real);
  }
}

/** Through a link, also one to a file that is not there. */
function targetOf(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}

async function readOnce(path: string, limit: number): Promise<Standing | null> {
  let bytes: Buffer;
  try {
    const file = await open(path, 'r');
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new JsoncError('unreadable', '', 0);
      if (found.size > limit) throw new JsoncError('too-large', '', 0);
      bytes = await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof JsoncError) throw error;
    if (codeOf(error) === 'ENOENT') return null;
    throw new JsoncError('unreadable', '', 0);
  }
  if (bytes.length > limit) throw new JsoncError('too-large', '', 0);
  try {
    // A byte order mark is taken off; UTF-16 fails here and is reported rather than rewritten.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch {
    throw new JsoncError('encoding', '', 0);
  }
}

/** As `readStanding`, for who only wants to read. */
export async function readText(path: string): Promise<string | null> {
  return (await readStanding(path))?.text ?? null;
}

/**
 * Durable when it resolves. `expected` is what was read before: anything else at the last moment is somebody's edit.
 * Fails with `config-not-writable`, or ChangedMeanwhileError.
 */
export async function writeText(path: string, text: string, expected?: Standing | null): Promise<void> {
  try {
    await replaceFile(path, text, { mode: 0o600, takesAway: true, ...(expected === undefined ? {} : { expected: expected?.bytes ?? null }) });
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) throw error;
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

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
