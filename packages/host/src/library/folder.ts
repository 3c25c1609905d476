/** The folder that an address stands in, as addresses with slashes have them (RFC 3986, section 3.3). */
import { uriOf } from './entry.ts';
import type { Offered } from './entry.ts';

/** Longer addresses are in no folder that anybody would look through. */
const longest = 1_000;

/** With the slash at its end: `file:///a/` of `file:///a/b.md`; empty for what has no address. Of a template only what comes before its first variable counts. */
export function folderOf(offered: Offered): string {
  const uri = uriOf(offered);
  if (uri === undefined || uri.length > longest) return '';
  const path = uri.split(/[?#{]/, 1)[0] ?? '';
  // An address that ends with a slash is itself a folder; it stands in the one around it.
  const isWhole = uri[path.length] !== '{';
  const end = path.lastIndexOf('/', path.length - (isWhole && path.endsWith('/') ? 2 : 1));
  const start = path.indexOf('://');
  // What stands alone under its authority, or has no slash, is under its scheme.
  if (end > start + 2) return path.slice(0, end + 1);
  return start >= 0 ? path.slice(0, start + 3) : path.slice(0, path.indexOf(':') + 1);
}
