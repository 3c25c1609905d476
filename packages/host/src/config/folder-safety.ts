/** Who else on this machine could change a file (A17): a configuration says which programs are run. */
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** `path` is the file or folder that others may write; `owner`: it belongs to another account. */
export interface OpenTo {
  path: string;
  reason: 'everyone' | 'group' | 'owner';
}

/**
 * Looks at the file, its folder and every folder above: whoever may write any of them can put another file in its place.
 * Null when only this user and root can, and on Windows, where other rules hold.
 */
export async function openToOthers(path: string): Promise<OpenTo | null> {
  const uid = process.getuid?.();
  if (uid === undefined) return null;
  const file = await realpath(path).catch(() => null);
  const folder = file === null ? await realpath(dirname(path)).catch(() => null) : dirname(file);
  const chain = file === null ? [] : [file];
  for (let each = folder; each !== null; each = dirname(each) === each ? null : dirname(each)) chain.push(each);
  for (const each of chain) {
    const found = await stat(each).catch(() => null);
    const reason = found && whoElse(found, uid, each === file || each === folder);
    if (reason) return { path: each, reason };
  }
  return null;
}

function whoElse(found: { mode: number; uid: number; gid: number }, uid: number, isOwn: boolean): OpenTo['reason'] | null {
  if (found.uid !== uid && found.uid !== 0) return 'owner';
  // In a sticky folder such as /tmp everyone may add, and nobody may replace what is another's.
  if ((found.mode & 0o1000) !== 0 && !isOwn) return null;
  if ((found.mode & 0o002) !== 0) return 'everyone';
  // A group of one's own, as many systems give every user, is nobody else.
  return (found.mode & 0o020) !== 0 && found.gid !== process.getgid?.() && found.gid !== 0 ? 'group' : null;
}
