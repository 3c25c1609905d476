/** Which chats came from files, and taking an import back. */
import * as z from 'zod/mini';
import { ConversationId } from '@portolan/contract/ids';
import type { Database } from './database.ts';
import { removeUnfinished } from './write-rows.ts';

const Chat = z.object({ id: ConversationId, isSame: z.number() });

export class SqliteImportStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#db = database;
    this.#now = now;
    this.clear();
  }

  /** Takes away chats that came only in part. */
  clear(): void {
    if (!this.#db.isReadOnly) removeUnfinished(this.#db);
  }

  /** Those of the keys whose chats are among the chats. A chat of ours is known by its own id as well. */
  here(keys: readonly string[]): Set<string> {
    const rows = this.#db.all(
      `SELECT k.value AS key FROM json_each(?) k WHERE EXISTS (
         SELECT 1 FROM imported_chats i JOIN conversations c ON c.id = i.conversation_id WHERE i.source_key = k.value AND c.removed_at IS NULL)
       OR EXISTS (SELECT 1 FROM conversations c WHERE c.id = substr(k.value, 10) AND k.value LIKE 'portolan:%' AND c.removed_at IS NULL)`,
      JSON.stringify(keys),
    );
    return new Set(rows.map((row) => String(row['key'])));
  }

  /** Removes what came with an import and is as it came; what was gone on with stays. */
  undo(importId: string): { removed: ConversationId[]; kept: number } {
    return this.#db.transaction(() => {
      const chats = this.#db
        .all('SELECT c.id, c.updated_at = i.updated_at AS isSame FROM imported_chats i JOIN conversations c ON c.id = i.conversation_id WHERE i.import_id = ? AND c.removed_at IS NULL', importId)
        .map((row) => Chat.parse(row));
      const removed = chats.filter(({ isSame }) => isSame === 1).map(({ id }) => id);
      this.#db.run('UPDATE conversations SET removed_at = ? WHERE id IN (SELECT value FROM json_each(?))', this.#now(), JSON.stringify(removed));
      return { removed, kept: chats.length - removed.length };
    });
  }
}
