/** Which variables and headers are likely to hold a secret, by their name, while they are typed. The person decides. */
const likely = /auth(?!or(?:s|ed)?(?:$|[^a-z]))|cookie|credential|(?:^|[_-])key$|api_?key|pass(?:word|wd|phrase)?$|pwd$|secret|token(?!s$)|dsn$/i;

export function isLikelySecret(name: string): boolean {
  return likely.test(name);
}
