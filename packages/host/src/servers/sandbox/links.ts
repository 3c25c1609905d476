/**
 * A contained server may rename folders and make links wherever it can write. Nothing it leaves there may lead the next start,
 * which happens outside, to another place than the person chose (S18).
 */
import { lstat, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from './visible.ts';
import type { Visible } from './visible.ts';

/** The first granted place that lies in a writable one and leads out of it, for the server itself could have made that link; null when there is none. */
export async function linkOutOf(granted: readonly Visible[]): Promise<string | null> {
  for (const inner of granted) {
    const real = await realpath(inner.path);
    for (const outer of writableAround(granted, inner.path)) if (!isInside(real, await realpath(outer.path))) return inner.path;
  }
  return null;
}

/**
 * The folders between a writable one and what has rules of its own in it. Mounted onto themselves they can't be renamed from
 * inside, so that what lies in them stays what it is.
 */
export async function betweenGrants(granted: readonly Visible[], inner: readonly string[]): Promise<Visible[]> {
  const found = new Map<string, Visible>();
  for (const place of inner) {
    for (const outer of writableAround(granted, place)) {
      for (let folder = path.dirname(place); folder !== outer.path && isInside(folder, outer.path); folder = path.dirname(folder)) {
        if (granted.some((each) => each.path === folder)) break;
        const isFolder = await lstat(folder).then((each) => each.isDirectory(), () => false);
        if (isFolder) found.set(folder, { path: folder, access: 'write', isFolder: true });
      }
    }
  }
  return [...found.values()];
}

/** Removes links of the server's own home that stand where something of the real one will be shown: they could lead out of the container while it is built. */
export async function straightenHome(own: string, home: string, places: readonly string[]): Promise<void> {
  for (const place of places.filter((each) => isInside(each, home))) {
    let here = own;
    for (const segment of path.relative(home, place).split('/').filter(Boolean)) {
      here = path.join(here, segment);
      const found = await lstat(here).catch(() => null);
      if (found === null) break;
      if (found.isSymbolicLink()) {
        await rm(here);
        break;
      }
    }
  }
}

function writableAround(granted: readonly Visible[], place: string): Visible[] {
  return granted.filter((each) => each.access === 'write' && each.path !== place && isInside(place, each.path));
}
