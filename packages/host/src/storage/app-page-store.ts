/** Which page of an app a person was shown last: another one is said before it is used (H03, P23). */
import type { ServerId } from '@portolan/contract/ids';
import type { Database } from './database.ts';

export interface AppPageStore {
  /** The hash of the page that was shown last under this address; null for the first time. */
  last(serverId: ServerId, uri: string): string | null;
  /** The person knows this one by now. */
  know(serverId: ServerId, uri: string, hash: string): void;
}

export class SqliteAppPageStore implements AppPageStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#db = database;
    this.#now = now;
  }

  last(serverId: ServerId, uri: string): string | null {
    const hash = this.#db.get('SELECT hash FROM app_pages WHERE server_id = ? AND uri = ?', serverId, uri)?.['hash'];
    return typeof hash === 'string' ? hash : null;
  }

  know(serverId: ServerId, uri: string, hash: string): void {
    if (this.#db.isReadOnly) return;
    this.#db.run('INSERT OR REPLACE INTO app_pages (server_id, uri, hash, seen_at) VALUES (?, ?, ?, ?)', serverId, uri, hash, this.#now());
  }
}
