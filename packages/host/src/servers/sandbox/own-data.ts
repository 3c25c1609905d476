/**
 * Where our own folder can be seen, however it is reached: by another mount of the same disk, through a link, under another
 * spelling where case does not matter. It is never granted and hidden in whatever is (T:A18).
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from './visible.ts';

export interface OwnData {
  /** True for our folder and everything in it. `real` has its links followed. */
  holds: (real: string) => Promise<boolean>;
  /** Paths below `real` under which our folder would be seen there; `''` is `real` itself. */
  seenBelow: (real: string) => Promise<string[]>;
}

export async function ownData(dataDir: string): Promise<OwnData> {
  const own = await realpath(dataDir).catch(() => dataDir);
  const places = await placesOf(own);
  const id = await identityOf(own);
  return {
    holds: async (real) => {
      if (places.some((place) => isInside(real, place))) return true;
      for (const above of withParents(real)) if (id !== null && (await identityOf(above)) === id) return true;
      return false;
    },
    seenBelow: async (real) => {
      const found = new Set(places.filter((place) => isInside(place, real)).map((place) => path.relative(real, place)));
      const granted = await identityOf(real);
      for (const above of withParents(own)) if (granted !== null && (await identityOf(above)) === granted) found.add(path.relative(above, own));
      return [...found];
    },
  };
}

/** Every place where the folder is mounted to: one disk can hang at several (proc_pid_mountinfo(5)). */
async function placesOf(own: string): Promise<string[]> {
  const text = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return placesIn(text, own);
}

/** @param text of `/proc/self/mountinfo` @param own without links */
export function placesIn(text: string, own: string): string[] {
  const mounts = text.split('\n').flatMap((line) => {
    const [, , device, root, place] = line.split(' ');
    return device === undefined || root === undefined || place === undefined ? [] : [{ device, root: unescaped(root), place: unescaped(place) }];
  });
  // The last of the longest: what was mounted later lies on top.
  const home = mounts.filter(({ place }) => isInside(own, place)).reduce<(typeof mounts)[number] | null>((best, each) => (best === null || each.place.length >= best.place.length ? each : best), null);
  if (home === null) return [own];
  const onDisk = path.posix.join(home.root, path.posix.relative(home.place, own));
  const others = mounts.filter(({ device, root }) => device === home.device && isInside(onDisk, root)).map(({ root, place }) => path.posix.join(place, path.posix.relative(root, onDisk)));
  return [...new Set([own, ...others])];
}

/** Spaces and the like are written in octal. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_whole, digits: string) => String.fromCodePoint(Number.parseInt(digits, 8)));
}

function withParents(place: string): string[] {
  const all: string[] = [];
  for (let here = place; ; here = path.dirname(here)) {
    all.push(here);
    if (here === path.dirname(here)) return all;
  }
}

async function identityOf(place: string): Promise<string | null> {
  const found = await stat(place, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}
