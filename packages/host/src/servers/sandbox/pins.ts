/**
 * What stood at each granted path when the person opened it. A link or another folder put there later is not what was
 * opened: the server does not start until the person has looked again (S18).
 */
import { mkdir, readFile, realpath, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import writeFileAtomic from 'write-file-atomic';

const Pin = z.object({
  /** As granted, with `~` expanded. */
  path: z.string(),
  /** Where it led. */
  real: z.string(),
  /** Of a folder, on a disk where these stay; files are replaced by whoever edits them. */
  inode: z.nullable(z.string()),
});
export type Pin = z.infer<typeof Pin>;

/** What stands there at this moment: of a file the number too, good until it is mounted. */
export interface Seen extends Pin {
  seen: string | null;
}

const Stored = z.object({ format: z.literal(1), pins: z.array(Pin).check(z.maxLength(200)) });

export class Pins {
  readonly #file: string;

  /** @param folder of one server alone, which it never sees */
  constructor(folder: string) {
    this.#file = path.join(folder, 'granted.json');
  }

  /** The person has just said yes to these: as they are now. What is not there is left out, and told at the start. */
  async take(places: readonly string[]): Promise<void> {
    await this.#write((await Promise.all(places.map(lookAt))).filter((pin) => pin !== null));
  }

  /**
   * Compares with what was opened. What was never pinned (a policy of an earlier version, a folder that was made since) is now.
   * @returns the pins of all that is there, and the first path that is something else by now
   */
  async check(places: readonly string[]): Promise<{ pins: Seen[]; changed: string | null }> {
    const before = await this.#read();
    const now = (await Promise.all(places.map(lookAt))).filter((pin) => pin !== null);
    const changed = now.find((pin) => before.some((each) => each.path === pin.path && !isSame(each, pin)));
    if (changed !== undefined) return { pins: now, changed: changed.path };
    const added = now.filter((pin) => !before.some((each) => each.path === pin.path));
    if (added.length > 0) await this.#write([...before, ...added]);
    return { pins: now, changed: null };
  }

  async #read(): Promise<Pin[]> {
    try {
      const parsed = Stored.safeParse(JSON.parse(await readFile(this.#file, 'utf8')));
      return parsed.success ? parsed.data.pins : [];
    } catch {
      return [];
    }
  }

  async #write(pins: Pin[]): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#file, JSON.stringify({ format: 1, pins: pins.map(({ path: place, real, inode }) => ({ path: place, real, inode })) }), { mode: 0o600 });
  }
}

/** Where no number is known of one of them, the place alone decides. */
function isSame(before: Pin, now: Pin): boolean {
  return before.real === now.real && (before.inode === null || now.inode === null || before.inode === now.inode);
}

/** FAT, exFAT and what programs present as disks give out other numbers each time they are mounted (statfs(2)). */
const inventsNumbers = new Set([0x4d44, 0x20_11_ba_b0, 0x65_73_55_46]);

async function lookAt(place: string): Promise<Seen | null> {
  try {
    const real = await realpath(place);
    const found = await stat(real, { bigint: true });
    const seen = inventsNumbers.has((await statfs(real)).type) ? null : String(found.ino);
    return { path: place, real, inode: found.isDirectory() ? seen : null, seen };
  } catch {
    return null;
  }
}
