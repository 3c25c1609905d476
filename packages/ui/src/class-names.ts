/** Joins class names, leaving out what is absent, so that a caller's `className` can follow a primitive's own. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
