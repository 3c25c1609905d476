/** The activity log in SQLite. Entries are added; the database itself refuses to change one, or to take one out of turn. */
import { ActivityEntry } from '@portolan/contract/activity';
import type { ActivityFilter } from '@portolan/contract/activity';
import type { SQLInputValue } from 'node:sqlite';
import type { Database, Row } from '../storage/database.ts';

export type NewActivity = Omit<ActivityEntry, 'id' | 'at'>;

export interface TrimRule {
  /** Older entries go; milliseconds since the epoch. */
  before: number;
  /** No more than so many stay. */
  most: number;
}

/** As many more may pile up before the oldest go, so that they go in batches; a part of the most that are kept. */
const slack = 0.02;
const columns = 'id, at, actor, server_id, server_name, conversation_id, call_id, event';

export class SqliteActivityStore {
  readonly #db: Database;
  readonly #now: () => number;
  /** Of the last filter that was counted; counting 100,000 texts for every page would be felt. */
  #counted: { key: string; total: number } | null = null;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  /** Has reached the disk when it returns, or goes with the transaction that it is part of. `searchable`: what it can be found by. */
  add(entry: NewActivity, searchable: string, trimmedTo: number | null = null): void {
    this.#db.run(
      'INSERT INTO activity (at, type, actor, server_id, server_name, conversation_id, call_id, event, searchable, trimmed_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      this.#now(),
      entry.event.type,
      entry.by,
      entry.serverId,
      entry.serverName,
      entry.conversationId,
      entry.callId,
      JSON.stringify(entry.event),
      searchable,
      trimmedTo,
    );
  }

  /** Ids of the oldest and the newest entry; zeros when there is none. */
  ends(): { oldest: number; newest: number } {
    return { oldest: numberIn(this.#db.get('SELECT min(id) AS n FROM activity')), newest: numberIn(this.#db.get('SELECT max(id) AS n FROM activity')) };
  }

  count(filter: ActivityFilter): number {
    const { where, values } = conditions(filter);
    const key = JSON.stringify([where, values, this.ends()]);
    if (this.#counted?.key !== key) this.#counted = { key, total: numberIn(this.#db.get(`SELECT count(*) AS n FROM activity${where}`, ...values)) };
    return this.#counted.total;
  }

  /** Oldest first, beginning with the one at this place. */
  page(filter: ActivityFilter, from: number, limit: number): ActivityEntry[] {
    const { where, values } = conditions(filter);
    return toEntries(this.#db.all(`SELECT ${columns} FROM activity${where} ORDER BY id LIMIT ? OFFSET ?`, ...values, limit, from));
  }

  /** What a server was called in the first entry that says it; empty when none does. */
  firstNameOf(serverId: string): string {
    return String(this.#db.get("SELECT server_name AS name FROM activity WHERE server_id = ? AND server_name <> '' ORDER BY id LIMIT 1", serverId)?.['name'] ?? '');
  }

  /** Oldest first, those with a larger id. */
  after(filter: ActivityFilter, id: number, limit: number): ActivityEntry[] {
    const { where, values } = conditions(filter, ['id > ?', id]);
    return toEntries(this.#db.all(`SELECT ${columns} FROM activity${where} ORDER BY id LIMIT ?`, ...values, limit));
  }

  /** Takes out the oldest by the rule, after `note` has said so in an entry of its own. */
  trim(rule: TrimRule, note: (count: number, reason: 'age' | 'count', trimmedTo: number) => void): void {
    const byAge = numberIn(this.#db.get('SELECT max(id) AS n FROM activity WHERE at < ?', rule.before));
    const { newest, oldest } = this.ends();
    const isOver = newest - oldest + 1 > rule.most * (1 + slack);
    const byCount = isOver ? numberIn(this.#db.get('SELECT id AS n FROM activity ORDER BY id DESC LIMIT 1 OFFSET ?', rule.most)) : 0;
    const trimmedTo = Math.max(byAge, byCount);
    if (trimmedTo === 0 || trimmedTo < oldest) return;
    this.#db.transaction(() => {
      const count = numberIn(this.#db.get('SELECT count(*) AS n FROM activity WHERE id <= ?', trimmedTo));
      note(count, byAge >= byCount ? 'age' : 'count', trimmedTo);
      this.#db.run('DELETE FROM activity WHERE id <= ?', trimmedTo);
    });
    this.#counted = null;
  }
}

function conditions(filter: ActivityFilter, ...more: [sql: string, value: SQLInputValue][]): { where: string; values: SQLInputValue[] } {
  const parts: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (sql: string, ...given: SQLInputValue[]): void => {
    parts.push(sql);
    values.push(...given);
  };
  const { types, serverId, conversationId, since, until, terms = [] } = filter;
  if (types !== undefined) add(`type IN (${marks(types)})`, ...types);
  if (serverId !== undefined) add('server_id = ?', serverId);
  if (conversationId !== undefined) add('conversation_id = ?', conversationId);
  if (since !== undefined) add('at >= ?', Math.floor(since));
  if (until !== undefined) add('at < ?', Math.floor(until));
  for (const { text, words } of terms) {
    const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const told = words.map(({ field }) => (field === undefined ? 'type = ?' : '(type = ? AND json_extract(event, ?) = ?)'));
    const given = words.flatMap(({ type, field, value = '' }): SQLInputValue[] => (field === undefined ? [type] : [type, `$.${field}`, typeof value === 'boolean' ? Number(value) : value]));
    add(`(${[String.raw`searchable LIKE ? ESCAPE '\'`, ...told].join(' OR ')})`, like, ...given);
  }
  for (const [sql, value] of more) add(sql, value);
  return { where: parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`, values };
}

function marks(list: readonly unknown[]): string {
  return list.length === 0 ? 'NULL' : list.map(() => '?').join(', ');
}

function numberIn(row: Row | undefined): number {
  return Number(row?.['n'] ?? 0);
}

/** A row that cannot be read is one of another version: it stays where it is, and is not shown. */
function toEntries(rows: Row[]): ActivityEntry[] {
  return rows.flatMap((row) => {
    try {
      const entry = ActivityEntry.safeParse({
        id: row['id'],
        at: row['at'],
        by: row['actor'],
        serverId: row['server_id'],
        serverName: row['server_name'],
        conversationId: row['conversation_id'],
        callId: row['call_id'],
        event: JSON.parse(String(row['event'])),
      });
      return entry.success ? [entry.data] : [];
    } catch {
      return [];
    }
  });
}
