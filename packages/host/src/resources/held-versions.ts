/**
 * Contents of resources as they were attached, so that what is sent is what was looked at. In memory, bounded; the oldest go first.
 * What somebody attached is on disk as well, and comes back from there after a new start.
 */
import { createHash } from 'node:crypto';
import type { ResourceContentView } from '@portolan/contract/content';
import { sizeOfResource } from '@portolan/contract/content-size';
import type { ServerId } from '@portolan/contract/ids';
import type { ResourceVersion } from '@portolan/contract/resource-versions';
import type { AttachedStore } from '../storage/attached-store.ts';

/** Characters of everything kept, base64 included. */
const mostCharacters = 96_000_000;

export class HeldVersions {
  readonly #held = new Map<string, { contents: ResourceContentView[]; characters: number }>();
  readonly #most: number;
  readonly #shelf: AttachedStore | null;
  #characters = 0;

  constructor(most: number = mostCharacters, shelf: AttachedStore | null = null) {
    this.#most = most;
    this.#shelf = shelf;
  }

  /** Like `keep`, for longer than the host runs. A disk that is full keeps nobody from attaching. */
  keepAttached(serverId: ServerId, uri: string, hash: string, contents: ResourceContentView[]): void {
    this.keep(serverId, uri, hash, contents);
    try {
      this.#shelf?.keep(serverId, uri, hash, contents);
    } catch {
      // Storage says so itself.
    }
  }

  keep(serverId: ServerId, uri: string, hash: string, contents: ResourceContentView[]): void {
    const key = keyOf(serverId, uri, hash);
    const characters = contents.reduce((sum, content) => sum + (content.kind === 'text' ? content.text.length : content.blob.length), 1_000);
    this.#forget(key);
    this.#held.set(key, { contents, characters });
    this.#characters += characters;
    for (const oldest of this.#held.keys()) {
      if (this.#characters <= this.#most || oldest === key) break;
      this.#forget(oldest);
    }
  }

  /** Being asked for counts as being used. */
  get(serverId: ServerId, uri: string, hash: string): ResourceContentView[] | null {
    const key = keyOf(serverId, uri, hash);
    const held = this.#held.get(key);
    if (held === undefined) return this.#fromShelf(serverId, uri, hash);
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.contents;
  }

  /** Only what still is what it was. */
  #fromShelf(serverId: ServerId, uri: string, hash: string): ResourceContentView[] | null {
    const contents = this.#shelf?.get(serverId, uri, hash) ?? null;
    if (contents === null || hashOf(contents) !== hash) return null;
    this.keep(serverId, uri, hash, contents);
    return contents;
  }

  #forget(key: string): void {
    this.#characters -= this.#held.get(key)?.characters ?? 0;
    this.#held.delete(key);
  }
}

const keyOf = (serverId: ServerId, uri: string, hash: string) => JSON.stringify([serverId, uri, hash]);

/** The same contents give the same hash, whatever order a server writes their fields in. */
export function hashOf(contents: readonly ResourceContentView[]): string {
  const hash = createHash('sha256');
  for (const content of contents) {
    const body = content.kind === 'text' ? content.text : content.blob;
    hash.update(JSON.stringify([content.kind, content.uri, content.mimeType ?? null, body.length]));
    hash.update(body);
  }
  return hash.digest('base64url');
}

export function versionOf(contents: readonly ResourceContentView[], readAt: number): ResourceVersion {
  const mimeTypes = [...new Set(contents.flatMap(({ mimeType }) => (mimeType === undefined ? [] : [mimeType])))].slice(0, 20);
  return { hash: hashOf(contents), readAt, ...sizeOfResource(contents), contents: contents.length, mimeTypes };
}
