/** True when `place` is `folder` or lies in it. Both absolute and without a slash at the end. */
export function isInside(place: string, folder: string): boolean {
  return folder === '/' || place === folder || place.startsWith(`${folder}/`);
}
