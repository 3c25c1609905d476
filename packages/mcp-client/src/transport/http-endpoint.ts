/** The address of a server as a person typed it, checked once before anything is sent. */
import type { HttpTarget } from '../connect-options.ts';
import { HttpFailure } from './http-failure.ts';
import { configuredHeaders, redactUrl } from './http-headers.ts';

export interface Endpoint {
  url: URL;
  /** The address without secrets, for messages and the trace. */
  at: string;
  headers: Record<string, string>;
}

/** @throws {HttpFailure} of kind `network` when the address or a header cannot be used; nothing was sent then. */
export function openEndpoint(target: HttpTarget): Endpoint {
  const url = URL.canParse(target.url) ? new URL(target.url) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw unusable('The address is no http: or https: URL');
  const headers = readHeaders(target);
  // fetch refuses addresses with credentials; HTTP's own place for them is this header.
  if (url.username !== '' || url.password !== '') {
    const pair = `${decoded(url.username)}:${decoded(url.password)}`;
    headers['authorization'] ??= `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  url.hash = '';
  headers['user-agent'] ??= 'Portolan';
  return { url, at: redactUrl(url), headers };
}

/** A stray percent sign is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function readHeaders(target: HttpTarget): Record<string, string> {
  try {
    return configuredHeaders(target.headers);
  } catch (error) {
    throw unusable(error instanceof Error ? error.message : 'A header cannot be sent');
  }
}

function unusable(message: string): HttpFailure {
  return new HttpFailure({ kind: 'network', message, isUnsent: true });
}
