/** The order in which the arguments of a call are read: what decides most stands first, whatever the sender put before it (T:C10). */

/** What a call does something with or to, in the words tools use for it; the earlier, the more it decides. */
const deciding: readonly (readonly string[])[] = [
  ['command', 'cmd', 'script', 'code', 'query', 'sql'],
  ['path', 'paths', 'file', 'files', 'filename', 'filepath', 'directory', 'dir', 'folder', 'source', 'destination', 'target', 'cwd'],
  ['url', 'urls', 'uri', 'uris', 'host', 'hostname', 'domain', 'address', 'endpoint'],
  ['to', 'recipient', 'recipients', 'cc', 'bcc', 'email', 'channel', 'account'],
  ['amount', 'content', 'contents', 'body', 'text', 'data'],
];
const ranks: ReadonlyMap<string, number> = new Map(deciding.flatMap((names, rank) => names.map((name) => [name, rank] as const)));

/** Entries with the deciding ones first; those of one kind, and all others, stay in the order sent. `filePath`, `file_path` and `FILE-PATH` count alike. */
export function inReadingOrder<T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] {
  return entries.toSorted(([one], [other]) => rankOf(one) - rankOf(other));
}

/** The name as a whole decides, or else the last word of it: `target_path` is a path. */
function rankOf(name: string): number {
  const words = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return ranks.get(words.join('')) ?? ranks.get(words.at(-1) ?? '') ?? deciding.length;
}
