/** Checks of a URL and headers before anything is sent to them. */
import { HostError } from '@portolan/contract/errors';

/** @throws {HostError} `invalid-input` when it is no http or https address. */
export function resolveUrl(text: string, server: string): string {
  if (!URL.canParse(text)) throw new HostError('invalid-input', { server, subject: 'url', reason: 'not-a-url' });
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new HostError('invalid-input', { server, subject: 'url', reason: 'scheme', scheme: url.protocol });
  return url.href;
}

/**
 * Expands header values. A header configured as empty is left out; one whose credential turns out empty stops the start,
 * because many servers answer an empty `Authorization: Bearer` with an error that misleads (try-out 5).
 * @throws {HostError} `launch-variable-unset` or `invalid-input`, never with the value.
 */
export async function resolveHeaders(configured: Record<string, string>, server: string, expand: (text: string) => Promise<string>): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, raw] of Object.entries(configured)) {
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) throw new HostError('invalid-input', { server, subject: name, reason: 'header-name' });
    const value = (await expand(raw)).trim();
    if (value === '') continue;
    if (/^(bearer|basic|token|apikey|digest)$/i.test(value)) throw new HostError('launch-variable-unset', { server, variable: name });
    if (!isHeaderValue(value)) throw new HostError('invalid-input', { server, subject: name, reason: 'header-value' });
    headers[name] = value;
  }
  return headers;
}

/** Tab, printable ASCII and the bytes above it (RFC 9110, field-content); a line break would begin another header. */
function isHeaderValue(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code !== 0x09 && (code < 0x20 || code === 0x7f || code > 0xff)) return false;
  }
  return true;
}
