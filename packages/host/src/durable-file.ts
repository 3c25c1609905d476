/**
 * Files that are written whole or not at all, and stay written. Own code because the common libraries for it write once and
 * do not look how much of it was taken: on a disk that is nearly full they put half a file in the place of a whole one.
 */
import { randomInt } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open, realpath, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Somebody else wrote the file between reading and replacing it. Nothing was written. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  constructor(path: string) {
    super(`${path} was changed by another program meanwhile`);
  }
}

export interface ReplaceOptions {
  /** Permissions of the file. `keep` leaves those of the file that is replaced; a new one is for its owner alone. */
  mode: number | 'keep';
  /** The bytes that must still stand there at the last moment, null for no file. Left out: whatever stands there is replaced. */
  expected?: Buffer | null;
  /**
   * With `expected`: the old file is taken away (`heldBeside`) before the new one is put in its place, which it can only be
   * where nothing is. So no edit of another program can be overwritten unseen; in exchange the file is not there for the time
   * of three system calls. For files whose readers know that (`bringBack`), never for those of other programs.
   */
  takesAway?: boolean;
}

/** Where the file lies while it is taken away, and after a crash in that moment. */
export function heldBeside(real: string): string {
  return `${real}.held`;
}

/**
 * Puts a file that a crash left taken away back to its place, unless there is one. For whoever finds no file: a live saver is
 * done long before this is called.
 */
export function bringBack(real: string): void {
  const held = heldBeside(real);
  try {
    linkSync(held, real);
  } catch (error) {
    // There is a newer one, or nothing was taken away.
    if (codeOf(error) !== 'EEXIST') return;
  }
  rmSync(held, { force: true });
}

// Virus scanners and backups hold a file for a moment on Windows (R90).
const renameTries = 10;
const renamePauseMs = 100;

/**
 * Replaces the file, through a symlink if it is one: a temporary file beside it, written to its last byte and synced, then
 * renamed over it, then the folder synced. When it resolves, the text survives a power cut. When it rejects, the old file
 * stands as it was and nothing is left beside it.
 * @throws {ChangedMeanwhileError} when `expected` is no longer what stands there
 */
export async function replaceFile(path: string, text: string, options: ReplaceOptions): Promise<void> {
  const real = await realpath(path).catch(() => path);
  const temporary = nameBeside(real);
  const standing = await stat(real).catch(() => null);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await keepOwner(file, standing);
      await file.chmod(options.mode === 'keep' ? (standing?.mode ?? 0o600) & 0o7777 : options.mode).catch(ifOwn);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(temporary, real, options);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(real));
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

async function renameOver(temporary: string, real: string, { expected, takesAway = false }: ReplaceOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (expected === undefined) renameSync(temporary, real);
      else if (takesAway && expected !== null && canLink(temporary)) takeAway(temporary, real, expected);
      else exchange(temporary, real, expected);
      return;
    } catch (error) {
      const isHeld = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
      if (!isHeld || attempt === renameTries) throw error;
      await wait(renamePauseMs);
    }
  }
}

/**
 * Looking at a file and renaming another over it are two steps, and what a third program puts there in between would be gone
 * unseen. So what stands there is given a second name in the last moment, and looked at again afterwards: when it is not
 * what was expected, it is put back. The file is there at every moment, and what is left to chance are the microseconds
 * between two system calls.
 */
function exchange(temporary: string, real: string, expected: Buffer | null): void {
  if (!isSame(readNow(real), expected)) throw new ChangedMeanwhileError(real);
  const second = nameBeside(real);
  const isHeld = expected !== null && linkWhereItCan(real, second);
  renameSync(temporary, real);
  if (!isHeld) return;
  if (isSame(readNow(second), expected)) {
    rmSync(second, { force: true });
    return;
  }
  renameSync(second, real);
  throw new ChangedMeanwhileError(real);
}

/** @throws {ChangedMeanwhileError} with what others wrote in its place */
function takeAway(temporary: string, real: string, expected: Buffer): void {
  if (!isSame(readNow(real), expected)) throw new ChangedMeanwhileError(real);
  const held = heldBeside(real);
  try {
    renameSync(real, held);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new ChangedMeanwhileError(real);
    throw error;
  }
  const isUnchanged = isSame(readNow(held), expected);
  const isPlaced = placeWhereNothingIs(isUnchanged ? temporary : held, real);
  // Who had it open may have written into it since: then it is theirs that counts, and ours is tried again on top of it.
  const isWrittenInto = isUnchanged && isPlaced && !isSame(readNow(held), expected);
  if (isWrittenInto) giveBack(held, real, temporary);
  rmSync(held, { force: true });
  if (!isUnchanged || !isPlaced || isWrittenInto) throw new ChangedMeanwhileError(real);
  rmSync(temporary, { force: true });
}

/** Puts what was taken away back in the place of what we just put there, unless somebody else has put something there again. */
function giveBack(held: string, real: string, ours: string): void {
  const placed = nameBeside(real);
  renameSync(real, placed);
  const isOurs = isSame(readNow(placed), readNow(ours));
  placeWhereNothingIs(isOurs ? held : placed, real);
  rmSync(placed, { force: true });
}

/** False where there is something. */
function placeWhereNothingIs(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** Whether the file system has links: tried on the temporary file itself, before anything is taken away. */
function canLink(temporary: string): boolean {
  const probe = `${temporary}0`;
  try {
    linkSync(temporary, probe);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}

/** False on file systems without links. */
function linkWhereItCan(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new ChangedMeanwhileError(from);
    return false;
  }
}

/** What a crash leaves under such a name is cleared away by `removeLeftovers` of the configuration. */
function nameBeside(path: string): string {
  return `${path}.${randomInt(1_000_000_000, 9_999_999_999)}`;
}

function readNow(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function isSame(a: Buffer | null, b: Buffer | null): boolean {
  return a === null || b === null ? a === b : a.equals(b);
}

/** A file of another user that root replaces stays theirs. */
async function keepOwner(file: FileHandle, standing: { uid: number; gid: number } | null): Promise<void> {
  if (!standing || process.getuid?.() !== 0) return;
  await file.chown(standing.uid, standing.gid).catch(ifOwn);
}

/** Some file systems know neither owners nor permissions. */
function ifOwn(error: unknown): void {
  if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EINVAL'].includes(codeOf(error))) throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
