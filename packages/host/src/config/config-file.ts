/** The configuration: one file that belongs to the person, who may edit it with anything at any time (S02, S03). */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConfigurationBackup, ServerDifference, TextDiff } from '@portolan/contract/configuration';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import type { ProviderId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { ModelRef } from '@portolan/contract/conversations';
import type { Settings } from '@portolan/contract/settings';
import { serverHash } from '../launch-hash.ts';
import type { ConfigState, ConfigStore, LaunchConfig, ProviderConfig, ServerChange, ServerConfig } from '../ports.ts';
import { loadKey } from '../secrets/key-file.ts';
import { storageReason } from '../storage/errors.ts';
import { ConfigBackups } from './config-backups.ts';
import { compareTexts, faultOf, formerNames, goodBackup, issuesOf, listBackups, newestGood, reviewedLaunch, serverInCopies } from './config-history.ts';
import type { Fault, Mask } from './config-history.ts';
import { ConfigNotices } from './config-notices.ts';
import type { ConfigOptions } from './config-options.ts';
import { ChangedMeanwhileError, syncFolder } from '../durable-file.ts';
import { notWritable, readStanding, removeLeftovers, writeText } from './disk.ts';
import type { Standing } from './disk.ts';
import { LockedError, withFileLock } from './file-lock.ts';
import { openToOthers } from './folder-safety.ts';
import { JsoncError } from './jsonc-tree.ts';
import { emptyText, providerIndex, readConfig } from './read-config.ts';
import { ReplacedFile } from './replaced-file.ts';
import type { ConfigReading, EntryIssue } from './read-config.ts';
import { addEntry, changeEntry, removeEntry, replaceEntry, restoreEntry, setOwnValue } from './server-edits.ts';
import type { RemovedServer } from './server-edits.ts';
import { FileWatch } from './watch-file.ts';

// Another program that writes the file all the time must not keep an edit waiting for ever.
const maxRetries = 100;
// How often a file that does not parse is looked at within the time it may take to become whole.
const settleLooks = 5;
// What is held open keeps its place on the disk.
const maxReplaced = 2;
// Removed servers that can be brought back, newest last.
const maxUndo = 50;

/** `isMajor`: what stood before is kept as a copy of its own. */
type Edit<T> = (text: string, reading: ConfigReading) => { text: string; result: (after: ConfigReading) => T; isMajor?: boolean };

/** See ConfigStore. Made by `openConfig`. Writes fail with `config-broken` while the file is, with `config-not-writable` when the disk refuses. */
export class ConfigFile implements ConfigStore {
  readonly path: string;
  readonly #options: ConfigOptions;
  readonly #sealKey: Buffer;
  readonly #backups: ConfigBackups;
  readonly #notices: ConfigNotices;
  readonly #listeners = new Set<(state: ConfigState, cause: 'self' | 'outside') => void>();
  readonly #removed = new Map<string, RemovedServer>();
  readonly #watch: FileWatch;
  readonly #sweep: NodeJS.Timeout;
  readonly #replaced = new Set<ReplacedFile>();
  /** The last good text: what is in use, whatever lies on the disk. */
  #text: string;
  #isGood: boolean;
  #reading: ConfigReading;
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: ConfigOptions, parts: { sealKey: Buffer; backups: ConfigBackups; notices: ConfigNotices }, start: { text: string; reading: ConfigReading; isGood: boolean }) {
    this.path = options.path;
    this.#options = options;
    this.#sealKey = parts.sealKey;
    this.#backups = parts.backups;
    this.#notices = parts.notices;
    this.#text = start.text;
    this.#isGood = start.isGood;
    this.#reading = start.reading;
    // A start looks, too, but leaves alone what may still be in the making.
    this.#sweep = setInterval(() => void removeLeftovers(options.path).catch((error: unknown) => options.onError?.(error)), options.sweepMs ?? 3_600_000).unref();
    this.#watch = new FileWatch({ path: options.path, debounceMs: 100, pollMs: options.pollMs ?? 2000, onMaybeChanged: () => void this.reload() });
  }

  /** What is kept on this computer and believed again is sealed with it; of this run alone where others could have written. */
  get sealKey(): Buffer {
    return this.#sealKey;
  }

  current(): ConfigState {
    return this.#reading.state;
  }

  onChange(listener: (state: ConfigState, cause: 'self' | 'outside') => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  addServer(server: Omit<ServerConfig, 'id'>, replace?: ServerId): Promise<ServerConfig> {
    return this.#edit((text, { state }) => {
      if (replace === undefined) {
        const added = { ...server, id: newServerId() };
        return { text: addEntry(text, added, this.#sealKey), result: (after) => known(after, added.id) };
      }
      const replaced = find(state, replace);
      return { text: replaceEntry(text, replaced, { ...server, id: replace }, this.#sealKey), result: (after) => known(after, replace) };
    });
  }

  /** Several at once, in one write: all of them or none. `undo` is a copy of what was in use before, to be restored. */
  async addServers(entries: readonly { server: Omit<ServerConfig, 'id'>; id?: ServerId | undefined; replace?: ServerId | undefined }[]): Promise<{ added: ServerId[]; undo: string }> {
    const undo = await this.#enqueue(() => this.#backups.keep(this.#text, true));
    const added = await this.#edit((text, { state }) => {
      let edited = text;
      const ids: ServerId[] = [];
      for (const { server, replace, id: given } of entries) {
        const id = replace ?? given ?? newServerId();
        edited = replace === undefined ? addEntry(edited, { ...server, id }, this.#sealKey) : replaceEntry(edited, find(state, replace), { ...server, id }, this.#sealKey);
        ids.push(id);
      }
      return { text: edited, result: () => ids, isMajor: true };
    });
    return { added, undo };
  }

  updateServer(id: ServerId, change: ServerChange | ((standing: ServerConfig) => ServerChange)): Promise<ServerConfig> {
    return this.#edit((text, { state }) => {
      const before = find(state, id);
      const changes = typeof change === 'function' ? change(before) : change;
      return { text: changeEntry(text, before, { ...before, ...changes, id }, this.#sealKey), result: (after) => known(after, id) };
    });
  }

  removeServer(id: ServerId): Promise<{ undo: string }> {
    return this.#edit((text, { state }) => {
      const removed = removeEntry(text, find(state, id).name);
      return {
        text: removed.after,
        result: () => {
          const undo = randomBytes(16).toString('base64url');
          this.#removed.set(undo, removed);
          for (const oldest of [...this.#removed.keys()].slice(0, -maxUndo)) this.#removed.delete(oldest);
          return { undo };
        },
      };
    });
  }

  restoreServer(undo: string): Promise<ServerConfig> {
    return this.#bringBack(() => this.#removed.get(undo) ?? null, { undo }, () => this.#removed.delete(undo));
  }

  /** From the newest copy that has it, whoever removed it and when. Fails with `server-unknown`, `server-name-taken`. */
  restoreNamed(name: string): Promise<ServerConfig> {
    return this.#bringBack(() => serverInCopies(this.#backups, this.#sealKey, name), { server: name }, () => undefined);
  }

  #bringBack(look: () => RemovedServer | null, what: Record<string, string>, done: () => void): Promise<ServerConfig> {
    return this.#edit((text) => {
      const removed = look();
      if (!removed) throw new HostError('server-unknown', what);
      return {
        text: restoreEntry(text, removed),
        result: (after) => {
          done();
          const restored = after.state.servers.find((server) => server.name === removed.name);
          if (!restored) throw new HostError('server-unknown', { server: removed.name });
          return restored;
        },
      };
    });
  }

  /** What servers and providers that are gone were called, by their ids. */
  formerNames(): Map<string, string> {
    return formerNames(this.#backups, this.#sealKey);
  }

  async saveProvider(provider: ProviderConfig): Promise<void> {
    // What is not known is not written.
    const entry = JSON.parse(JSON.stringify(provider)) as JsonObject;
    await this.#edit((text) => {
      const at = providerIndex(text, provider.id);
      if (at < 0) return { text: setOwnValue(text, ['providers', -1], entry), result: () => undefined };
      let edited = text;
      for (const key of Object.keys(provider)) edited = setOwnValue(edited, ['providers', at, key], entry[key]);
      return { text: edited, result: () => undefined };
    });
  }

  async removeProvider(id: ProviderId): Promise<void> {
    await this.#edit((text) => {
      const at = providerIndex(text, id);
      if (at < 0) throw new HostError('provider-unknown', { provider: id });
      return { text: setOwnValue(text, ['providers', at], undefined), result: () => undefined };
    });
  }

  async setDefaultModel(model: ModelRef | null): Promise<void> {
    await this.#edit((text) => ({ text: setOwnValue(text, ['defaultModel'], model ? { ...model } : undefined), result: () => undefined }));
  }

  updateSettings(change: Partial<Settings> | ((standing: Settings) => Partial<Settings>)): Promise<Settings> {
    return this.#edit((text, { state }) => {
      let edited = text;
      // What is not known is not written.
      const values = JSON.parse(JSON.stringify(typeof change === 'function' ? change(state.settings) : change)) as JsonObject;
      for (const [key, value] of Object.entries(values)) edited = setOwnValue(edited, ['settings', key], value);
      return { text: edited, result: (after) => after.state.settings };
    });
  }

  /** Reads the file again when it is not what it was. Also called by the watch. */
  reload(): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#isClosed) return;
      try {
        const standing = await this.#readSettled();
        if (standing) await this.#adoptOutside(standing.text);
      } catch (error) {
        if (!(error instanceof JsoncError)) throw error;
        this.#notices.broken(error, this.hasLastGood);
      }
    });
  }

  /** The person gives up on a broken file: it is renamed, never deleted, and the last good text written in its place. Returns the new name. */
  setBrokenAside(): Promise<string> {
    return this.#enqueue(async () => {
      const aside = this.#asideName('broken');
      await rename(this.path, aside);
      await syncFolder(dirname(this.path));
      await writeText(this.path, this.#text);
      this.#isGood = true;
      this.#notices.mended();
      return aside;
    });
  }

  /** Copies that can be restored, newest first. */
  backups(): ConfigurationBackup[] {
    return listBackups(this.#backups, this.#sealKey, this.#text);
  }

  /** What is wrong with the file as it stands; null when it can be used. */
  async fault(mask: Mask): Promise<Fault | null> {
    return (await faultOf(this.path, this.#sealKey, mask))?.fault ?? null;
  }

  /** Entries of the file as it stands that cannot be used; none when all of it cannot be. */
  async unusable(): Promise<EntryIssue[]> {
    return issuesOf(this.path, this.#sealKey);
  }

  /** Whether what is in use was read from a file or a copy that was good, and is not merely the defaults. */
  get hasLastGood(): boolean {
    return this.#isGood;
  }

  /** What restoring a copy would change. Fails with `config-backup-unusable`. */
  async compare(backup: string, mask: Mask): Promise<{ servers: ServerDifference[]; diff: TextDiff }> {
    const { text, reading } = goodBackup(this.#backups, backup, this.#sealKey);
    const broken = await faultOf(this.path, this.#sealKey, mask);
    return compareTexts({ text: broken?.text ?? this.#text, state: this.#reading.state }, { text, state: reading.state }, mask);
  }

  /** Puts a copy in the place of what stands. `undo` is the copy of what was in use before. */
  async restore(backup: string): Promise<{ undo: string; aside: string | null }> {
    const { text } = goodBackup(this.#backups, backup, this.#sealKey);
    const aside = (await faultOf(this.path, this.#sealKey, (texts) => [...texts])) ? await this.setBrokenAside() : null;
    const undo = await this.#enqueue(() => this.#backups.keep(this.#text, true));
    await this.#edit(() => ({ text, result: () => undefined, isMajor: true }));
    return { undo, aside };
  }

  /** The launch that was allowed and the one that stands now, when they differ and the first is still known. */
  reviewedLaunch(id: ServerId): { before: LaunchConfig; after: LaunchConfig } | null {
    const server = find(this.#reading.state, id);
    const before = reviewedLaunch(this.#backups, this.#sealKey, server);
    return before && { before, after: server.launch };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.close();
    clearInterval(this.#sweep);
    this.#listeners.clear();
    await this.#queue;
    for (const old of this.#replaced) await old.close();
  }

  /** One read-modify-write of the file as it stands, alone among all hosts. */
  #edit<T>(edit: Edit<T>): Promise<T> {
    return this.#enqueue(async () => {
      try {
        return await withFileLock(`${this.path}.lock`, () => this.#editLocked(edit));
      } catch (error) {
        if (error instanceof LockedError || storageReason(error) !== null) throw notWritable(this.path, error);
        throw error;
      }
    });
  }

  async #editLocked<T>(edit: Edit<T>, attempt = 1): Promise<T> {
    const standing = await this.#takeWhatStands();
    const { text, result, isMajor = false } = edit(this.#text, this.#reading);
    if (text === this.#text) return result(this.#reading);
    const reading = checked(this.#sealKey, text);
    const old = standing && (await ReplacedFile.hold(this.path, standing.bytes));
    try {
      await writeText(this.path, text, standing);
    } catch (error) {
      await old?.close();
      // An edit from outside came in between: it is taken first, and ours is made on top of it (R91).
      if (error instanceof ChangedMeanwhileError && attempt < maxRetries) return await this.#editLocked(edit, attempt + 1);
      if (error instanceof ChangedMeanwhileError) throw notWritable(this.path, error);
      throw error;
    }
    if (old) this.#lookAfter(old);
    this.#notices.mended();
    await this.#take(text, reading, 'self', isMajor || takesAway(this.#reading.state, reading.state));
    return result(reading);
  }

  #lookAfter(old: ReplacedFile): void {
    this.#replaced.add(old);
    for (const oldest of [...this.#replaced].slice(0, -maxReplaced)) {
      this.#replaced.delete(oldest);
      void oldest.close();
    }
    old.watch(
      (bytes) => void this.#enqueue(() => this.#keepLost(bytes)).catch((error: unknown) => this.#options.onError?.(error)),
      () => this.#replaced.delete(old),
    );
  }

  /** What another program wrote in the very moment of our save: kept as a copy, and said. */
  async #keepLost(bytes: Buffer): Promise<void> {
    let kept: string;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      readConfig(text, this.#sealKey);
      kept = await this.#backups.keep(text, true);
      await this.#backups.keep(this.#text, true);
    } catch {
      kept = await this.#writeAside('lost', bytes.toString('utf8'));
    }
    this.#notices.keptBeside(kept);
  }

  async #writeAside(why: string, text: string): Promise<string> {
    const aside = this.#asideName(why);
    await writeText(aside, text);
    return aside;
  }

  #asideName(why: string): string {
    return `${this.path}.${why}-${new Date(this.#options.now?.() ?? Date.now()).toISOString().replaceAll(/[:.]/g, '-')}`;
  }

  async #takeWhatStands(): Promise<Standing | null> {
    try {
      // A file that is gone is written anew from what is in use.
      const standing = await this.#readSettled();
      if (standing) await this.#adoptOutside(standing.text);
      return standing;
    } catch (error) {
      if (!(error instanceof JsoncError)) throw error;
      this.#notices.broken(error, this.hasLastGood);
      throw new HostError('config-broken', { file: this.path, line: error.line, column: error.column, reason: error.reason, ...(this.hasLastGood ? {} : { kept: 'nothing' }) });
    }
  }

  /** The text on the disk, good; when it is not good it gets a moment to become so. */
  async #readSettled(): Promise<Standing | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        const standing = await readStanding(this.path);
        if (standing && standing.text !== this.#text) readConfig(standing.text, this.#sealKey);
        return standing;
      } catch (error) {
        if (!(error instanceof JsoncError) || attempt === settleLooks) throw error;
        await wait((this.#options.settleMs ?? 300) / settleLooks);
      }
    }
  }

  async #adoptOutside(text: string): Promise<void> {
    this.#notices.mended();
    if (text === this.#text) return;
    const reading = readConfig(text, this.#sealKey);
    this.#notices.changedOutside(this.#reading.state, reading.state);
    await this.#take(text, reading, 'outside', true);
  }

  async #take(text: string, reading: ConfigReading, cause: 'self' | 'outside', isMajor: boolean): Promise<void> {
    this.#text = text;
    this.#isGood = true;
    this.#reading = reading;
    this.#notices.issues(reading.issues);
    try {
      await this.#backups.keep(text, isMajor);
    } catch (error) {
      // The file itself is written; a missing copy is no reason to say it is not.
      this.#options.onError?.(error);
    }
    for (const listener of this.#listeners) {
      try {
        listener(reading.state, cause);
      } catch (error) {
        this.#options.onError?.(error);
      }
    }
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/**
 * Opens the configuration: the file when it is good, else the last good copy with a notice, else the defaults. Nothing is
 * written to it before something changes. Fails with `config-not-writable` when the folder cannot be made or the key not kept.
 */
export async function openConfig(options: ConfigOptions): Promise<ConfigFile> {
  const folder = dirname(options.path);
  const kept = await prepare(options);
  const open = await openToOthers(options.path);
  // Where another account could have written, nothing that stands there proves what this person allowed (A17): all of it is asked
  // about anew, and nothing of it is taken away.
  const sealKey = open ? randomBytes(32) : kept;
  const backups = new ConfigBackups(options.backupFolder ?? join(folder, 'backups'), options.path, options.now ?? Date.now);
  const lastGood = newestGood(backups, sealKey);
  const notices = new ConfigNotices(options.notices, options.path);
  if (open) notices.openToOthers(open);
  let isBroken = false;
  let start = lastGood ?? { text: emptyText, reading: readConfig(emptyText, sealKey) };
  try {
    const text = (await readStanding(options.path))?.text;
    if (text !== undefined) {
      start = { text, reading: readConfig(text, sealKey) };
      if (lastGood) notices.changedOutside(lastGood.reading.state, start.reading.state);
      notices.issues(start.reading.issues);
      await backups.keep(text, true).catch((error: unknown) => options.onError?.(error));
    } else if (lastGood) {
      notices.broken(new JsoncError('missing', '', 0), true);
    }
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    isBroken = true;
    notices.broken(error, lastGood !== null);
  }
  // Where there was no file there is nothing to be missed.
  return new ConfigFile(options, { sealKey, backups, notices }, { ...start, isGood: lastGood !== null || !isBroken });
}

async function prepare(options: ConfigOptions): Promise<Buffer> {
  const folder = dirname(options.path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await removeLeftovers(options.path);
    return loadKey(options.keyPath ?? join(folder, 'config.key'));
  } catch (error) {
    throw notWritable(options.path, error);
  }
}

/** One that nothing has yet: secrets can be kept for a server before it stands in the file. */
export function newServerId(): ServerId {
  return ServerId.parse(`s_${randomBytes(16).toString('base64url')}`);
}

/** Whether something went that a copy must keep: a server, or the launch that was allowed. */
function takesAway(before: ConfigState, after: ConfigState): boolean {
  return before.servers.some((old) => {
    const fresh = after.servers.find(({ id }) => id === old.id);
    return !fresh || fresh.name !== old.name || (old.reviewedHash !== null && serverHash(fresh) !== serverHash(old));
  });
}

/** The last line of defence: an edit that would make the file unreadable is a fault of ours and is not written. */
function checked(sealKey: Buffer, text: string): ConfigReading {
  try {
    return readConfig(text, sealKey);
  } catch (error) {
    throw new HostError('internal', { what: 'config-edit' }, { cause: error });
  }
}

function find(state: ConfigState, id: ServerId): ServerConfig {
  const server = state.servers.find((each) => each.id === id);
  if (!server) throw new HostError('server-unknown', { server: id });
  return server;
}

function known(reading: ConfigReading, id: ServerId): ServerConfig {
  return find(reading.state, id);
}
