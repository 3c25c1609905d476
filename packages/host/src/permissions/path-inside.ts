/** Whether a path lies at or below a folder, links followed as the system would. */
import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Verdict } from './verdict.ts';

/** How paths are looked at: on this computer, or for a server elsewhere by their letters alone. */
export interface PathLook {
  style: 'posix' | 'win32';
  /** Where the path really leads, or null when nothing is there. Undefined: a link that leads nowhere, or what can't be looked at. */
  real(place: string): string | null | undefined;
}

const ofProcess = /^\/proc(\/|$)/;

/** This computer's files. */
export const localLook: PathLook = {
  style: process.platform === 'win32' ? 'win32' : 'posix',
  real(place) {
    try {
      const real = realpathSync.native(place);
      // What stands there is another for each process that looks: `/proc/self/cwd` of the server is not ours.
      return ofProcess.test(real) ? undefined : real;
    } catch {
      try {
        lstatSync(place);
        return undefined;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : '';
        return code === 'ENOENT' || code === 'ENOTDIR' ? null : undefined;
      }
    }
  },
};

/** For servers elsewhere: their links are theirs. */
export const remoteLook: PathLook = { style: 'posix', real: () => null };

const longest = 4096;

/**
 * What the text of an argument says plainly: an absolute path or a `file:` address of this computer. Null when a server
 * might read it in more than one way: relative, with `~` or variables, encoded, with signs that are not seen.
 */
export function plainPath(text: string, style: PathLook['style']): string | null {
  if (text === '' || text.length > longest || /\p{Cc}/u.test(text)) return null;
  let place = text;
  if (/^file:/i.test(text)) {
    try {
      const url = new URL(text);
      if (url.host !== '' || url.search !== '' || url.hash !== '' || /%2f|%5c|%00/i.test(text)) return null;
      place = fileURLToPath(url, { windows: style === 'win32' });
      // A path that the address does not spell out was changed on the way.
      if (/(^|\/)\.\.?(\/|$)|%2e/i.test(text)) return null;
    } catch {
      return null;
    }
  }
  if (place !== place.normalize('NFC') || /%(2e|2f|5c|00)|\p{Cc}|\p{Cf}|\$\{?\w|%\w+%/iu.test(place)) return null;
  if (style === 'win32') {
    // Devices, streams and short names mean other files than they say.
    return /^[A-Za-z]:[\\/][^:*?"<>|~]*$/.test(place) && !/[ .](?:[\\/]|$)(?<!(?:^|[\\/])\.{1,2}(?:[\\/]|$))/.test(place) ? place : null;
  }
  return place.startsWith('/') && !place.includes('\\') ? place : null;
}

/**
 * Whether the text names something at or below `folder`. A program may go the way link by link, as the system does, or take
 * `..` out first: `yes` when both lead inside. A folder that has become a link since the rule was made is another one.
 */
export function isInside(text: string, folder: string, look: PathLook): Verdict {
  const place = plainPath(text, look.style);
  if (place === null || follow(folder, look) !== folder) return 'unsure';
  const ends = [follow(place, look), follow(path[look.style].normalize(place), look)];
  if (ends.every((end) => end !== null && contains(folder, end, look))) return 'yes';
  // Where the letters' case does not matter, it may be the same folder.
  return ends.some((end) => end === null || contains(folded(folder), folded(end), look)) ? 'unsure' : 'no';
}

function contains(folder: string, place: string, look: PathLook): boolean {
  const { sep } = path[look.style];
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** As file systems compare that do not look at the case of letters; more alike than any of them finds. */
function folded(place: string): string {
  return place.normalize('NFKC').toUpperCase().toLowerCase();
}

/** A folder as a rule keeps it: whole, links followed, without an end sign. Null when it can't be one. */
export function plainFolder(text: string, look: PathLook, home: string): string | null {
  const given = /^~(?=$|[\\/])/.test(text.trim()) ? home + text.trim().slice(1) : text.trim();
  const place = plainPath(given, look.style);
  return place === null ? null : follow(place, look);
}

/** Goes the way segment by segment, so that `link/..` is where the system would be. Null when a link leads nowhere. */
function follow(place: string, look: PathLook): string | null {
  const lib = path[look.style];
  let at = lib.normalize(lib.parse(place).root);
  for (const segment of place.slice(at.length).split(look.style === 'win32' ? /[\\/]+/ : /\/+/)) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      at = lib.dirname(at);
      continue;
    }
    const next = lib.join(at, segment);
    const real = look.real(next);
    if (real === undefined) return null;
    at = real ?? next;
  }
  return at;
}
