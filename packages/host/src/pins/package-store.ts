/** Which package each server ran when the person last agreed to it, on disk beside the pinned definitions (A14, A18). */
import * as z from 'zod/mini';
import type { ServerId } from '@portolan/contract/ids';
import type { Database } from '../storage/database.ts';

/** A package without a fixed version, as it was fetched. */
export interface FetchedPackage {
  /** As written in the launch. */
  spec: string;
  version: string;
  /** Null where the runner noted none. */
  integrity: string | null;
}

const Row = z.object({ spec: z.string(), version: z.string(), integrity: z.nullable(z.string()) });

/** Every method has committed when it returns. */
export interface PackageStore {
  find(serverId: ServerId): FetchedPackage | null;
  keep(serverId: ServerId, fetched: FetchedPackage): void;
}

export class SqlitePackageStore implements PackageStore {
  readonly #db: Database;

  constructor(database: Database) {
    this.#db = database;
  }

  find(serverId: ServerId): FetchedPackage | null {
    const parsed = Row.safeParse(this.#db.get('SELECT spec, version, integrity FROM pinned_packages WHERE server_id = ?', serverId));
    return parsed.success ? parsed.data : null;
  }

  keep(serverId: ServerId, { spec, version, integrity }: FetchedPackage): void {
    this.#db.run('INSERT OR REPLACE INTO pinned_packages (server_id, spec, version, integrity, pinned_at) VALUES (?, ?, ?, ?, ?)', serverId, spec, version, integrity, Date.now());
  }
}
