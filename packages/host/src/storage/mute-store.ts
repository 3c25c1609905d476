/** Muted servers on disk, beside the conversations: outside the configuration file, which tools may be able to write (A18, C17). */
import * as z from 'zod/mini';
import { ConversationId, MuteId, ServerId } from '@portolan/contract/ids';
import type { Database } from './database.ts';

export interface StoredMute {
  id: MuteId;
  serverId: ServerId;
  /** Its name at the time. */
  serverName: string;
  /** Null: in every chat. */
  conversationId: ConversationId | null;
  since: number;
}

/** Every method has committed when it returns. */
export interface MuteStore {
  /** Oldest first. */
  list(): StoredMute[];
  add(mute: StoredMute): void;
  /** Does nothing when it is gone already. */
  remove(id: MuteId): void;
  /** A server is known under another id. */
  move(from: ServerId, to: ServerId): void;
}

const MuteRow = z.object({ id: MuteId, server_id: ServerId, server_name: z.string(), conversation_id: z.nullable(ConversationId), since: z.number() });

export class SqliteMuteStore implements MuteStore {
  readonly #db: Database;

  constructor(database: Database) {
    this.#db = database;
  }

  list(): StoredMute[] {
    return this.#db.all('SELECT * FROM mutes ORDER BY since, rowid').flatMap((row) => {
      const parsed = MuteRow.safeParse(row);
      if (!parsed.success) return [];
      const { id, server_id, server_name, conversation_id, since } = parsed.data;
      return [{ id, serverId: server_id, serverName: server_name, conversationId: conversation_id, since }];
    });
  }

  add({ id, serverId, serverName, conversationId, since }: StoredMute): void {
    this.#db.run('INSERT INTO mutes (id, server_id, server_name, conversation_id, since) VALUES (?, ?, ?, ?, ?)', id, serverId, serverName, conversationId, since);
  }

  remove(id: MuteId): void {
    this.#db.run('DELETE FROM mutes WHERE id = ?', id);
  }

  move(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE mutes SET server_id = ? WHERE server_id = ?', to, from);
  }
}
