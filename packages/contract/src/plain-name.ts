/** Names as they may stand where no window of ours draws them: in the system's or a browser's notifications (J09). */

/** Longest name that is shown outside of a window, in characters. */
export const mostOfName = 64;

/**
 * Letters, digits and a few signs. Nothing in it is a link, markup, a check mark or turns text around, whatever a system's
 * notifications would make of it.
 */
export function plainName(text: string): string {
  const kept = text.slice(0, 4 * mostOfName).normalize('NFKC').replaceAll(/[^\p{L}\p{M}\p{N} _.()-]/gu, ' ').replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(kept);
  return characters.length > mostOfName ? `${characters.slice(0, mostOfName - 1).join('')}…` : kept;
}
