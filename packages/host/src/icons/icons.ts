/** Icons of servers and of what they offer: chosen, fetched once, made harmless, kept for as long as the host runs (D11). */
import { createHash } from 'node:crypto';
import type { ServerId } from '@portolan/contract/ids';
import type { Icon } from '@portolan/mcp-client/data';
import { rankIcons } from './choose-icon.ts';
import type { FetchIcon } from './fetch-icon.ts';
import { iconSource } from './icon-source.ts';
import { makeIcon } from './make-icon.ts';
import type { MadeIcon } from './make-icon.ts';

/** Bytes of icons kept in all. */
const maxKept = 16 * 1024 * 1024;
/** Icons fetched from one server at once. */
const maxAtOnce = 4;
/** Different icons of one server that are fetched while the host runs: no list of tools makes us a visitor of ten thousand addresses. */
const maxFetched = 500;

export interface IconsOptions {
  fetch: FetchIcon;
}

export interface IconPlace {
  serverId: ServerId;
  /** Of a server over HTTP: only its origin is asked. */
  serverUrl: string | null;
  theme: 'light' | 'dark';
  /** Edge of the place, in pixels of the screen. */
  pixels: number;
}

export class Icons {
  readonly #fetch: FetchIcon;
  /** By server and source, the longest unused first. What was refused is kept as well: it is not asked for again. */
  readonly #kept = new Map<string, MadeIcon>();
  readonly #coming = new Map<string, Promise<MadeIcon>>();
  readonly #lines = new Map<ServerId, Line>();
  #size = 0;

  constructor({ fetch }: IconsOptions) {
    this.#fetch = fetch;
  }

  /** A picture as a `data:` URL, or null when none of the icons may be shown. Does not reject. */
  async get(icons: readonly Icon[], place: IconPlace, signal: AbortSignal): Promise<string | null> {
    for (const icon of rankIcons(icons, place.theme, place.pixels)) {
      // oxlint-disable-next-line no-await-in-loop -- the next one is asked for only when this one is none
      const made = await this.#made(icon, place);
      if (signal.aborted) return null;
      if ('bytes' in made) return `data:${made.mimeType};base64,${made.bytes.toString('base64')}`;
    }
    return null;
  }

  /** Nothing of a removed server is kept. */
  keepOnly(serverIds: ReadonlySet<ServerId>): void {
    for (const id of this.#lines.keys()) if (!serverIds.has(id)) this.#lines.delete(id);
    const prefixes = new Set<string>(serverIds);
    for (const [key, made] of this.#kept) {
      if (prefixes.has(key.slice(0, key.indexOf(' ')))) continue;
      this.#kept.delete(key);
      this.#size -= sizeOf(made);
    }
  }

  async #made(icon: Icon, { serverId, serverUrl }: IconPlace): Promise<MadeIcon> {
    const key = `${serverId} ${createHash('sha256').update(`${serverUrl ?? ''}\n${icon.mimeType ?? ''}\n${icon.src}`).digest('base64url')}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    let coming = this.#coming.get(key);
    if (coming === undefined) {
      coming = this.#make(icon, serverId, serverUrl).then((made) => this.#keep(key, made));
      this.#coming.set(key, coming);
      void coming.finally(() => this.#coming.delete(key));
    }
    return coming;
  }

  async #make(icon: Icon, serverId: ServerId, serverUrl: string | null): Promise<MadeIcon> {
    const source = iconSource(icon.src, serverUrl);
    if ('refused' in source) return source;
    if (source.kind === 'inline') return makeIcon(source.bytes, [icon.mimeType, source.mimeType]);
    const line = this.#lines.get(serverId) ?? new Line();
    this.#lines.set(serverId, line);
    // Not ended with the window that asked: the next one would ask again.
    const fetched = await line.run(() => this.#fetch(source.url, AbortSignal.timeout(20_000)));
    if (fetched === null) return { refused: 'too-large' };
    return 'refused' in fetched ? fetched : makeIcon(fetched.bytes, [icon.mimeType, fetched.mimeType]);
  }

  #keep(key: string, made: MadeIcon): MadeIcon {
    this.#kept.set(key, made);
    this.#size += sizeOf(made);
    for (const [oldest, each] of this.#kept) {
      if (this.#size <= maxKept) break;
      this.#kept.delete(oldest);
      this.#size -= sizeOf(each);
    }
    return made;
  }
}

function sizeOf(made: MadeIcon): number {
  return ('bytes' in made ? made.bytes.length : 0) + 256;
}

/** A few at a time, and not without end. */
class Line {
  #running = 0;
  #asked = 0;
  readonly #waiting: (() => void)[] = [];

  async run<T>(work: () => Promise<T>): Promise<T | null> {
    this.#asked += 1;
    if (this.#asked > maxFetched) return null;
    if (this.#running >= maxAtOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

