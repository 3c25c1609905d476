/** What a page may ask of the machine: nothing, but to put text on the clipboard when the person clicks copy (E5). */
import type { Session } from 'electron';
import { isOwnAddress, parseAddress, startAddress } from './app-address.ts';
import type { AppFrames } from './app-frames.ts';

type Locked = Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setDisplayMediaRequestHandler' | 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages' | 'setSpellCheckerDictionaryDownloadURL' | 'on' | 'webRequest'>;

/** For every session there is, before anything loads in it. */
export function lockSession(session: Locked, frames: Pick<AppFrames, 'mayLoad'>): void {
  const isAllowed = (permission: string, isMainFrame: boolean, address: string | undefined) =>
    permission === 'clipboard-sanitized-write' && isMainFrame && address !== undefined && isOwnAddress(address);
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isAllowed(permission, details.isMainFrame, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) => isAllowed(permission, details.isMainFrame, details.requestingUrl));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  // The checker of Linux and Windows asks Chromium's site for a dictionary at the start, whether or not a page wants one (T:I16). A Mac has its own.
  if (process.platform !== 'darwin') {
    session.setSpellCheckerEnabled(false);
    session.setSpellCheckerLanguages([]);
    // It began with the session, by the language of the system: what it is about to ask for leads nowhere.
    session.setSpellCheckerDictionaryDownloadURL(`${startAddress}no-dictionaries/`);
  }
  // Network is the host's alone: a page loads its own files and what it made itself, nothing else (E1). An app may load what it
  // was granted, in nobody's name: no cookie goes out and none stays.
  session.webRequest.onBeforeRequest((details, callback) => callback({ cancel: !isLoadable(details.url) && !frames.mayLoad(details.url, details.frame ?? null) }));
  session.webRequest.onBeforeSendHeaders((details, callback) => callback({ requestHeaders: without(details.requestHeaders, ['cookie', 'authorization']) }));
  session.webRequest.onHeadersReceived((details, callback) => callback(details.responseHeaders === undefined ? {} : { responseHeaders: without(details.responseHeaders, ['set-cookie', 'clear-site-data']) }));
  // What a page offers to save must be what it made itself; the person chooses where.
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith('blob:') || !isOwnAddress(item.getURL().slice('blob:'.length))) event.preventDefault();
  });
}

/** Exported for its test. */
export function isLoadable(address: string): boolean {
  if (isOwnAddress(address)) return true;
  const scheme = parseAddress(address)?.protocol;
  if (scheme === 'blob:') return isOwnAddress(address.slice('blob:'.length));
  return scheme === 'data:' || scheme === 'devtools:';
}

function without<T>(headers: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}
