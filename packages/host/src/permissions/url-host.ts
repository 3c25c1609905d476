/** Whether the address of a web page is on a host, and every program that reads it would agree. */
import type { Verdict } from './verdict.ts';

const longest = 8192;

/** A host as a rule keeps it: `example.com`, `example.com:8443`, `[::1]`. Null when it is none. */
export function plainHost(text: string): string | null {
  const given = text.trim().toLowerCase();
  if (given === '' || given.length > 300 || /[\s/\\@?#%]/.test(given)) return null;
  try {
    // Of a scheme without a port of its own, so that none is swallowed.
    const host = new URL(`http://${given}/`).hostname;
    const port = /:(\d{1,5})$/.exec(given)?.[1];
    return host === '' ? null : `${host.replace(/\.$/, '')}${port === undefined ? '' : `:${Number(port)}`}`;
  } catch {
    return null;
  }
}

export function isOnHost(text: string, host: string, withSubdomains: boolean): Verdict {
  if (text.length > longest) return 'unsure';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'unsure';
  }
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)) return 'unsure';
  const name = `${url.hostname.replace(/\.$/, '')}${url.port === '' ? '' : `:${url.port}`}`;
  const isHost = name === host || (withSubdomains && name.endsWith(`.${host}`));
  // Parsers differ about blanks, backslashes, users and odd spellings of a host: only what is spelled as it is read counts.
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1]?.toLowerCase() ?? '';
  const isPlain = !/[\s\\\p{Cc}\p{Cf}]/u.test(text) && url.username === '' && url.password === '' && (authority === url.host || authority === `${url.hostname}:${usualPort(url.protocol)}`);
  if (!isPlain) return 'unsure';
  if (isHost) return 'yes';
  // Another port of the same computer: whoever named it without one may have meant all of it.
  const [bareName, bareHost] = [url.hostname.replace(/\.$/, ''), host.replace(/:\d+$/, '')];
  return bareName === bareHost || (withSubdomains && bareName.endsWith(`.${bareHost}`)) ? 'unsure' : 'no';
}

function usualPort(protocol: string): string {
  return protocol === 'http:' || protocol === 'ws:' ? '80' : '443';
}
