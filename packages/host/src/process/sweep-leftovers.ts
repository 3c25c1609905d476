/** Temporary files of writes that were cut short by a crash or a power cut: taken away at the next start. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What our writers name a file that is not whole yet: the file's own name and a number. */
const unfinished = /^.+\.(?:json|key|address)\.\d{1,10}$/;
/** A write of another program of ours, such as a command, is over long before. */
const leastAgeMs = 60_000;

/**
 * Looks into these folders and no deeper. What cannot be looked at or taken away stays; nothing depends on it.
 * @returns the names of what was taken away
 */
export async function sweepLeftovers(folders: readonly string[], now = Date.now()): Promise<string[]> {
  const swept = await Promise.all(folders.map((folder) => sweep(folder, now)));
  return swept.flat();
}

async function sweep(folder: string, now: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const old = entries.filter((entry) => entry.isFile() && unfinished.test(entry.name)).map(({ name }) => join(folder, name));
  const gone = await Promise.all(
    old.map(async (file) => {
      try {
        if (now - (await stat(file)).mtimeMs < leastAgeMs) return null;
        await rm(file);
        return file;
      } catch {
        return null;
      }
    }),
  );
  return gone.filter((file) => file !== null);
}
