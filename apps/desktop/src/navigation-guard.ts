/** No page goes anywhere, opens anything or embeds anything (E11 to E14). Links go through the host's one door instead. */
import type { App, WebContents } from 'electron';
import { isOwnAddress, startAddress } from './app-address.ts';
import type { AppFrames } from './app-frames.ts';

export type Guarded = Pick<WebContents, 'on' | 'setWindowOpenHandler'>;

/** Every web contents the app ever makes, from its first moment. */
export function guardAll(app: Pick<App, 'on'>, audit: (line: string) => void, frames: Pick<AppFrames, 'mayGo'>, openChat: (hash: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents, audit, frames, openChat));
}

/** Exported for its test. */
export function guardNavigation(contents: Guarded, audit: (line: string) => void, frames: Pick<AppFrames, 'mayGo'>, openChat: (hash: string) => void = () => undefined): void {
  const refuse = (event: { preventDefault(): void }, what: string, address: string) => {
    event.preventDefault();
    audit(`refused: ${what} to ${address.slice(0, 200)}`);
  };
  contents.on('will-navigate', (event) => {
    if (!isOwnAddress(event.url)) refuse(event, 'navigation', event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    // The window's only frames are those of apps; whatever makes another is not ours.
    const isFine = event.isMainFrame ? isOwnAddress(event.url) : frames.mayGo(event.url, event.frame);
    if (!isFine) refuse(event, 'frame navigation', event.url);
  });
  contents.on('will-redirect', (event) => {
    const isFine = event.isMainFrame ? isOwnAddress(event.url) : frames.mayGo(event.url, event.frame);
    if (!isFine) refuse(event, 'redirect', event.url);
  });
  contents.on('will-attach-webview', (event) => refuse(event, 'webview', ''));
  contents.setWindowOpenHandler(({ url }) => {
    // No page opens a window. That of a chat is made by us, as every window is, with nothing of the page in it.
    const hash = chatHash(url);
    if (hash === null) audit(`refused: new window for ${url.slice(0, 200)}`);
    else openChat(hash);
    return { action: 'deny' };
  });
}

/** The hash of an address that is exactly one chat in a window of its own; null for every other. */
export function chatHash(address: string): string | null {
  const hash = address.startsWith(startAddress) ? address.slice(startAddress.length) : '';
  return /^#\/chat\/[A-Za-z0-9_-]{1,128}\?window=own$/.test(hash) ? hash : null;
}
