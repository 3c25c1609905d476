/** Names inside an archive: only what means the same file, inside its own folder, on every system (A16). */
import { refuseBundle } from './refusal.ts';

const maxPath = 400;
const maxSegment = 200;
const maxDepth = 32;
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i;

/** The segments of a name; the bundle is refused when it could lead anywhere but inside, or be two files on some system. */
export function checkedSegments(name: string): string[] {
  if (name === '' || name.length > maxPath) refuseBundle('name', name);
  // A backslash parts folders on one system and is a letter on another.
  if (/^[/\\]|^[A-Za-z]:/.test(name)) refuseBundle('outside', name);
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (segments.length > maxDepth) refuseBundle('name', name);
  for (const segment of segments) checkSegment(segment, name);
  return segments;
}

function checkSegment(segment: string, name: string): void {
  if (segment === '..' || segment.split('\\').includes('..')) refuseBundle('outside', name);
  if (segment === '' || segment === '.' || segment.length > maxSegment) refuseBundle('name', name);
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f<>:"|?*\\]/.test(segment) || /[. ]$/.test(segment)) refuseBundle('name', name);
  if (devices.test(segment)) refuseBundle('device-name', name);
}

/** Notices names that are one file where case or the form of letters makes no difference, and files that would be folders too. */
export class NameRegister {
  readonly #seen = new Map<string, { spelled: string; kind: 'file' | 'folder' }>();

  add(segments: readonly string[], kind: 'file' | 'folder'): void {
    for (let depth = 1; depth <= segments.length; depth++) {
      const isWhole = depth === segments.length;
      this.#add(segments.slice(0, depth).join('/'), isWhole ? kind : 'folder', isWhole);
    }
  }

  hasFile(path: string): boolean {
    const found = this.#seen.get(folded(path));
    return found?.kind === 'file' && found.spelled === path;
  }

  #add(path: string, kind: 'file' | 'folder', isEntry: boolean): void {
    const key = folded(path);
    const known = this.#seen.get(key);
    if (known && (known.spelled !== path || known.kind !== kind || (isEntry && kind === 'file'))) refuseBundle('name-twice', path);
    this.#seen.set(key, { spelled: path, kind });
  }
}

function folded(path: string): string {
  return path.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}
