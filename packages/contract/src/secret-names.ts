/**
 * What a secret is known by when nobody has said so: the name of what holds it, or its own look. One home for host and window,
 * so that what the one asks to be kept apart the other masks.
 */

const likelyName = /auth(?!or(?:s|ed)?(?:$|[^a-z]))|cookie|credential|(?:^|[_-])key$|api_?key|pass(?:word|wd|phrase)?$|pwd$|secret|token(?!s$)|dsn$/i;
const possibleName = /auth(?!or(?:s|ed)?(?:$|[^a-z]))|cookie|credential|key|pass|pwd|pin$|secret|session|signature|token(?!s$)|dsn/i;
const namingWord = /(?:^|[^a-z])(?:password|passwd|passphrase|passcode|pwd|pw|jwt|mnemonic|cvv|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credentials?|authorization|cookie)(?:$|[^a-z])/;
/** Tokens known by their first letters, as their makers write them. */
const wholeToken = /^(?:(?:sk|pk|rk)-[\w-]{16,}|(?:gh[opusr]_|github_pat_|glpat-|xox[abprs]-|AIza|AKIA|ASIA|npm_|hf_)[\w-]{12,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)$/;
/** The shapes that common services give to their keys, wherever they stand in a text, and a password in an address. */
const tokenInText = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:sk|rk|pk)[-_](?:live[-_]|test[-_]|ant[-_]|proj[-_])?[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abprs]-[\w-]{10,}|\bA(?:KIA|SIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.|\bBearer [\w.~+/-]{16,}|:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/;

/** Whether a variable, header, option or parameter of this name is likely to hold a secret: what to offer to a person, who decides. */
export function isLikelySecretName(name: string): boolean {
  return likelyName.test(name);
}

/** The same for hiding, where one too many does no harm and one too few does. */
export function isPossibleSecretName(name: string): boolean {
  return possibleName.test(name);
}

/** Whether the words of a tool's argument (`apiKey`, `user.token`) name a secret; a word that only holds such a one (`secretary`) does not. */
export function namesSecret(argument: string): boolean {
  return namingWord.test(argument.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase());
}

/** Whether a text is, as a whole, a token that shows its kind. */
export function isToken(text: string): boolean {
  return wholeToken.test(text);
}

/** What is made by chance and not by a person: a long run of letters and digits, or a UUID. */
const chanceText = /(?<![A-Za-z\d])(?=[A-Za-z]*\d)(?=[A-Za-z\d]*?\d[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{20,}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[A-Za-z\d+/]{24,}={1,2}(?![^\s"',;])/i;

/** Whether a text may hold a key of no known kind. For hiding only: many a text that does is none. */
export function mayHoldKey(text: string): boolean {
  return tokenInText.test(text) || chanceText.test(text);
}

/** Whether a key, a token or an address with a password stands anywhere in a text. */
export function holdsToken(text: string): boolean {
  return tokenInText.test(text);
}
