/**
 * Keys and tokens, each encrypted with one key, which something outside the file guards (S09).
 *
 * What it protects: a copy of the file, a backup, a pasted or published `secrets.json` gives nothing away, and a value that
 * was tampered with is not used. What it does not protect: whoever can do what this user can, once the key is in memory.
 * Moving to another guard makes a new key and writes everything in one stroke, so an end of the process at any moment leaves
 * the old state or the new one. While the key is not to be had, nothing is lost: what is entered stays in memory, what is in
 * the file stays there.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { HostError } from '@portolan/contract/errors';
import type { LockReason, Protection, ProtectionOption, SecretsView } from '@portolan/contract/secrets';
import { withFileLock } from '../config/file-lock.ts';
import type { NoticesPort, SecretStore } from '../ports.ts';
import { asStorageError } from '../storage/errors.ts';
import { keyBytes, KeyNotHad } from './key-holder.ts';
import type { KeyHolder } from './key-holder.ts';
import { seal, unseal } from './sealed.ts';
import { parseSecretsFile, readSecretsFile, setAside, writeSecretsFile } from './secrets-file.ts';
import type { SecretsFile } from './secrets-file.ts';

const checkName = 'portolan:check';
const checkText = 'portolan';
const maxName = 256;
const maxValue = 64_000;

export interface VaultOptions {
  path: string;
  holders: readonly KeyHolder[];
  /** Tried in this order when the first secret is kept; `memory` where nothing may be written without being asked. */
  preferred: readonly Protection[];
  notices: NoticesPort;
  /** The key is there although it was not at first: what needed a secret may try again. */
  onUnlocked: () => void;
  now?: () => number;
}

type State =
  /** No secret was ever kept here. */
  | { is: 'empty' }
  | { is: 'memory' }
  | { is: 'open'; key: Buffer }
  | { is: 'locked'; why: LockReason };

/** How long a start waits for a key; after that it goes on without, and takes the key when it comes. */
const startMs = 2_500;

export class Vault implements SecretStore {
  readonly #options: VaultOptions;
  #state: State = { is: 'empty' };
  #file: SecretsFile | null = null;
  /** What is kept in memory alone, newer than the file. */
  readonly #session = new Map<string, string>();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();

  constructor(options: VaultOptions) {
    this.#options = options;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  view(): SecretsView {
    const names = new Set([...this.#session.keys(), ...(this.#file?.secrets.keys() ?? [])]);
    const { path } = this.#options;
    return { protection: this.#state.is === 'empty' ? null : (this.#file?.protection.kind ?? 'memory'), locked: this.#state.is === 'locked' ? this.#state.why : null, count: names.size, unsaved: this.#session.size, file: path };
  }

  /** The names of all that is kept, readable now or not. */
  names(): string[] {
    return [...new Set([...this.#session.keys(), ...(this.#file?.secrets.keys() ?? [])])];
  }

  /** @throws {HostError} `secrets-locked` when there is one that cannot be read now */
  get(name: string): Promise<string | null> {
    const held = this.#session.get(name);
    if (held !== undefined) return Promise.resolve(held);
    if (this.#state.is === 'open') return Promise.resolve(unseal(this.#state.key, name, this.#file?.secrets.get(name)));
    if (this.#state.is === 'locked' && this.#file?.secrets.has(name) === true) return Promise.reject(new HostError('secrets-locked', { reason: this.#state.why }));
    return Promise.resolve(null);
  }

  has(name: string): boolean {
    if (this.#session.has(name)) return true;
    if (this.#state.is === 'open') return unseal(this.#state.key, name, this.#file?.secrets.get(name)) !== null;
    return this.#state.is === 'locked' && this.#file?.secrets.has(name) === true;
  }

  /** Kept in memory where nothing can be written; `view().unsaved` says so. */
  set(name: string, value: string): Promise<void> {
    if (name === '' || name.length > maxName || value.length > maxValue || name === checkName) return Promise.reject(new HostError('invalid-input', { where: 'secret' }));
    return this.#turn(async () => {
      if (this.#state.is === 'empty') await this.#chooseFirst();
      const { is } = this.#state;
      if (is !== 'open') {
        this.#session.set(name, value);
        this.#changed();
        return;
      }
      await this.#change((secrets, key) => secrets.set(name, seal(key, name, value)));
      this.#session.delete(name);
    });
  }

  remove(name: string): Promise<void> {
    return this.#turn(async () => {
      this.#session.delete(name);
      // Taking one away needs no key.
      if (this.#file?.secrets.has(name) === true) await this.#change((secrets) => secrets.delete(name));
      this.#changed();
    });
  }

  /** Reads the file and asks for its key. What cannot be read as one is set aside and said so. */
  async load(): Promise<void> {
    const { path, notices } = this.#options;
    const found = await readSecretsFile(path);
    if (found === 'damaged') {
      const aside = await setAside(path, 'corrupt', this.#now());
      notices.add({ id: 'secrets-corrupt', kind: 'secrets-in-file', problem: new HostError('storage-failed', { reason: 'corrupt', file: path, corrupt: aside }).problem, details: { file: path, corrupt: aside } });
      return;
    }
    if (found === null) return;
    this.#file = found;
    if (found.protection.kind === 'memory') {
      this.#state = { is: 'memory' };
      return;
    }
    this.#state = { is: 'locked', why: 'waiting' };
    const asked = this.#unlock(undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, startMs);
    });
    await Promise.race([asked, late]);
    clearTimeout(timer);
    if (this.view().locked === null) return;
    this.#tellLocked();
    // Whoever answers the system's question later is not asked again.
    void asked.then(() => {
      if (this.view().locked === null) this.#options.onUnlocked();
    });
  }

  options(): Promise<ProtectionOption[]> {
    const asked = this.#options.holders.map(async (holder) => ({ kind: holder.kind, problem: await holder.problem() }));
    return Promise.all([...asked, Promise.resolve({ kind: 'memory' as const, problem: null })]);
  }

  /** @throws {HostError} `secrets-locked`, `secrets-not-guarded`, `storage-failed`; nothing has changed then */
  protect(kind: Protection, passphrase?: string): Promise<void> {
    return this.#turn(async () => {
      if (this.#state.is === 'locked') throw new HostError('secrets-locked', { reason: this.#state.why });
      await this.#moveTo(kind, passphrase);
      for (const id of ['secrets-in-file', 'secrets-in-memory']) this.#options.notices.dismiss?.(id);
    });
  }

  unlock(passphrase?: string): Promise<void> {
    return this.#turn(async () => {
      if (this.#state.is !== 'locked') return;
      await this.#unlock(passphrase);
      if (this.view().locked === null) this.#options.onUnlocked();
    });
  }

  startAnew(): Promise<void> {
    return this.#turn(async () => {
      if (this.#state.is !== 'locked') return;
      if (existsSync(this.#options.path)) await setAside(this.#options.path, 'locked', this.#now());
      this.#file = null;
      this.#state = { is: 'empty' };
      this.#options.notices.dismiss?.('secrets-locked');
      if (this.#session.size > 0) await this.#chooseFirst();
      this.#changed();
    });
  }

  /** Never rejects: a key that is not to be had is a state. */
  async #unlock(passphrase: string | undefined): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    try {
      const key = await this.#holder(file.protection.kind).release(file.protection.held, passphrase);
      if (file.check !== undefined && unseal(key, checkName, file.check) !== checkText) throw new KeyNotHad('wrong-key');
      this.#state = { is: 'open', key };
      this.#options.notices.dismiss?.('secrets-locked');
      if (this.#session.size > 0) await this.#keepSession();
    } catch (error) {
      if (this.#state.is !== 'open') this.#state = { is: 'locked', why: error instanceof KeyNotHad ? error.reason : 'unavailable' };
    }
    this.#changed();
  }

  async #keepSession(): Promise<void> {
    const waiting = [...this.#session];
    await this.#change((secrets, key) => {
      for (const [name, value] of waiting) secrets.set(name, seal(key, name, value));
    });
    for (const [name, value] of waiting) if (this.#session.get(name) === value) this.#session.delete(name);
  }

  /** The best that works here, for the first secret that is kept. */
  async #chooseFirst(): Promise<void> {
    const { preferred, notices, path } = this.#options;
    for (const kind of preferred) {
      const holder = this.#options.holders.find((each) => each.kind === kind);
      // One after the other: the first that can is taken, and the others are left alone.
      // oxlint-disable-next-line no-await-in-loop
      if (holder !== undefined && (await holder.problem()) !== null) continue;
      try {
        // oxlint-disable-next-line no-await-in-loop
        await this.#moveTo(kind, undefined, kind !== 'memory');
      } catch (error) {
        if (error instanceof HostError && error.problem.code === 'secrets-not-guarded') continue;
        throw error;
      }
      if (kind === 'file') notices.add({ id: 'secrets-in-file', kind: 'secrets-in-file', problem: null, details: { file: path } });
      if (kind === 'memory') notices.add({ id: 'secrets-in-memory', kind: 'secrets-in-memory', problem: null, details: {} });
      return;
    }
  }

  /** @param isWritten false for a choice that nobody has made yet: the next start looks again */
  async #moveTo(kind: Protection, passphrase: string | undefined, isWritten = true): Promise<void> {
    const former = this.#file;
    const opened = this.#opened();
    if (kind === 'memory') {
      for (const [name, value] of opened) this.#session.set(name, value);
      this.#file = null;
      if (isWritten) {
        this.#file = { protection: { kind, held: {} }, check: undefined, secrets: new Map() };
        await this.#write(this.#file);
      }
      this.#state = { is: 'memory' };
    } else {
      const key = randomBytes(keyBytes);
      const held = await this.#hold(kind, key, passphrase);
      // What did not open under the old key is kept as it is: a key may turn up again.
      const secrets = new Map(former?.secrets ?? []);
      for (const [name, value] of [...opened, ...this.#session]) secrets.set(name, seal(key, name, value));
      const file: SecretsFile = { protection: { kind, held }, check: seal(key, checkName, checkText), secrets };
      try {
        await this.#write(file);
      } catch (error) {
        await this.#holder(kind).forget(held).catch(() => undefined);
        throw error;
      }
      this.#file = file;
      this.#state = { is: 'open', key };
      this.#session.clear();
    }
    // Only now: until the file names another, the former guard is the one that counts.
    if (former !== null && former.protection.kind !== 'memory') await this.#holder(former.protection.kind).forget(former.protection.held).catch(() => undefined);
    this.#changed();
  }

  async #hold(kind: Exclude<Protection, 'memory'>, key: Buffer, passphrase: string | undefined) {
    try {
      return await this.#holder(kind).hold(key, passphrase);
    } catch (error) {
      if (!(error instanceof KeyNotHad)) throw asStorageError(error);
      throw new HostError('secrets-not-guarded', { kind, reason: error.reason }, { cause: error });
    }
  }

  #opened(): [string, string][] {
    const { is } = this.#state;
    if (is !== 'open') return [];
    const { key } = this.#state;
    return [...(this.#file?.secrets ?? [])].flatMap(([name, sealed]) => {
      const value = unseal(key, name, sealed);
      return value === null || this.#session.has(name) ? [] : [[name, value] as [string, string]];
    });
  }

  async #change(change: (secrets: Map<string, unknown>, key: Buffer) => void): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    const key = this.#state.is === 'open' ? this.#state.key : Buffer.alloc(0);
    const { path } = this.#options;
    try {
      await withFileLock(`${path}.lock`, async () => {
        // What another host wrote since is kept, as long as it is under the same key.
        const other = existsSync(path) ? parseSecretsFile(await readFile(path, 'utf8')) : null;
        const isSame = other !== null && JSON.stringify(other.protection) === JSON.stringify(file.protection);
        const secrets = new Map(isSame ? other.secrets : file.secrets);
        change(secrets, key);
        const next = { ...file, secrets };
        await writeSecretsFile(path, next);
        this.#file = next;
      });
    } catch (error) {
      throw asStorageError(error);
    }
    this.#changed();
  }

  async #write(file: SecretsFile): Promise<void> {
    try {
      await withFileLock(`${this.#options.path}.lock`, () => writeSecretsFile(this.#options.path, file));
    } catch (error) {
      throw asStorageError(error);
    }
  }

  #holder(kind: Protection): KeyHolder {
    const holder = this.#options.holders.find((each) => each.kind === kind);
    if (holder === undefined) throw new KeyNotHad('unavailable');
    return holder;
  }

  #tellLocked(): void {
    const { locked, protection } = this.view();
    if (locked !== null) this.#options.notices.add({ id: 'secrets-locked', kind: 'secrets-locked', problem: null, details: { reason: locked, protection: protection ?? '' } });
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  /** Changes come one after the other. */
  #turn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
