/** An exchange as a command for a POSIX shell. What the host has struck out stays struck out. */
import type { TraceExchange } from '@portolan/contract/trace';

/** Headers that curl makes itself, or that would be wrong when sent again. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding', 'user-agent']);

/** @param body null when the exchange carried none */
export function toCurl({ method, url, requestHeaders }: TraceExchange, body: string | null): string {
  const parts = ['curl', ...(method === 'GET' || (method === 'POST' && body !== null) ? [] : ['-X', quote(method)]), quote(url)];
  const lines = [parts.join(' ')];
  for (const { name, value } of requestHeaders) {
    if (ownHeaders.has(name.toLowerCase())) continue;
    lines.push(`-H ${quote(`${name}: ${value.startsWith('(hidden') ? '•••' : value}`)}`);
  }
  if (body !== null && method === 'POST') lines.push(`--data-raw ${quote(body)}`);
  return lines.join(' \\\n  ');
}

/** Between single quotes a shell takes everything as it stands but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;
}
