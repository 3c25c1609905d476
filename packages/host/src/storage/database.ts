/** One SQLite file: how it is opened, migrated, written and closed. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { HostError } from '@portolan/contract/errors';
import { asStorageError, storageReason } from './errors.ts';
import type { StorageReason } from './errors.ts';

export type Row = Record<string, SQLOutputValue>;

export interface DatabaseOptions {
  path: string;
  migrations: readonly string[];
  /** Where a copy is put before a migration. */
  backupFolder: string;
  isReadOnly?: boolean;
  /** Told of every statement that failed for a reason that lies with the file or the disk. */
  onFailure?: (reason: StorageReason) => void;
  /** Told of the first write that succeeds after such a failure. */
  onRecovered?: () => void;
}

/**
 * A thin hold on one connection: cached statements, transactions, typed errors. Everything is synchronous; a write has
 * reached the disk when its call returns (`synchronous = FULL`).
 */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #options: DatabaseOptions;
  #isFailing = false;
  readonly isReadOnly: boolean;

  /** Throws `storage-failed`: reason `newer` when a later version of the app made the file, `corrupt` when it is damaged. */
  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.isReadOnly = options.isReadOnly ?? false;
    try {
      this.#connection = connect(options.path, this.isReadOnly);
    } catch (error) {
      throw asStorageError(error);
    }
    try {
      migrate(this.#connection, options, this.isReadOnly);
    } catch (error) {
      this.#connection.close();
      throw asStorageError(error);
    }
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.guard(() => this.#statement(sql).all(...values));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.guard(() => this.#statement(sql).get(...values));
  }

  /** Returns the number of rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.guard(() => {
      const { changes } = this.#statement(sql).run(...values);
      if (!this.#connection.isTransaction) this.#succeeded();
      return Number(changes);
    });
  }

  /** All or nothing. Takes the write lock at once, so that what is read inside cannot change before the commit. */
  transaction<T>(work: () => T): T {
    return this.guard(() => {
      this.#connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#connection.exec('COMMIT');
        this.#succeeded();
        return result;
      } catch (error) {
        // SQLite has rolled back by itself after some errors (full disk, I/O).
        if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const reason = storageReason(error);
      if (reason !== null && reason !== 'constraint' && reason !== 'busy' && reason !== 'other') {
        this.#isFailing = true;
        this.#options.onFailure?.(reason);
      }
      throw asStorageError(error);
    }
  }

  #succeeded(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#options.onRecovered?.();
  }

  /** The raw connection, for the online backup only. */
  get connection(): DatabaseSync {
    return this.#connection;
  }

  close(): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function connect(path: string, isReadOnly: boolean): DatabaseSync {
  const connection = new DatabaseSync(path, {
    readOnly: isReadOnly,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
    allowExtension: false,
    defensive: true,
    // Two hosts on one file (R89): wait for the other's write rather than fail.
    timeout: 5000,
  });
  try {
    // trusted_schema and cell_size_check first: a hostile or damaged file is read with care from its first page.
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;');
    if (!isReadOnly) connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;');
    // 16 MB at most: a search with several common words reads the same pages of an index at every letter.
    connection.exec('PRAGMA cache_size = -16000;');
    // Opening reads nothing; this does, so that a file that is no database fails here.
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    connection.close();
    throw error;
  }
  return connection;
}

function migrate(connection: DatabaseSync, { migrations, backupFolder }: DatabaseOptions, isReadOnly: boolean): void {
  const version = userVersion(connection);
  if (version > migrations.length) throw new HostError('storage-failed', { reason: 'newer', version, known: migrations.length });
  if (version === migrations.length) return;
  if (isReadOnly) throw new HostError('storage-failed', { reason: 'read-only' });
  if (version > 0) {
    mkdirSync(backupFolder, { recursive: true, mode: 0o700 });
    const name = `before-version-${version + 1}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`;
    connection.prepare('VACUUM INTO ?').run(join(backupFolder, name));
  }
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another host may have migrated while this one waited for the lock.
    for (const sql of migrations.slice(userVersion(connection))) connection.exec(sql);
    connection.exec(`PRAGMA user_version = ${migrations.length}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function userVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
