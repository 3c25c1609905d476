/**
 * The pages of apps in the desktop app (P23, I12): under a scheme of their own, each showing under a host of its own. What an app
 * may load is what its policy names, looked at here once more for every request of its frames; nothing carries cookies.
 */
import { appFrameHeaders, appFramePage } from '@portolan/host/process/app-frame-page';
import { appScheme, parseAddress, startAddress } from './app-address.ts';

export const frameScheme = 'portolan-sandbox';
/** For the host. */
export const frameAddress = `${frameScheme}://{instance}/`;
const window = startAddress.slice(0, -1);

/** A frame as Electron tells of it. */
export interface FrameLike {
  readonly url: string;
  readonly parent: FrameLike | null;
}

interface Served {
  policy: string;
  /** What it may load at all, and what it may show in frames: sources of its policy. */
  sources: ReadonlySet<string>;
  frames: ReadonlySet<string>;
}

export class AppFrames {
  readonly #served = new Map<string, Served>();

  serve(instance: string, policy: string): void {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
    const origins = (wanted: (name: string) => boolean) => new Set(directives.filter(([name = '']) => wanted(name)).flatMap(([, ...sources]) => sources.filter((source) => source.includes('://'))));
    this.#served.set(instance, { policy, sources: origins((name) => name !== 'base-uri'), frames: origins((name) => name === 'frame-src') });
  }

  end(instance: string): void {
    this.#served.delete(instance);
  }

  endAll(): void {
    this.#served.clear();
  }

  /** The answer under the frames' own scheme. */
  answer(request: Pick<Request, 'url' | 'method'>): Response {
    const served = request.method === 'GET' ? this.#of(request.url) : null;
    if (served === null || parseAddress(request.url)?.pathname !== '/') return new Response('not found', { status: 404, headers: { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' } });
    return new Response(appFramePage(window), { status: 200, headers: appFrameHeaders(served.policy, window) });
  }

  /** Whether an address may be loaded by this frame or one inside it. */
  mayLoad(address: string, frame: FrameLike | null): boolean {
    const url = parseAddress(address);
    if (url === null) return false;
    if (url.protocol === `${frameScheme}:`) return this.#of(address) !== null;
    // What an app made itself: it has no origin, and nobody else can read it.
    if (url.protocol === 'blob:') return address.startsWith('blob:null/') || this.#of(address.slice('blob:'.length)) !== null;
    const served = this.#around(frame);
    return served !== null && isNamed(url, served.sources);
  }

  /** Whether a frame of the window, or one inside it, may go there. `frame` is the one that goes. */
  mayGo(address: string, frame: FrameLike | null): boolean {
    const url = parseAddress(address);
    if (url === null || frame?.parent == null) return false;
    // The outer one, right below the window.
    if (url.protocol === `${frameScheme}:`) return frame.parent.parent === null && frame.parent.url.startsWith(startAddress) && this.#of(address) !== null;
    const served = this.#around(frame.parent);
    if (served === null) return false;
    if (address === 'about:srcdoc' || address === 'about:blank') return true;
    return isNamed(url, served.frames);
  }

  #of(address: string): Served | null {
    const url = parseAddress(address);
    return url !== null && url.protocol === `${frameScheme}:` && url.port === '' && url.username === '' && url.password === '' ? (this.#served.get(url.hostname) ?? null) : null;
  }

  /** Of the showing that a frame belongs to. */
  #around(frame: FrameLike | null): Served | null {
    for (let at = frame, depth = 0; at !== null && depth < 20; at = at.parent, depth += 1) {
      const served = this.#of(at.url);
      if (served !== null) return served;
      if (at.url.startsWith(`${appScheme}:`)) return null;
    }
    return null;
  }
}

/** As a policy matches: scheme, host with an optional `*.`, port. */
function isNamed(url: URL, sources: ReadonlySet<string>): boolean {
  for (const source of sources) {
    const [, scheme = '', wildcard = '', host = ''] = /^([a-z]+):\/\/(\*\.)?(.+)$/.exec(source) ?? [];
    if (url.protocol !== `${scheme}:`) continue;
    if (wildcard === '' ? url.host === host : url.host.endsWith(`.${host}`)) return true;
  }
  return false;
}
