/**
 * Puts a backup in the place of what stands here, at a start of the host and before anything is opened. Every step is one rename
 * that was either done or not, and all of them go forward: however often it is interrupted, the next start goes on.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { configName, databaseName } from './manifest.ts';

/** Where what comes in lies, complete once the mark is there. */
export const restoringFolder = (dataDir: string): string => join(dataDir, 'restoring');
export const restoringMark = (dataDir: string): string => join(restoringFolder(dataDir), 'ready.json');
/** For the mark: where what stood there goes, in the folder of backups. */
export const RestoringMark = z.object({ aside: z.string().check(z.regex(/^replaced-[0-9TZ-]{10,40}$/)), before: z.string() });

/** In this order; a database goes with what SQLite keeps beside it. */
const places: readonly { name: string; beside: readonly string[] }[] = [
  { name: databaseName, beside: ['-wal', '-shm', '.suspect', '.restoring'] },
  { name: configName, beside: [] },
  { name: 'files', beside: [] },
];

interface Steps {
  move(from: string, to: string): void;
}

/** Returns the name of the backup of what stood here, null when nothing was to be done. */
export function finishRestore(dataDir: string, steps: Steps = { move: renameSync }): string | null {
  const folder = restoringFolder(dataDir);
  if (!existsSync(folder)) return null;
  const mark = readMark(dataDir);
  if (mark === null) {
    // Interrupted before it was whole: nothing has changed, and nothing will.
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const aside = join(dataDir, 'backups', mark.aside);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const { name, beside } of places) {
    const coming = join(folder, name);
    const isReplaced = existsSync(coming);
    if (!isReplaced) continue;
    for (const suffix of [...beside, '']) {
      const standing = join(dataDir, name + suffix);
      if (existsSync(standing)) steps.move(standing, join(aside, name + suffix));
    }
    steps.move(coming, join(dataDir, name));
  }
  // A backup of it was made and checked before.
  rmSync(aside, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  return mark.before;
}

function readMark(dataDir: string): z.infer<typeof RestoringMark> | null {
  try {
    const parsed = RestoringMark.safeParse(JSON.parse(readFileSync(restoringMark(dataDir), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
