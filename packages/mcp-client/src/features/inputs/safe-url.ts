/** Addresses that a server may ask a person to open. */
import type { Json } from '../../jsonrpc/message.ts';
import { kindOf } from '../../reading/reader.ts';

const LENGTH = 8192;

/**
 * Takes https, and http on this machine for development. Scripts, files, data and app schemes, and a user name that can
 * pose as a host (`https://bank.example@evil.example`), are refused; so is whatever the URL parser does not understand.
 */
export function checkUrl(raw: Json | undefined): { url: string } | { refused: string } {
  if (typeof raw !== 'string') return { refused: `it is ${kindOf(raw)} instead of a string` };
  if (raw.length > LENGTH) return { refused: `it has more than ${LENGTH} characters` };
  // The parser strips these silently, so what is shown and what was checked would differ.
  if (/[\s\p{Cc}\p{Cf}]/u.test(raw)) return { refused: 'it holds spaces, control or invisible characters' };
  if (!URL.canParse(raw)) return { refused: 'it is no absolute URL' };
  const url = new URL(raw);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refused: `its scheme is ${url.protocol.slice(0, 40)} instead of https:` };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { refused: 'http: is taken for this machine alone' };
  if (url.username !== '' || url.password !== '') return { refused: 'it holds a user name or a password' };
  return { url: url.href };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
