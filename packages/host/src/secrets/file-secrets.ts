/**
 * Keys and tokens in a file, for where there is no keyring of the operating system.
 *
 * What it protects: `secrets.json` holds every value encrypted (AES-256-GCM), each bound to its name; the key lies beside
 * it in `secrets.key`. Both are readable by this user only (on Windows as far as the folder's permissions go). A copy of
 * one file, a backup of the configuration, a pasted or published `secrets.json` gives nothing away, and a value that was
 * tampered with is not used. What it does not protect: whoever can read all files of this user, such as a program that
 * runs as this user, can read the secrets. The person is told so when the first one is kept.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod/mini';
import { HostError } from '@portolan/contract/errors';
import { withFileLock } from '../config/file-lock.ts';
import type { NoticesPort, SecretStore } from '../ports.ts';
import { asStorageError } from '../storage/errors.ts';
import { loadKey } from './key-file.ts';

export interface SecretsOptions {
  /** Holds `secrets.json` and `secrets.key`. */
  folder: string;
  notices: NoticesPort;
  now?: () => number;
}

const maxName = 256;
const maxValue = 64_000;

const base64 = z.string().check(z.maxLength(200_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/));
const Sealed = z.object({ iv: base64, tag: base64, data: base64 });
type Sealed = z.infer<typeof Sealed>;
const SecretsFile = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.unknown()) });

/** Values never appear in errors. Writes fail with `storage-failed` and are durable when they resolve. */
class FileSecrets implements SecretStore {
  readonly #options: SecretsOptions;
  readonly #path: string;
  readonly #key: Buffer;
  #entries = new Map<string, unknown>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: SecretsOptions, path: string, key: Buffer) {
    this.#options = options;
    this.#path = path;
    this.#key = key;
  }

  /** Null when there is none, or what there is does not open with our key. */
  get(name: string): Promise<string | null> {
    return Promise.resolve(this.#open(name));
  }

  has(name: string): boolean {
    return this.#open(name) !== null;
  }

  async set(name: string, value: string): Promise<void> {
    if (name === '' || name.length > maxName || value.length > maxValue) throw new HostError('invalid-input', { where: 'secret' });
    await this.#change((entries) => entries.set(name, this.#seal(name, value)));
  }

  async remove(name: string): Promise<void> {
    if (this.#entries.has(name)) await this.#change((entries) => entries.delete(name));
  }

  /** Reads the file; one that cannot be read is renamed to `.corrupt-<date>` and said so, and its secrets are asked for again. */
  async load(): Promise<void> {
    if (!existsSync(this.#path)) return;
    const parsed = parse(await readFile(this.#path, 'utf8'));
    if (parsed) {
      this.#entries = parsed;
      return;
    }
    const aside = `${this.#path}.corrupt-${new Date(this.#options.now?.() ?? Date.now()).toISOString().replaceAll(/[:.]/g, '-')}`;
    await rename(this.#path, aside);
    this.#options.notices.add({
      id: 'secrets-corrupt',
      kind: 'secrets-in-file',
      problem: new HostError('storage-failed', { reason: 'corrupt', file: this.#path, corrupt: aside }).problem,
      details: { file: this.#path, corrupt: aside },
    });
  }

  #change(change: (entries: Map<string, unknown>) => void): Promise<void> {
    const done = this.#queue.then(() => this.#changeNow(change));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #changeNow(change: (entries: Map<string, unknown>) => void): Promise<void> {
    try {
      await withFileLock(`${this.#path}.lock`, async () => {
        // What another host wrote since is kept; entries that do not open are kept as well.
        if (existsSync(this.#path)) this.#entries = parse(await readFile(this.#path, 'utf8')) ?? this.#entries;
        const wasEmpty = this.#entries.size === 0;
        const entries = new Map(this.#entries);
        change(entries);
        await writeFileAtomic(this.#path, `${JSON.stringify({ version: 1, secrets: Object.fromEntries(entries) }, null, 2)}\n`, { mode: 0o600 });
        this.#entries = entries;
        if (wasEmpty && entries.size > 0) this.#options.notices.add({ id: 'secrets-in-file', kind: 'secrets-in-file', problem: null, details: { file: this.#path } });
      });
    } catch (error) {
      throw asStorageError(error);
    }
  }

  #seal(name: string, value: string): Sealed {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(name));
    const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') };
  }

  #open(name: string): string | null {
    const parsed = Sealed.safeParse(this.#entries.get(name));
    if (!parsed.success) return null;
    const { iv, tag, data } = parsed.data;
    try {
      // A short tag would be a weaker proof, and Node takes what it is given.
      const decipher = createDecipheriv('aes-256-gcm', this.#key, Buffer.from(iv, 'base64'), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(name)).setAuthTag(Buffer.from(tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}

/** Opens the file-backed store; see the head of this file for what it protects. */
export async function openSecrets(options: SecretsOptions): Promise<SecretStore> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const secrets = new FileSecrets(options, join(options.folder, 'secrets.json'), loadKey(join(options.folder, 'secrets.key')));
  await secrets.load();
  return secrets;
}

function parse(text: string): Map<string, unknown> | null {
  try {
    const parsed = SecretsFile.safeParse(JSON.parse(text));
    return parsed.success ? new Map(Object.entries(parsed.data.secrets)) : null;
  } catch {
    return null;
  }
}
