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
    if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value)) throw new HostError('invalid-input', { server, subject: name, reason: 'header-value' });
    headers[name] = value;
  }
  return headers;
}
