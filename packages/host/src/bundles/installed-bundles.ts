/**
 * Bundles that are installed: `bundles/<name>/<version>-<hash>/` with the files, each content in a folder of its own, and
 * `bundles/<name>/installed.json` saying which server it is and what the person answered. The launch in the configuration
 * names the folder, so other content is another launch and is reviewed anew.
 */
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { BundleValue } from '@portolan/contract/bundles';
import { ServerId } from '@portolan/contract/ids';
import { replaceFile, syncFolder } from '../durable-file.ts';
import { asStorageError } from '../storage/errors.ts';
import { manifestFile, parseManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';

const StoredRecord = z.object({
  format: z.literal(1),
  serverId: ServerId,
  /** As the manifest says. */
  name: z.string(),
  version: z.string(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  folder: z.string().check(z.regex(/^[\w.+-]{1,200}$/)),
  installedAt: z.number(),
  /** Who signed it, when it was signed. */
  signer: z.optional(z.object({ publisher: z.string(), fingerprint: z.string() })),
  values: z.record(z.string(), BundleValue),
  /** Since when the server is no longer configured (milliseconds since the epoch). */
  leftAt: z.optional(z.number()),
});
export type BundleRecord = z.infer<typeof StoredRecord>;

export interface Installed {
  record: BundleRecord;
  /** Of this bundle's own: `<data folder>/bundles/<name>`. */
  home: string;
  /** Where its files are. */
  folder: string;
}

const recordFile = 'installed.json';
/** Files of a server that is gone are kept this long: its removal can be undone, its entry come back by hand or from a backup. */
export const keptMs = 7 * 24 * 60 * 60_000;

export class InstalledBundles {
  readonly root: string;
  readonly #all = new Map<ServerId, Installed>();

  constructor(root: string) {
    this.root = root;
  }

  /** Reads what is there. A record that cannot be read leaves its files alone. */
  async load(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.root)) {
      const home = join(this.root, name);
      const record = readRecord(join(home, recordFile));
      if (record) this.#all.set(record.serverId, { record, home, folder: join(home, record.folder) });
    }
  }

  all(): Installed[] {
    return [...this.#all.values()];
  }

  get(serverId: ServerId): Installed | null {
    return this.#all.get(serverId) ?? null;
  }

  /** The manifest as it lies there; null when the files are gone or were spoiled. */
  manifestOf({ folder }: Installed): Manifest | null {
    try {
      return parseManifest(readFileSync(join(folder, manifestFile)));
    } catch {
      return null;
    }
  }

  /** Where a bundle of this content goes: the folder of the server it updates, else one of its own. */
  place(manifest: Manifest, sha256: string, update: Installed | null): { home: string; folder: string } {
    const name = slug(manifest.name, 'bundle');
    const taken = new Set(this.all().map((each) => each.home));
    let home = join(this.root, name);
    for (let n = 2; taken.has(home); n++) home = join(this.root, `${name}-${n}`);
    if (update) ({ home } = update);
    return { home, folder: join(home, `${slug(manifest.version, '0')}-${sha256.slice(0, 12)}`) };
  }

  /** Moves unpacked files to their place in one step. Files that lie there already have the same hash and are replaced. */
  async moveIn(from: string, to: { home: string; folder: string }): Promise<void> {
    try {
      await mkdir(to.home, { recursive: true, mode: 0o700 });
      await rm(to.folder, { recursive: true, force: true });
      await rename(from, to.folder);
      await syncFolder(to.home);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  async save(home: string, record: BundleRecord): Promise<void> {
    try {
      await replaceFile(join(home, recordFile), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw asStorageError(error);
    }
    this.#all.set(record.serverId, { record, home, folder: join(home, record.folder) });
  }

  /** Removes what belongs to no server any more; returns those servers with the names of their secrets. Called when nothing runs yet. */
  async sweep(configured: ReadonlySet<ServerId>, now: number): Promise<{ serverId: ServerId; secrets: string[] }[]> {
    const gone: { serverId: ServerId; secrets: string[] }[] = [];
    for (const installed of this.all()) {
      const { record, home } = installed;
      /* oxlint-disable no-await-in-loop -- files of one bundle after the other */
      if (configured.has(record.serverId)) {
        if (record.leftAt !== undefined) await this.save(home, withoutLeft(record));
        await this.#removeOlder(installed);
      } else if (record.leftAt === undefined) await this.save(home, { ...record, leftAt: now });
      else if (now - record.leftAt > keptMs) {
        gone.push({ serverId: record.serverId, secrets: Object.keys(this.manifestOf(installed)?.user_config ?? {}) });
        await rm(home, { recursive: true, force: true });
        this.#all.delete(record.serverId);
      }
      /* oxlint-enable no-await-in-loop */
    }
    return gone;
  }

  /** Versions before the one in use, once no process can run from them. */
  async #removeOlder({ home, record }: Installed): Promise<void> {
    for (const name of await readdir(home)) {
      // oxlint-disable-next-line no-await-in-loop
      if (name !== record.folder && name !== recordFile) await rm(join(home, name), { recursive: true, force: true });
    }
  }
}

function withoutLeft({ leftAt: _left, ...record }: BundleRecord): BundleRecord {
  return record;
}

function readRecord(file: string): BundleRecord | null {
  try {
    const parsed = StoredRecord.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A name for a folder on every system, made of what the bundle calls itself. */
export function slug(text: string, otherwise: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-').replaceAll(/^[-._]+|[-._]+$/g, '').slice(0, 60);
  return plain === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(plain) ? otherwise : plain;
}
