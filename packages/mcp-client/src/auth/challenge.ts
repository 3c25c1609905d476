/** Reading `WWW-Authenticate`: several challenges in one header, quoted strings with commas in them, any case. */

/** What the server wants, from a 401 or 403. Every field is the server's word. */
export interface Challenge {
  scheme: 'bearer' | 'dpop';
  error?: string;
  scopes?: string[];
  resourceMetadata?: string;
}

const maxHeader = 16_384;

/** The challenge that OAuth can answer; undefined when there is none. https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 */
export function readChallenge(header: string | null): Challenge | undefined {
  if (header === null || header.length > maxHeader) return undefined;
  const known = parseChallenges(header).flatMap(({ scheme, params }): Challenge[] => {
    const name = scheme.toLowerCase();
    if (name !== 'bearer' && name !== 'dpop') return [];
    const scopes = scopeList(params.get('scope'));
    const error = params.get('error');
    const resourceMetadata = params.get('resource_metadata');
    return [{ scheme: name, ...(error === undefined ? {} : { error }), ...(scopes === undefined ? {} : { scopes }), ...(resourceMetadata === undefined ? {} : { resourceMetadata }) }];
  });
  const [first, ...others] = known;
  if (first === undefined) return undefined;
  // A server that offers both schemes may have said the rest only once.
  return others.reduce((merged, other) => ({ ...other, ...merged, scheme: other.scheme === 'dpop' ? 'dpop' : merged.scheme }), first);
}

/** Distinct scope tokens of a space-delimited string, in order; undefined when there are none. RFC 6749, section 3.3 */
export function scopeList(value: string | undefined): string[] | undefined {
  const tokens = [...new Set((value ?? '').split(/\s+/).filter((token) => /^[\x21\x23-\x5b\x5d-\x7e]{1,512}$/.test(token)))].slice(0, 200);
  return tokens.length === 0 ? undefined : tokens;
}

interface ParsedChallenge {
  scheme: string;
  params: Map<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = new RegExp(`(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]*))`, 'y');
const schemeName = new RegExp(token, 'y');
const token68 = /[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/y;

function parseChallenges(header: string): ParsedChallenge[] {
  const challenges: ParsedChallenge[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < header.length) {
    if (/[\s,]/.test(header.charAt(at))) {
      at += 1;
      continue;
    }
    const found = match(parameter);
    const current = challenges.at(-1);
    if (found !== null) {
      const [, name = '', quoted, bare = ''] = found;
      const key = name.toLowerCase();
      // The first of a repeated parameter counts, so that nothing appended can replace it.
      if (current !== undefined && !current.params.has(key)) current.params.set(key, quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'));
      continue;
    }
    const scheme = match(schemeName);
    if (scheme === null) at += 1;
    else {
      challenges.push({ scheme: scheme[0], params: new Map() });
      const space = /\s+/y;
      match(space);
      match(token68);
    }
  }
  return challenges;
}
