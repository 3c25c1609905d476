/** Strikes secrets out of what leaves the trace: known values anywhere, what looks like a token, fields named after secrets. */
import type { Json } from '@portolan/mcp-client/jsonrpc/message';
import type { KnownSecrets } from './known-secrets.ts';

export const struckOut = '•••';

/** Fields whose text is hidden whatever it is; compared without case, hyphens and underscores. */
const secretFields = new Set(['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'password', 'passwd', 'passphrase', 'secret', 'clientsecret', 'apikey', 'xapikey', 'token', 'apitoken', 'credential', 'credentials', 'accesstoken', 'refreshtoken', 'idtoken', 'bearertoken', 'authtoken', 'privatekey', 'secretkey', 'secretaccesskey', 'sessionid', 'mcpsessionid', 'codeverifier']);

/**
 * Tokens that nobody told us of, by their shape. Every repetition is bounded: a hostile text costs no more than its length
 * times that bound, and texts above `longestLooked` are left to the known values.
 */
const shapes: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic|DPoP)[ \t]{1,4}[\w.~+/-]{8,2000}={0,2}/gi, `$1 ${struckOut}`],
  [/\beyJ[\w-]{8,1000}\.[\w-]{8,1000}\.[\w-]{0,1000}/g, struckOut],
  [/\b(?:sk|pk|rk)-[\w-]{16,200}/g, struckOut],
  [/\b(?:gh[opusr]_|github_pat_|glpat-|xox[abprs]-|AIza|AKIA|ASIA|npm_|hf_)[\w-]{12,200}/g, struckOut],
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]{0,8000}?-----END/g, `-----BEGIN PRIVATE KEY-----${struckOut}-----END`],
];
const longestLooked = 100_000;
const deepest = 300;

export class Redactor {
  readonly #known: KnownSecrets;

  constructor(known: KnownSecrets) {
    this.#known = known;
  }

  text(text: string): string {
    if (this.#known.isSecret(text.trim())) return struckOut;
    let clean = text;
    for (const secret of this.#known.inText) if (clean.includes(secret)) clean = clean.replaceAll(secret, struckOut);
    if (clean.length <= longestLooked) for (const [shape, instead] of shapes) clean = clean.replace(shape, instead);
    return clean;
  }

  /** For a text of which no more than `limit` characters were kept: half a secret at its end is one too. */
  cutText(text: string, limit: number): string {
    const clean = this.text(text);
    if (text.length < limit) return clean;
    let end = clean.length;
    for (const secret of this.#known.inText) {
      for (let length = Math.min(secret.length - 1, clean.length); length >= 3; length -= 1) {
        if (!clean.endsWith(secret.slice(0, length))) continue;
        end = Math.min(end, clean.length - length);
        break;
      }
    }
    return end === clean.length ? clean : `${clean.slice(0, end)}${struckOut}`;
  }

  /** A copy without secrets. `limit`: no more characters of its texts were kept. */
  json(value: Json, limit = Number.POSITIVE_INFINITY): Json {
    return this.#json(value, limit, deepest);
  }

  /** In an order that the window can show. What the transport hid stays hidden. */
  headers(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
    return Object.entries(headers).map(([name, value]) => ({ name: this.text(name), value: this.#header(name, value) }));
  }

  #json(value: Json, limit: number, room: number): Json {
    if (typeof value === 'string') return this.cutText(value, limit);
    if (typeof value === 'number') return this.#known.isSecret(String(value)) ? struckOut : value;
    if (value === null || typeof value !== 'object') return value;
    if (room === 0) return '…';
    if (Array.isArray(value)) return value.map((item) => this.#json(item, limit, room - 1));
    const entries = Object.entries(value).map(([name, child]): [string, Json] => {
      const isHidden = (typeof child === 'string' || typeof child === 'number') && secretFields.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
      return [this.cutText(name, limit), isHidden ? struckOut : this.#json(child, limit, room - 1)];
    });
    return Object.fromEntries(entries);
  }

  #header(name: string, value: string): string {
    // An argument mirrored into a header is as secret there as in the body (C15).
    if (secretFields.has(name.toLowerCase().replace(/^mcp-param-/, '').replaceAll(/[-_]/g, '')) && !value.startsWith('(hidden')) return struckOut;
    // Arguments that are mirrored into headers are encoded when they are no plain text.
    const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
    if (encoded !== undefined) {
      const decoded = Buffer.from(encoded, 'base64').toString('utf8');
      if (this.text(decoded) !== decoded) return struckOut;
    }
    return this.text(value);
  }
}
