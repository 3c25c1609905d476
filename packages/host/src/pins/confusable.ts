/** Names that look like another name (C04, J01–J09): `ѕend` beside `send`. */

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
