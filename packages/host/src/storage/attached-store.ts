/** Versions of resources that were attached and not sent yet, on disk: a new start of the host changes nothing about what will be sent (C08). */
import * as z from 'zod/mini';
import { ResourceContentView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import type { Database } from './database.ts';

/** Characters of one version, as JSON; a larger one is only kept in memory. */
const mostOfOne = 8_000_000;
/** Of all together. */
const mostOfAll = 64_000_000;
const Contents = z.array(ResourceContentView);
const keptForMs = 30 * 24 * 3_600_000;

export interface AttachedStore {
  keep(serverId: ServerId, uri: string, hash: string, contents: readonly ResourceContentView[]): void;
  /** Null for what was never kept, or cannot be read any more. */
  get(serverId: ServerId, uri: string, hash: string): ResourceContentView[] | null;
}

export class SqliteAttachedStore implements AttachedStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#db = database;
    this.#now = now;
  }

  keep(serverId: ServerId, uri: string, hash: string, contents: readonly ResourceContentView[]): void {
    const text = JSON.stringify(contents);
    if (text.length > mostOfOne || this.#db.isReadOnly) return;
    this.#db.run('INSERT OR REPLACE INTO attached_versions (server_id, uri, hash, contents, kept_at) VALUES (?, ?, ?, ?, ?)', serverId, uri, hash, text, this.#now());
    this.#db.run('DELETE FROM attached_versions WHERE kept_at < ?', this.#now() - keptForMs);
    this.#db.run('DELETE FROM attached_versions WHERE rowid IN (SELECT rowid FROM (SELECT rowid, sum(length(contents)) OVER (ORDER BY kept_at DESC, rowid DESC) AS so_far FROM attached_versions) WHERE so_far > ?)', mostOfAll);
  }

  get(serverId: ServerId, uri: string, hash: string): ResourceContentView[] | null {
    const row = this.#db.get('SELECT contents FROM attached_versions WHERE server_id = ? AND uri = ? AND hash = ?', serverId, uri, hash);
    try {
      return typeof row?.['contents'] === 'string' ? Contents.parse(JSON.parse(row['contents'])) : null;
    } catch {
      // It was written by another version of the app; it is read anew.
      return null;
    }
  }
}
