/** From a command's name to the file that runs it, by the rules of each system. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '../errno.ts';

/** What a look at one file says. `closed`: a directory, or behind a folder this user may not enter. */
export type FileVerdict = 'absent' | 'runnable' | 'not-runnable' | 'closed';
export type LookAt = (file: string) => Promise<FileVerdict>;

export type Found = { kind: 'found'; file: string } | { kind: 'not-permitted'; file: string } | { kind: 'not-found' };

export interface FindOptions {
  os: NodeJS.Platform;
  /** Searched in order; empty and relative entries are left out, for they would mean whatever folder we happen to run in. */
  folders: readonly string[];
  /** What a path like `./server` is relative to. */
  cwd: string;
  /** Windows: `PATHEXT`, for example `.COM;.EXE;.BAT;.CMD`. */
  pathExt?: string | undefined;
  look?: LookAt;
}

/** True when the command is a path and so is not looked up in folders. */
export function isPathLike(command: string, os: NodeJS.Platform): boolean {
  return command.includes('/') || (os === 'win32' && (command.includes('\\') || /^[A-Za-z]:/.test(command)));
}

/** Finds `command`. A file that exists but may not be run is reported only when no runnable one is found. */
export async function findCommand(command: string, options: FindOptions): Promise<Found> {
  const look = options.look ?? (options.os === 'win32' ? lookOnWindows : lookOnPosix);
  const paths = options.os === 'win32' ? path.win32 : path.posix;
  const isPath = isPathLike(command, options.os);
  const bases = isPath
    ? [paths.resolve(options.cwd, command)]
    : options.folders.filter((folder) => paths.isAbsolute(folder)).map((folder) => paths.join(folder, command));
  let refused: string | undefined;
  for (const base of bases) {
    for (const file of options.os === 'win32' ? windowsCandidates(base, options.pathExt) : [base]) {
      const verdict = await look(file);
      if (verdict === 'runnable') return { kind: 'found', file };
      // In a folder of the search path a directory or a closed door is no candidate, only something in the way.
      if (verdict === 'not-runnable' || (verdict === 'closed' && isPath)) refused ??= file;
    }
  }
  return refused === undefined ? { kind: 'not-found' } : { kind: 'not-permitted', file: refused };
}

/**
 * Windows runs only what ends in one of PATHEXT: an `npx` without extension beside `npx.cmd` is a script for another
 * system (try-out 2).
 */
function windowsCandidates(base: string, pathExt: string | undefined): string[] {
  const extensions = (pathExt === undefined || pathExt === '' ? '.COM;.EXE;.BAT;.CMD' : pathExt).split(';').filter((extension) => extension.startsWith('.'));
  const ending = path.win32.extname(base).toLowerCase();
  const isComplete = ending !== '' && extensions.some((extension) => extension.toLowerCase() === ending);
  const completed = extensions.map((extension) => base + extension.toLowerCase());
  return isComplete ? [base, ...completed] : completed;
}

async function lookOnPosix(file: string): Promise<FileVerdict> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return 'closed';
  } catch (error) {
    return errnoOf(error) === 'EACCES' ? 'closed' : 'absent';
  }
  return access(file, constants.X_OK).then(
    () => 'runnable',
    () => 'not-runnable',
  );
}

async function lookOnWindows(file: string): Promise<FileVerdict> {
  try {
    return (await stat(file)).isFile() ? 'runnable' : 'closed';
  } catch (error) {
    return errnoOf(error) === 'EACCES' ? 'closed' : 'absent';
  }
}
