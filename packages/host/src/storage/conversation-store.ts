/** Conversations in SQLite. */
import { randomBytes } from 'node:crypto';
import type { ChatFilterName, ChatFilters, ChatPlace } from '@portolan/contract/chat-filters';
import type { ConversationView, ModelRef, SearchHit } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import { PendingAttachment } from '@portolan/contract/drafts';
import { FileHash } from '@portolan/contract/files';
import { CallId, ConversationId, MessageId, ServerId } from '@portolan/contract/ids';
import type { ProfileId, ProjectId } from '@portolan/contract/ids';
import type { QueuedId } from '@portolan/contract/queue';
import type { ConversationStore, StoredMessage } from '../ports.ts';
import { excludingFilters, filterChats, filterChoices } from './chat-filters.ts';
import type { Database, Row } from './database.ts';
import { toConversation, toMessage } from './rows.ts';
import { search } from './search.ts';
import { insertMessage, json, saveContent, setTitle } from './write-rows.ts';
import { autoTitle } from './title.ts';

/** A call that is about to be made, or that has ended; told within the transaction that writes it down. */
export type CallStep =
  | { step: 'intended'; callId: CallId; conversationId: ConversationId; serverId: ServerId; tool: string; by?: 'app'; script?: CallId }
  | { step: 'ended'; callId: CallId; conversationId: ConversationId; serverId: ServerId; tool: string; outcome: 'done' | 'failed' | 'cancelled' | 'unknown'; durationMs: number };

const conversationColumns = 'id, title, model, created_at, updated_at, message_count, reads_resources, runs_scripts, place, imported_from, profile_id, servers, (SELECT p.id FROM projects p WHERE p.id = conversations.project_id AND p.removed_at IS NULL) AS project_id';
const messageColumns = 'm.id, m.conversation_id, m.role, m.status, m.problem, m.model, m.usage, m.created_at, s.json AS provider_state';
/** What a chat shows: from its last message back, by what each one follows. Bound to the chat's id and to how many at most. */
const path = `WITH RECURSIVE path (id, parent_id, depth) AS (
  SELECT m.id, m.parent_id, 0 FROM conversations c JOIN messages m ON m.id = c.head_id WHERE c.id = ?
  UNION ALL SELECT m.id, m.parent_id, path.depth + 1 FROM path JOIN messages m ON m.id = path.parent_id WHERE path.depth + 1 < ?
)`;
/** More than any chat has. */
const everyMessage = 2 ** 31;
const maxTitleChars = 300;

/** The store over an open database. Errors: `conversation-unknown`, `message-unknown`, `storage-failed`. */
export class SqliteConversationStore implements ConversationStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #onClose: () => void;
  readonly #onCall: (call: CallStep) => void;

  constructor(database: Database, options: { now?: () => number; onClose?: () => void; onCall?: (call: CallStep) => void } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
    this.#onClose = options.onClose ?? (() => database.close());
    this.#onCall = options.onCall ?? (() => undefined);
  }

  list(): ConversationView[] {
    return this.#db.all(`SELECT ${conversationColumns} FROM conversations WHERE removed_at IS NULL ORDER BY updated_at DESC, rowid DESC`).map(toConversation);
  }

  get(id: ConversationId): ConversationView | null {
    const row = this.#db.get(`SELECT ${conversationColumns} FROM conversations WHERE id = ? AND removed_at IS NULL`, id);
    return row ? toConversation(row) : null;
  }

  create(model: ModelRef | null, projectId: ProjectId | null = null): ConversationView {
    const id = ConversationId.parse(`c_${randomBytes(16).toString('base64url')}`);
    const now = this.#now();
    if (projectId !== null) this.#requireProject(projectId);
    this.#db.run('INSERT INTO conversations (id, title, model, created_at, updated_at, project_id) VALUES (?, ?, ?, ?, ?, ?)', id, '', json(model), now, now, projectId);
    return this.#known(id);
  }

  setProject(id: ConversationId, projectId: ProjectId | null): ConversationView {
    if (projectId !== null) this.#requireProject(projectId);
    this.#db.run('UPDATE conversations SET project_id = ? WHERE id = ?', projectId, id);
    return this.#known(id);
  }

  setServers(id: ConversationId, servers: readonly ServerId[] | null): ConversationView {
    this.#db.run('UPDATE conversations SET servers = ? WHERE id = ?', servers === null ? null : JSON.stringify(servers), id);
    return this.#known(id);
  }

  #requireProject(id: ProjectId): void {
    if (this.#db.get('SELECT 1 FROM projects WHERE id = ? AND removed_at IS NULL', id) === undefined) throw new HostError('project-unknown', { project: id });
  }

  rename(id: ConversationId, title: string): ConversationView {
    return this.#db.transaction(() => {
      this.#known(id);
      setTitle(this.#db, id, title.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxTitleChars), true);
      return this.#known(id);
    });
  }

  retitle(id: ConversationId, before: string, title: string): ConversationView | null {
    return this.#db.transaction(() => {
      if (this.#db.get('SELECT 1 FROM conversations WHERE id = ? AND title = ? AND has_own_title = 0 AND removed_at IS NULL', id, before) === undefined) return null;
      setTitle(this.#db, id, title, false);
      return this.#known(id);
    });
  }

  setModel(id: ConversationId, model: ModelRef | null): ConversationView {
    this.#db.run('UPDATE conversations SET model = ? WHERE id = ?', json(model), id);
    return this.#known(id);
  }

  setProfile(id: ConversationId, profileId: ProfileId | null): ConversationView {
    this.#db.run('UPDATE conversations SET profile_id = ? WHERE id = ?', profileId, id);
    return this.#known(id);
  }

  setPlace(id: ConversationId, place: ChatPlace | null): ConversationView {
    this.#db.run('UPDATE conversations SET place = ? WHERE id = ?', place, id);
    return this.#known(id);
  }

  setReadsResources(id: ConversationId, isOn: boolean): ConversationView {
    this.#db.run('UPDATE conversations SET reads_resources = ? WHERE id = ?', isOn ? 1 : 0, id);
    return this.#known(id);
  }
  setRunsScripts(id: ConversationId, isOn: boolean): ConversationView {
    this.#db.run('UPDATE conversations SET runs_scripts = ? WHERE id = ?', isOn ? 1 : 0, id);
    return this.#known(id);
  }

  /** Permissions given for this chat end with it; `restore` does not bring them back. */
  remove(id: ConversationId): void {
    this.#db.transaction(() => {
      this.#known(id);
      this.#db.run('UPDATE conversations SET removed_at = ? WHERE id = ?', this.#now(), id);
      this.#db.run('DELETE FROM rules WHERE conversation_id = ?', id);
    });
  }

  deleteRemoved(id: ConversationId): void {
    this.#db.run('DELETE FROM conversations WHERE id = ? AND removed_at IS NOT NULL', id);
  }

  restore(id: ConversationId): ConversationView {
    this.#db.run('UPDATE conversations SET removed_at = NULL WHERE id = ?', id);
    return this.#known(id);
  }

  /** Deletes for good what was removed before that moment (ms since the epoch), so many at most. Returns how many conversations. */
  emptyRemoved(before: number, most = -1): number {
    this.#db.run('DELETE FROM projects WHERE removed_at < ?', before);
    return this.#db.run('DELETE FROM conversations WHERE id IN (SELECT id FROM conversations WHERE removed_at < ? LIMIT ?)', before, most);
  }

  messages(id: ConversationId, newest = everyMessage): StoredMessage[] {
    this.#known(id);
    const parts = this.#db.all(`${path} SELECT p.message_id, p.json FROM path JOIN parts p ON p.message_id = path.id ORDER BY path.depth DESC, p.position`, id, newest);
    const rows = this.#db.all(`${path} SELECT ${messageColumns} FROM path JOIN messages m ON m.id = path.id LEFT JOIN provider_states s ON s.message_id = m.id ORDER BY path.depth DESC`, id, newest);
    return withParts(rows, parts);
  }

  messagesOf(ids: readonly MessageId[]): StoredMessage[] {
    const list = JSON.stringify(ids);
    const parts = this.#db.all('SELECT p.message_id, p.json FROM json_each(?) e JOIN parts p ON p.message_id = e.value ORDER BY e.key, p.position', list);
    const rows = this.#db.all(`SELECT ${messageColumns} FROM json_each(?) e JOIN messages m ON m.id = e.value LEFT JOIN provider_states s ON s.message_id = m.id ORDER BY e.key`, list);
    return withParts(rows, parts);
  }

  path(id: ConversationId): MessageId[] {
    return this.#db.all(`${path} SELECT id FROM path ORDER BY depth DESC`, id, everyMessage).map((row) => MessageId.parse(row['id']));
  }

  versions(id: ConversationId): Map<MessageId, MessageId[]> {
    const rows = this.#db.all(
      `SELECT id, parent_id FROM messages m WHERE conversation_id = ? AND
         (SELECT count(*) FROM messages o WHERE o.conversation_id = m.conversation_id AND o.parent_id IS m.parent_id) > 1 ORDER BY position`,
      id,
    );
    const byParent = Map.groupBy(rows, (row) => row['parent_id']);
    return new Map([...byParent.values()].flatMap((siblings) => {
      const ids = siblings.map((row) => MessageId.parse(row['id']));
      return ids.map((each): [MessageId, MessageId[]] => [each, ids]);
    }));
  }

  setHead(id: ConversationId, head: MessageId | null): void {
    this.#known(id);
    if (head !== null && this.#db.get('SELECT 1 FROM messages WHERE id = ? AND conversation_id = ?', head, id) === undefined) throw new HostError('message-unknown', { message: head });
    this.#db.run('UPDATE conversations SET head_id = ? WHERE id = ?', head, id);
  }

  parent(id: MessageId): MessageId | null {
    const row = this.#db.get('SELECT parent_id FROM messages WHERE id = ?', id);
    if (row === undefined) throw new HostError('message-unknown', { message: id });
    return row['parent_id'] === null ? null : MessageId.parse(row['parent_id']);
  }

  /** The newest end of what goes on from a message. */
  newestBelow(id: MessageId): MessageId {
    const row = this.#db.get(
      `WITH RECURSIVE down (id, position) AS (
         SELECT id, position FROM messages WHERE id = ?
         UNION ALL SELECT m.id, m.position FROM down JOIN messages m ON m.conversation_id = (SELECT conversation_id FROM messages WHERE id = down.id) AND m.parent_id = down.id
           AND m.position = (SELECT max(o.position) FROM messages o WHERE o.conversation_id = m.conversation_id AND o.parent_id = down.id)
       ) SELECT id FROM down ORDER BY position DESC LIMIT 1`,
      id,
    );
    if (row === undefined) throw new HostError('message-unknown', { message: id });
    return MessageId.parse(row['id']);
  }

  message(id: MessageId): StoredMessage | null {
    const row = this.#db.get(`SELECT ${messageColumns} FROM messages m LEFT JOIN provider_states s ON s.message_id = m.id WHERE m.id = ?`, id);
    return row ? toMessage(row, this.#db.all('SELECT json FROM parts WHERE message_id = ? ORDER BY position', id)) : null;
  }

  /** Messages still marked `streaming`: at start these are what the last run of the host did not finish. */
  streamingMessages(): StoredMessage[] {
    return this.#db
      .all("SELECT id FROM messages WHERE status = 'streaming'")
      .map((row) => this.message(MessageId.parse(row['id'])))
      .filter((message) => message !== null);
  }

  append(message: StoredMessage): void {
    this.#db.transaction(() => this.#append(message));
  }

  appendSent(messages: readonly StoredMessage[], from: 'draft' | QueuedId): void {
    this.#db.transaction(() => {
      for (const message of messages) this.#append(message);
      for (const id of new Set(messages.map(({ conversationId }) => conversationId))) {
        if (from === 'draft') this.#db.run('DELETE FROM drafts WHERE conversation_id = ?', id);
        else if (this.#db.run('DELETE FROM queued WHERE conversation_id = ? AND id = ?', id, from) === 0) throw new HostError('message-unknown', { message: from });
      }
    });
  }

  #append(message: StoredMessage): void {
    const conversation = this.#known(message.conversationId);
    insertMessage(this.#db, message, this.#head(message.conversationId));
    this.#db.run("UPDATE conversations SET updated_at = ?, head_id = ?, place = nullif(place, 'archived') WHERE id = ?", this.#now(), message.id, message.conversationId);
    if (message.role === 'user' && conversation.title === '') {
      const title = autoTitle(message.parts);
      if (title !== '') setTitle(this.#db, message.conversationId, title, false);
    }
  }

  save(message: StoredMessage): void {
    this.#db.transaction(() => {
      const changed = this.#db.run(
        'UPDATE messages SET status = ?, problem = ?, model = ?, usage = ? WHERE id = ?',
        message.status,
        json(message.problem),
        json(message.model),
        json(message.usage),
        message.id,
      );
      if (changed === 0) throw new HostError('message-unknown', { message: message.id });
      saveContent(this.#db, message);
      if (message.status !== 'streaming') this.#db.run('UPDATE conversations SET updated_at = ? WHERE id = ?', this.#now(), message.conversationId);
    });
  }

  removeMessage(id: MessageId): void {
    this.#db.transaction(() => {
      const parent = this.parent(id);
      this.#db.run('UPDATE messages SET parent_id = ? WHERE parent_id = ?', parent, id);
      this.#db.run('UPDATE conversations SET head_id = ? WHERE head_id = ?', parent, id);
      this.#db.run('DELETE FROM messages WHERE id = ?', id);
    });
  }

  search(query: string, limit: number, filters?: ChatFilters): SearchHit[] {
    return search(this.#db, query, limit, filters);
  }

  filter(filters: ChatFilters): ConversationId[] {
    return filterChats(this.#db, filters);
  }

  excluding(query: string, filters: ChatFilters): ChatFilterName[] {
    return excludingFilters(filters, (others) => (query.trim() === '' ? filterChats(this.#db, others, 1) : search(this.#db, query, 1, others)).length > 0);
  }

  filterChoices(): { models: string[]; servers: string[] } {
    return filterChoices(this.#db);
  }

  draft(id: ConversationId): string {
    return String(this.#db.get('SELECT text FROM drafts WHERE conversation_id = ?', id)?.['text'] ?? '');
  }

  saveDraft(id: ConversationId, text: string): void {
    this.#db.transaction(() => {
      this.#known(id);
      this.#db.run('INSERT INTO drafts (conversation_id, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text', id, text.toWellFormed());
      this.#dropEmptyDraft(id);
    });
  }

  draftAttachments(id: ConversationId): PendingAttachment[] {
    return readAttachments(this.#db.get('SELECT attachments FROM drafts WHERE conversation_id = ?', id)?.['attachments']);
  }

  saveDraftAttachments(id: ConversationId, attachments: readonly PendingAttachment[]): void {
    this.#db.transaction(() => {
      this.#known(id);
      this.#db.run("INSERT INTO drafts (conversation_id, text, attachments) VALUES (?, '', ?) ON CONFLICT DO UPDATE SET attachments = excluded.attachments", id, JSON.stringify(attachments));
      this.#dropEmptyDraft(id);
    });
  }

  #dropEmptyDraft(id: ConversationId): void {
    this.#db.run("DELETE FROM drafts WHERE conversation_id = ? AND text = '' AND attachments = '[]'", id);
  }

  usedFiles(): Set<FileHash> {
    const used = new Set(this.#db.all('SELECT hash FROM message_files UNION SELECT hash FROM project_files').map((row) => FileHash.parse(row['hash'])));
    // Whatever looks like a hash in what is not sent yet may be one.
    for (const row of this.#db.all("SELECT attachments FROM drafts WHERE attachments <> '[]' UNION ALL SELECT attachments FROM queued")) {
      for (const [hash] of String(row['attachments']).matchAll(/\b[0-9a-f]{64}\b/g)) used.add(FileHash.parse(hash));
    }
    return used;
  }

  /** A call id is journalled once: a second time is refused (`storage-failed`, reason `constraint`), so nothing is dispatched twice. */
  journalCall(call: Parameters<ConversationStore['journalCall']>[0]): void {
    this.#db.transaction(() => {
      this.#db.run(
        'INSERT INTO calls (call_id, conversation_id, message_id, server_id, tool, arguments_hash, intended_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        call.callId,
        call.conversationId,
        call.messageId,
        call.serverId,
        call.tool,
        call.argumentsHash,
        this.#now(),
      );
      this.#onCall({ step: 'intended', callId: call.callId, conversationId: call.conversationId, serverId: call.serverId, tool: call.tool, ...(call.by === undefined ? {} : { by: call.by }), ...(call.script === undefined ? {} : { script: call.script }) });
    });
  }

  settleCall(callId: CallId, outcome: 'done' | 'failed' | 'cancelled' | 'unknown'): void {
    this.#db.transaction(() => {
      const now = this.#now();
      const call = this.#db.get('SELECT conversation_id, server_id, tool, intended_at FROM calls WHERE call_id = ? AND outcome IS NULL', callId);
      if (call === undefined) return;
      this.#db.run('UPDATE calls SET outcome = ?, settled_at = ? WHERE call_id = ? AND outcome IS NULL', outcome, now, callId);
      this.#onCall({
        step: 'ended',
        callId,
        conversationId: ConversationId.parse(call['conversation_id']),
        serverId: ServerId.parse(call['server_id']),
        tool: String(call['tool']),
        outcome,
        durationMs: Math.max(0, now - Number(call['intended_at'])),
      });
    });
  }

  unsettledCalls(): { callId: CallId; conversationId: ConversationId; messageId: MessageId }[] {
    return this.#db.all('SELECT call_id, conversation_id, message_id FROM calls WHERE outcome IS NULL ORDER BY intended_at').map((row) => ({
      callId: CallId.parse(row['call_id']),
      conversationId: ConversationId.parse(row['conversation_id']),
      messageId: MessageId.parse(row['message_id']),
    }));
  }

  close(): void {
    this.#onClose();
  }

  #head(id: ConversationId): MessageId | null {
    const head = this.#db.get('SELECT head_id FROM conversations WHERE id = ?', id)?.['head_id'];
    return typeof head === 'string' ? MessageId.parse(head) : null;
  }

  #known(id: ConversationId): ConversationView {
    const conversation = this.get(id);
    if (!conversation) throw new HostError('conversation-unknown', { conversation: id });
    return conversation;
  }
}

/** What a later or damaged version wrote and cannot be read is left out; the rest is there. */
export function readAttachments(text: unknown): PendingAttachment[] {
  let list: unknown = [];
  try {
    list = JSON.parse(typeof text === 'string' ? text : '[]');
  } catch {
    return [];
  }
  return Array.isArray(list) ? list.flatMap((each) => PendingAttachment.safeParse(each).data ?? []) : [];
}

function withParts(rows: readonly Row[], parts: readonly Row[]): StoredMessage[] {
  const byMessage = Map.groupBy(parts, (row) => row['message_id']);
  return rows.map((row) => toMessage(row, byMessage.get(row['id']) ?? []));
}
