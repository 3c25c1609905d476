/** A file or folder of the computer as it is shown inside a container. */
export interface Visible {
  /** Where it is. */
  path: string;
  access: 'read' | 'write';
  isFolder: boolean;
  /** What stands there instead of what is there outside: a copy of this server's own. */
  source?: string;
  /** Its number on its disk, where that is known and stays. */
  inode?: string;
}

/** True when `place` is `folder` or lies in it. Both absolute and without a slash at the end. */
export function isInside(place: string, folder: string): boolean {
  return folder === '/' || place === folder || place.startsWith(`${folder}/`);
}
