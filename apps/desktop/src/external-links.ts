/** The one place where an address leaves the app (E15). The host has checked it already; it is checked again here. */
import type { Shell } from 'electron';
import { parseAddress } from './app-address.ts';

const allowed = new Set(['https:', 'http:', 'mailto:']);

/** Says whether the address was handed to the system. */
export async function openExternalLink(shell: Pick<Shell, 'openExternal'>, address: string): Promise<boolean> {
  const url = parseAddress(address);
  if (url === null || !allowed.has(url.protocol) || /[\0\r\n]/.test(address)) return false;
  if (url.protocol !== 'mailto:' && (url.hostname === '' || url.username !== '' || url.password !== '')) return false;
  await shell.openExternal(url.href);
  return true;
}
