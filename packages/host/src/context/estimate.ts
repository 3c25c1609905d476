/**
 * Tokens, guessed from the characters in one pass. No tokenizer is run: a text of 200,000 equal letters keeps one busy for a
 * minute, each provider has another one, and what was really used is told with every answer (`correction`).
 */

/** A picture or another file that goes as such; providers count between 250 and 1,600. */
export const tokensOfFile = 1_000;

/** Four letters a token, one for each sign of Chinese, Japanese and Korean. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x2e80 && isWide(code)) wide += 1;
  }
  return Math.ceil(wide + (text.length - wide) / 4);
}

/** Half of a pair counts as well: what stands outside of the first plane takes two tokens or more. */
function isWide(code: number): boolean {
  return code <= 0xd7af || (code >= 0xd800 && code <= 0xdfff) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff00 && code <= 0xffef);
}

/**
 * What guesses of a chat are multiplied with, by what its last request really took. One strange answer must not turn the
 * meter upside down, so it stays within bounds; 1 where nothing is known.
 */
export function correction(last: { estimated: number; reported: number } | null): number {
  if (last === null || last.estimated < 200 || last.reported <= 0) return 1;
  return Math.min(3, Math.max(0.4, last.reported / last.estimated));
}
