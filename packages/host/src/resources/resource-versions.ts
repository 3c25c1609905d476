/** Resources as versions: attached, compared with what they are now, and watched while somebody looks (C08). */
import type { TextDiff } from '@portolan/contract/configuration';
import type { EventOf } from '@portolan/contract/contract';
import type { AnnotationsView, ResourceContentView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { ResourceVersion } from '@portolan/contract/resource-versions';
import { Broadcast } from '../broadcast.ts';
import { diffTexts } from '../config/text-diff.ts';
import type { ResourceSign } from '../servers/watched-resources.ts';
import { HeldVersions, versionOf } from './held-versions.ts';

/** What this part needs of the servers. */
export interface ResourceSource {
  /** Starts a server that starts when it is used. */
  readResourceContents(serverId: ServerId, uri: string, signal: AbortSignal): Promise<{ contents: ResourceContentView[] }>;
  /** Reads from a connection that stands; null where there is none, for nobody asked for a start. */
  readStanding(serverId: ServerId, uri: string, signal: AbortSignal): Promise<ResourceContentView[] | null>;
  resourceAnnotations(serverId: ServerId, uri: string, uriTemplate?: string): AnnotationsView | undefined;
  watchResource(serverId: ServerId, uri: string, listener: (sign: ResourceSign) => void): { settled: Promise<void>; stop: () => void };
  isLive(serverId: ServerId, uri: string): boolean;
  /** Waits for a subscription that is being made. */
  subscribed(serverId: ServerId, uri: string): Promise<void>;
}

type WatchEvent = EventOf<'resources/watch'>;

export interface TakenVersion {
  contents: ResourceContentView[];
  hash: string;
  annotations: AnnotationsView | undefined;
}

const readWithinMs = 60_000;

export class ResourceVersions {
  readonly #source: ResourceSource;
  readonly #held: HeldVersions;
  readonly #now: () => number;
  /** Reads under way, by resource: whoever asks meanwhile gets the same answer. */
  readonly #reading = new Map<string, Promise<ResourceContentView[]>>();

  constructor(source: ResourceSource, held: HeldVersions = new HeldVersions(), now: () => number = Date.now) {
    this.#source = source;
    this.#held = held;
    this.#now = now;
  }

  /** @throws {HostError} why it cannot be read */
  async attach(serverId: ServerId, uri: string, uriTemplate: string | undefined, signal: AbortSignal): Promise<{ version: ResourceVersion; annotations?: AnnotationsView }> {
    // Whoever shows what was attached watches it too: nothing that changes between the two is missed.
    await this.#source.subscribed(serverId, uri);
    const contents = await this.#read(serverId, uri, signal);
    const version = versionOf(contents, this.#now());
    this.#held.keepAttached(serverId, uri, version.hash, contents);
    const annotations = this.#source.resourceAnnotations(serverId, uri, uriTemplate);
    return { version, ...(annotations === undefined ? {} : { annotations }) };
  }

  attached(serverId: ServerId, uri: string, hash: string): ResourceContentView[] | null {
    return this.#held.get(serverId, uri, hash);
  }

  /**
   * What goes with a message. A version that is kept no more (too large for the disk, or a month old) is read again, and is good when it is
   * the same. Without a hash it is what the resource is now.
   * @throws {HostError} `resource-changed`; then nothing is to be sent
   */
  async take(attachment: { serverId: ServerId; uri: string; name: string; hash?: string | undefined; uriTemplate?: string | undefined }, signal: AbortSignal): Promise<TakenVersion> {
    const { serverId, uri, hash, name } = attachment;
    const annotations = this.#source.resourceAnnotations(serverId, uri, attachment.uriTemplate);
    const held = hash === undefined ? null : this.#held.get(serverId, uri, hash);
    if (held !== null && hash !== undefined) return { contents: held, hash, annotations };
    const contents = await this.#read(serverId, uri, signal);
    const now = this.#keep(serverId, uri, contents);
    if (hash !== undefined && now.hash !== hash) throw new HostError('resource-changed', { name });
    return { contents, hash: now.hash, annotations };
  }

  /** `before`: contents that are kept elsewhere. */
  async compare(serverId: ServerId, uri: string, hash: string, before: ResourceContentView[] | null, signal: AbortSignal): Promise<{ now: ResourceVersion; diff: TextDiff | null }> {
    const earlier = before ?? this.#held.get(serverId, uri, hash);
    const contents = await this.#read(serverId, uri, signal);
    const now = this.#keep(serverId, uri, contents);
    const hasText = [...(earlier ?? []), ...contents].some(({ kind }) => kind === 'text');
    return { now, diff: earlier === null || !hasText ? null : diffTexts(asText(earlier), asText(contents)) };
  }

  watch(serverId: ServerId, uri: string, signal: AbortSignal): AsyncIterable<WatchEvent> {
    const told = new Broadcast<WatchEvent>({ limit: 4, merge: (_last, next) => next });
    const events = told.subscribe(signal);
    const watcher = new Watcher({
      read: () => this.#read(serverId, uri, signal, true),
      isLive: () => this.#source.isLive(serverId, uri),
      tell: (version, problem) => told.publish({ version, isLive: this.#source.isLive(serverId, uri), problem }),
      now: this.#now,
    });
    // Counted at once: the window that asks in the same breath to attach it waits for this subscription.
    const watching = this.#source.watchResource(serverId, uri, (sign) => {
      // A read that was under way may not have seen the change.
      if (sign === 'changed') this.#reading.delete(keyOf(serverId, uri));
      watcher.heard(sign);
    });
    signal.addEventListener('abort', watching.stop, { once: true });
    if (signal.aborted) watching.stop();
    void watching.settled.then(() => watcher.begin());
    return events;
  }

  async #read(serverId: ServerId, uri: string, signal: AbortSignal, isStanding = false): Promise<ResourceContentView[]> {
    const key = keyOf(serverId, uri);
    const known = this.#reading.get(key);
    if (known !== undefined) {
      try {
        return await untilAborted(known, signal);
      } catch (error) {
        if (isStanding || !(error instanceof NotStanding)) throw error;
      }
    }
    // Not the signal of whoever asked first: others may have joined. A read nobody waits for ends by itself.
    const within = AbortSignal.timeout(readWithinMs);
    const read = (async () => {
      const contents = isStanding ? await this.#source.readStanding(serverId, uri, within) : (await this.#source.readResourceContents(serverId, uri, within)).contents;
      if (contents === null) throw new NotStanding();
      return contents;
    })();
    this.#reading.set(key, read);
    const forget = () => {
      if (this.#reading.get(key) === read) this.#reading.delete(key);
    };
    read.then(forget, forget);
    return await untilAborted(read, signal);
  }

  #keep(serverId: ServerId, uri: string, contents: ResourceContentView[]): ResourceVersion {
    const version = versionOf(contents, this.#now());
    this.#held.keep(serverId, uri, version.hash, contents);
    return version;
  }
}

const keyOf = (serverId: ServerId, uri: string) => JSON.stringify([serverId, uri]);

/** There is no connection, and nobody asked for one. */
class NotStanding extends Error {
  override readonly name = 'NotStanding';
}

interface WatcherDeps {
  read: () => Promise<ResourceContentView[]>;
  isLive: () => boolean;
  tell: (version: ResourceVersion | null, problem: Problem | null) => void;
  now: () => number;
}

/** What one window is told of one resource: the version after each change, one read at a time, however fast changes come. */
class Watcher {
  readonly #deps: WatcherDeps;
  #isReading = false;
  #isStale = false;
  #hasBegun = false;

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
  }

  begin(): void {
    this.#hasBegun = true;
    if (this.#deps.isLive()) void this.#look();
    else this.#deps.tell(null, null);
  }

  heard(sign: ResourceSign): void {
    if (sign === 'lost') this.#deps.tell(null, null);
    else if (this.#hasBegun) void this.#look();
  }

  async #look(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      try {
        // Each change is read once it is told of; those told of meanwhile share the next read.
        // oxlint-disable-next-line no-await-in-loop
        this.#deps.tell(versionOf(await this.#deps.read(), this.#deps.now()), null);
      } catch (error) {
        this.#deps.tell(null, error instanceof HostError ? error.problem : null);
      }
    }
    this.#isReading = false;
  }
}

/** All that can be compared line by line; bytes are told by their size and hash. */
function asText(contents: readonly ResourceContentView[]): string {
  return contents
    .map((content) => {
      const body = content.kind === 'text' ? content.text : `[${content.bytes} bytes of ${content.mimeType ?? 'data'}, ${versionOf([content], 0).hash.slice(0, 12)}]`;
      return contents.length === 1 ? body : `--- ${content.uri}\n${body}`;
    })
    .join('\n');
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) onAbort();
  });
}
