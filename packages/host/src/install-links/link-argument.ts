/** Finding a link among the words of a command line. The host reads it; here it is only told from switches and folders. */

/** The scheme of install links, as the system registers it. */
export const installScheme = 'portolan';

/** The only word that begins with our scheme; null when there is none. Of several the person meant none in particular. */
export function installLinkOf(words: readonly string[]): string | null {
  const links = words.filter((word) => /^portolan:/i.test(word));
  return links.length === 1 ? (links[0] ?? null) : null;
}
