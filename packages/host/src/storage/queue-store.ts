/** Messages that wait for their turn, in SQLite. */
import { randomBytes } from 'node:crypto';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';
import { mostQueued, QueuedId } from '@portolan/contract/queue';
import { readAttachments } from './conversation-store.ts';
import type { Database } from './database.ts';

export interface StoredQueued {
  id: QueuedId;
  text: string;
  attachments: PendingAttachment[];
}

/** Characters of all that waits in one chat: three bytes each still fit into a frame. */
const mostCharacters = 5_000_000;

/** Errors: `queue-full`, `message-unknown` (it has gone), `storage-failed`. */
export class SqliteQueueStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, { now = Date.now }: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = now;
  }

  list(conversationId: ConversationId): StoredQueued[] {
    return this.#db.all('SELECT id, text, attachments FROM queued WHERE conversation_id = ? ORDER BY position', conversationId).map((row) => ({
      id: QueuedId.parse(row['id']),
      text: String(row['text']),
      attachments: readAttachments(row['attachments']),
    }));
  }

  /** Puts it at the end and empties the draft it was; or `before` another one that still waits, without a look at the draft. */
  add(conversationId: ConversationId, text: string, attachments: readonly PendingAttachment[], place: { before: QueuedId | null } | null = null): QueuedId {
    const id = QueuedId.parse(`q_${randomBytes(16).toString('base64url')}`);
    this.#db.transaction(() => {
      const row = this.#db.get('SELECT count(*) AS many, coalesce(max(position), 0) AS last FROM queued WHERE conversation_id = ?', conversationId);
      if (Number(row?.['many']) >= mostQueued) throw new HostError('queue-full', { limit: mostQueued });
      this.#requireRoom(conversationId, null, text, attachments);
      this.#db.run('INSERT INTO queued (id, conversation_id, position, text, attachments, created_at) VALUES (?, ?, ?, ?, ?, ?)', id, conversationId, Number(row?.['last']) + 1, text.toWellFormed(), JSON.stringify(attachments), this.#now());
      if (place === null) this.#db.run('DELETE FROM drafts WHERE conversation_id = ?', conversationId);
    });
    if (place?.before != null && this.list(conversationId).some((each) => each.id === place.before)) this.move(conversationId, id, place.before);
    return id;
  }

  change(conversationId: ConversationId, id: QueuedId, text: string, attachments: readonly PendingAttachment[]): void {
    this.#requireRoom(conversationId, id, text, attachments);
    if (this.#db.run('UPDATE queued SET text = ?, attachments = ? WHERE conversation_id = ? AND id = ?', text.toWellFormed(), JSON.stringify(attachments), conversationId, id) === 0) throw unknown(id);
  }

  /** All that waits in a chat goes to a window in one frame. */
  #requireRoom(conversationId: ConversationId, except: QueuedId | null, text: string, attachments: readonly PendingAttachment[]): void {
    const row = this.#db.get('SELECT coalesce(sum(length(text) + length(attachments)), 0) AS characters FROM queued WHERE conversation_id = ? AND id IS NOT ?', conversationId, except);
    if (Number(row?.['characters']) + text.length + JSON.stringify(attachments).length > mostCharacters) throw new HostError('queue-full', { limit: mostQueued });
  }

  move(conversationId: ConversationId, id: QueuedId, before: QueuedId | null): void {
    this.#db.transaction(() => {
      const others = this.#db.all('SELECT id FROM queued WHERE conversation_id = ? AND id <> ? ORDER BY position', conversationId, id).map((row) => QueuedId.parse(row['id']));
      const at = before === null ? others.length : others.indexOf(before);
      if (at < 0) throw unknown(before ?? id);
      for (const [position, each] of others.toSpliced(at, 0, id).entries()) {
        if (this.#db.run('UPDATE queued SET position = ? WHERE conversation_id = ? AND id = ?', position, conversationId, each) === 0) throw unknown(each);
      }
    });
  }

  remove(conversationId: ConversationId, id: QueuedId): void {
    if (this.#db.run('DELETE FROM queued WHERE conversation_id = ? AND id = ?', conversationId, id) === 0) throw unknown(id);
  }
}

const unknown = (id: QueuedId): HostError => new HostError('message-unknown', { message: id });
