/** What a link takes along to its site: addresses are a way to carry words of a chat away with one press (T:B08). */
import { holdsToken } from '@portolan/contract/secret-names';

export interface LinkLoad {
  /** Characters behind the site's name, where they are more than an address needs. */
  much: number | null;
  /** Part of it reads like a key, or like data that was coded to fit. */
  looksLikeKey: boolean;
}

const usualLength = 200;
/** Bits a character. Words and hexadecimal numbers, as in addresses of commits, stay below; coded data and keys do not. */
const codedEntropy = 4.2;

export function whatLinkCarries(address: string): LinkLoad {
  if (!URL.canParse(address)) return { much: null, looksLikeKey: false };
  const url = new URL(address);
  const load = `${url.pathname}${url.search}${url.hash}`;
  const plain = decoded(load);
  // A name of a site carries data as well: whoever owns the domain is asked for it (T:B09).
  const pieces = `${url.host}/${plain}`.match(/[A-Za-z0-9+_=-]{28,}/g) ?? [];
  return { much: load.length > usualLength ? load.length : null, looksLikeKey: holdsToken(plain) || pieces.some((piece) => /\d/.test(piece) && entropy(piece) > codedEntropy) || url.host.split('.').some((label) => label.length > 40) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
