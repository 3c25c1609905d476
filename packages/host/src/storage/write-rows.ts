/** How messages and titles become rows, and what of them is searched: for chats as they go, and for those that come from a file. */
import type { ConversationId, MessageId } from '@portolan/contract/ids';
import { hasFile } from '../files/file-parts.ts';
import type { StoredMessage } from '../ports.ts';
import type { Database } from './database.ts';
import { indexed, partText } from './search-text.ts';

/** As the last message of its chat so far, following `parent`. Within a transaction. */
export function insertMessage(db: Database, message: StoredMessage, parent: MessageId | null): void {
  db.run(
    `INSERT INTO messages (id, conversation_id, position, role, status, problem, model, usage, created_at, parent_id)
     VALUES (?, ?, (SELECT coalesce(max(position), 0) + 1 FROM messages WHERE conversation_id = ?), ?, ?, ?, ?, ?, ?, ?)`,
    message.id,
    message.conversationId,
    message.conversationId,
    message.role,
    message.status,
    json(message.problem),
    json(message.model),
    json(message.usage),
    message.createdAt,
    parent,
  );
  saveContent(db, message);
}

export function setTitle(db: Database, id: ConversationId, title: string, isOwn: boolean): void {
  db.run('UPDATE conversations SET title = ?, has_own_title = ? WHERE id = ?', title, isOwn ? 1 : 0, id);
  db.run(
    `INSERT INTO searchable (conversation_id, text) VALUES (?, ?)
     ON CONFLICT (conversation_id) WHERE message_id IS NULL DO UPDATE SET text = excluded.text WHERE text IS NOT excluded.text`,
    id,
    indexed(title),
  );
}

/** Writes only rows that differ. What is still streaming is indexed when it is whole, not once a second. */
export function saveContent(db: Database, message: StoredMessage): void {
  for (const [position, part] of message.parts.entries()) {
    db.run(
      'INSERT INTO parts (message_id, position, json) VALUES (?, ?, ?) ON CONFLICT (message_id, position) DO UPDATE SET json = excluded.json WHERE json IS NOT excluded.json',
      message.id,
      position,
      JSON.stringify(part),
    );
  }
  db.run('DELETE FROM parts WHERE message_id = ? AND position >= ?', message.id, message.parts.length);
  db.run(
    'INSERT INTO provider_states (message_id, json) VALUES (?, ?) ON CONFLICT (message_id) DO UPDATE SET json = excluded.json WHERE json IS NOT excluded.json',
    message.id,
    JSON.stringify(message.providerState),
  );
  keepFacts(db, message);
  for (const part of message.parts) {
    if (!hasFile(part)) continue;
    for (const { hash } of [part.file, ...(part.file.forModel === undefined ? [] : [part.file.forModel])]) db.run('INSERT OR IGNORE INTO message_files (message_id, hash) VALUES (?, ?)', message.id, hash);
  }
  db.run('DELETE FROM searchable WHERE message_id = ? AND position >= ?', message.id, message.parts.length);
  if (message.status === 'streaming') return;
  for (const [position, part] of message.parts.entries()) {
    db.run(
      `INSERT INTO searchable (conversation_id, message_id, position, text) VALUES (?, ?, ?, ?)
       ON CONFLICT (message_id, position) WHERE message_id IS NOT NULL DO UPDATE SET text = excluded.text WHERE text IS NOT excluded.text`,
      message.conversationId,
      message.id,
      position,
      indexed(partText(part)),
    );
  }
}

/** What a search can be narrowed by. A chat keeps what it once held. */
function keepFacts(db: Database, { conversationId, model, parts }: StoredMessage): void {
  const keep = (kind: 'model' | 'server' | 'attachment', value: string) => db.run('INSERT OR IGNORE INTO chat_facts (conversation_id, kind, value) VALUES (?, ?, ?)', conversationId, kind, value);
  if (model !== null) keep('model', model.model);
  for (const part of parts) {
    if (part.type === 'attachment') keep('attachment', '');
    else if (part.type === 'tool-call' && part.serverId !== null) keep('server', part.serverName);
  }
}

export function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** What an import that was stopped or died left of a chat. */
export function removeUnfinished(db: Database): void {
  db.run('DELETE FROM conversations WHERE id IN (SELECT conversation_id FROM imported_chats WHERE is_whole = 0)');
}
