/** The name of a file as it is kept and shown: what a computer or a clipboard called it is a stranger's text. */
import { hasHiddenCharacters } from '../hidden-characters.ts';

/** Characters of a name, its ending included. */
const longest = 200;

/** The last part of a path, on one line, with nothing that is not seen in it; never empty. */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const seen = Array.from(last.replaceAll(/[\p{Zl}\p{Zp}\s]+/gu, ' ')).filter((character) => !hasHiddenCharacters(character));
  const ending = /\.[^. ]{1,16}$/u.exec(seen.join('').trim())?.[0] ?? '';
  const clean = seen.join('').trim();
  const stem = clean.slice(0, clean.length - ending.length);
  const short = `${Array.from(stem).slice(0, longest - ending.length).join('').trim()}${ending}`;
  return short === '' || /^\.+$/.test(short) ? 'file' : short;
}
