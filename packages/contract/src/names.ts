/** Names of servers and tools that are made to be taken for something else (C04, J01–J09): `ѕend` beside `send`, `GitHub ✅ Verified`. */

/**
 * Letters of other scripts, and digits, that are drawn like a Latin letter: from the confusables of Unicode Technical Standard 39
 * (https://www.unicode.org/reports/tr39/), those that names of tools and servers can be made of.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аɑαａ', b: 'ЬƄ', c: 'сϲᴄ', d: 'ԁ', e: 'еҽєε', f: 'ғ', g: 'ɡց', h: 'һհ', i: 'іıɩιӏ1l|ǀ', j: 'јϳ', k: 'кκ', m: 'мʍ', n: 'ոпη', o: 'оοσօ0',
  p: 'рρ', q: 'ԛզ', r: 'гᴦ', s: 'ѕꜱ5', t: 'тτ', u: 'υսц', v: 'νѵ', w: 'ѡԝω', x: 'хχ', y: 'уүγ', z: 'ᴢ', '-': '‐‑‒–—−_.', ' ': '\u00a0\u2007\u202f',
};
const plain = new Map(Object.entries(lookAlikes).flatMap(([letter, others]) => Array.from(others, (other): [string, string] => [other, letter])));

/** What a name looks like: two names with one skeleton can be taken for each other. */
export function skeleton(name: string): string {
  const visible = name.normalize('NFKC').toLowerCase().normalize('NFD').replace(/[\p{M}\p{Cf}\p{Cc}]/gu, '');
  return Array.from(visible, (letter) => plain.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[-\s]+/g, '-');
}

/** The first of the other names that this one can be taken for; null when there is none. A name is not its own double. */
export function lookAlikeOf(name: string, others: Iterable<string>): string | null {
  const own = skeleton(name);
  for (const other of others) if (other !== name && skeleton(other) === own) return other;
  return null;
}

/**
 * Letters of a name that are drawn like Latin ones and stand among such: `gіthub` with a Cyrillic і. Empty for a name that is all
 * in one script, whichever it is, and for what only differs in case, accents or digits.
 */
export function oddLetters(name: string): string[] {
  const letters = Array.from(name);
  if (!letters.some((letter) => /[a-z]/i.test(letter))) return [];
  return [...new Set(letters.filter((letter) => /\P{ASCII}/u.test(letter) && /\p{L}/u.test(letter) && (plain.has(letter.toLowerCase()) || /^[a-z]$/i.test(letter.normalize('NFKC')))))];
}

// Check marks, shields, locks, medals, warnings: what programs draw beside a name they vouch for, or warn of.
const signs = /[✅☑✔✓🛡🔒🔓🔐🔑🏅🎖🥇⭐🌟★⚠⛔🚫❌❗❕ℹ🔔🆗✳®]/u;
const words = ['verified', 'certified', 'portolan', '已验证', '已认证', '官方认证'].map(skeleton);

/** True when a name bears a sign or a word that only a program that checked could put beside it. Nobody checks names. */
export function claimsTrust(name: string): boolean {
  const own = skeleton(name);
  return signs.test(name) || words.some((word) => own.includes(word));
}
