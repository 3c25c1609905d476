/** Everything that a test can cite, by the id it is cited with. */
export type KnownIds = ReadonlySet<string>;

/** Ids that a title cites, and words that look like ids but are none. */
export interface Citations {
  readonly ids: string[];
  readonly unknown: string[];
}

/**
 * Reads the citations of a test title: ids in parentheses, separated by commas, as in `(P05, try-out 18, R07, T:C03)`.
 * A range is written with a dash, `(R02–R06)`. After `try-out` further bare numbers are try-outs as well. Other words in parentheses are no citations.
 */
export function citationsOf(title: string, known: KnownIds): Citations {
  const ids = new Set<string>();
  const unknown = new Set<string>();
  for (const [, group = ''] of title.matchAll(/\(([^()]*)\)/g)) {
    let afterTryOut = false;
    for (const raw of group.split(/[,;]/)) {
      const word = raw.trim();
      const token: string = afterTryOut && /^\d+(?:\s*[–-]\s*\d+)?$/.test(word) ? `try-out ${word}` : word;
      afterTryOut = token.startsWith('try-out ');
      for (const each of expand(token)) {
        if (!looksLikeId(each)) continue;
        const id = resolve(each, known);
        if (id === undefined) unknown.add(each);
        else ids.add(id);
      }
    }
  }
  return { ids: [...ids], unknown: [...unknown] };
}

function looksLikeId(token: string): boolean {
  return /^(?:(?:T:|rule |bug )?[A-Z]\d{1,3}|(?:try-out|row) \d+)$/.test(token);
}

/** `R02–R06` → R02 … R06, also `T:A01–T:A06`, `T:A01–06` and `try-out 1–3`; anything else stands for itself. */
function expand(token: string): string[] {
  const match = /^((?:T:|rule |bug )?[A-Z]|(?:try-out|row) )(\d+)\s*[–-]\s*(?:(?:T:|rule |bug )?[A-Z])?(\d+)$/.exec(token);
  if (match === null) return [token];
  const [, prefix = '', first = '', last = ''] = match;
  const count = Number(last) - Number(first) + 1;
  if (count < 1 || count > 200) return [`${prefix}${last}`];
  return Array.from({ length: count }, (_, index) => `${prefix}${String(Number(first) + index).padStart(first.length, '0')}`);
}

/** Plain ids first; where a letter cannot be anything else, an attack case, rule or bug may go without its prefix. */
function resolve(token: string, known: KnownIds): string | undefined {
  return [token, `T:${token}`, `rule ${token}`, `bug ${token}`].find((id) => known.has(id));
}
