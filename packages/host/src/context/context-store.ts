/** What is kept of chats for their context: choices of tools, what was found, summaries, what the last request took. */
import * as z from 'zod/mini';
import { ModelRef } from '@portolan/contract/conversations';
import { ConversationId, MessageId, ServerId } from '@portolan/contract/ids';
import type { Database } from '../storage/database.ts';
import { toolKey } from './chat-tools.ts';
import type { ToolChoices } from './chat-tools.ts';

/**
 * A summary belongs to the message it was made at: only where a chat shows that one is it used, so that no other version of the
 * chat is touched by it. It stands for everything before `before`, and, of the answer `inside`, for the parts before `fromPart`.
 */
export interface StoredSummary {
  id: string;
  conversationId: ConversationId;
  at: MessageId;
  before: MessageId;
  inside: { messageId: MessageId; fromPart: number } | null;
  messages: number;
  text: string;
  kind: 'written' | 'pruned';
  by: 'app' | 'person';
  createdAt: number;
  model: ModelRef | null;
}

/** What one request was estimated at, and what it took. */
export interface Measured {
  model: ModelRef;
  estimated: number;
  reported: number;
}

/** Every method has committed when it returns. */
export interface ContextStore {
  choices(id: ConversationId): ToolChoices;
  setAlways(serverId: ServerId, tool: string, isOn: boolean): void;
  setOff(id: ConversationId, serverId: ServerId, tool: string, isOff: boolean): void;
  /** Found again, the newer query counts, and it is the newest. */
  addFound(id: ConversationId, tools: readonly { serverId: ServerId; name: string }[], query: string): void;
  /** Of all versions, oldest first, without those that were taken back. */
  summaries(id: ConversationId): StoredSummary[];
  addSummary(summary: StoredSummary): void;
  undoSummary(id: ConversationId, summaryId: string): void;
  isAutomatic(id: ConversationId): boolean;
  setAutomatic(id: ConversationId, isOn: boolean): void;
  measured(id: ConversationId): Measured | null;
  setMeasured(id: ConversationId, measured: Measured): void;
}

const ToolRow = z.object({ server_id: ServerId, tool: z.string() });
const FoundRow = z.extend(ToolRow, { query: z.string() });
const SummaryRow = z.object({
  id: z.string(),
  conversation_id: ConversationId,
  at_message: MessageId,
  before_message: MessageId,
  inside_message: z.nullable(MessageId),
  from_part: z.nullable(z.number()),
  messages: z.number(),
  text: z.string(),
  kind: z.enum(['written', 'pruned']),
  made_by: z.enum(['app', 'person']),
  created_at: z.number(),
  model: z.nullable(z.string()),
});
const MeasureRow = z.object({ model: z.nullable(z.string()), estimated: z.nullable(z.number()), reported: z.nullable(z.number()) });

export class SqliteContextStore implements ContextStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  choices(id: ConversationId): ToolChoices {
    const always = this.#db.all("SELECT server_id, tool FROM tool_choices WHERE conversation_id = '' AND choice = 'always'").map(keyOfRow);
    const off = this.#db.all("SELECT server_id, tool FROM tool_choices WHERE conversation_id = ? AND choice = 'off'", id).map(keyOfRow);
    const found = this.#db.all('SELECT server_id, tool, query FROM found_tools WHERE conversation_id = ? ORDER BY at, rowid', id).map((row) => FoundRow.parse(row));
    return { always: new Set(always), off: new Set(off), found: new Map(found.map(({ server_id, tool, query }) => [toolKey(server_id, tool), query])) };
  }

  setAlways(serverId: ServerId, tool: string, isOn: boolean): void {
    this.#choose('', serverId, tool, 'always', isOn);
  }

  setOff(id: ConversationId, serverId: ServerId, tool: string, isOff: boolean): void {
    this.#choose(id, serverId, tool, 'off', isOff);
  }

  #choose(id: ConversationId | '', serverId: ServerId, tool: string, choice: 'always' | 'off', isOn: boolean): void {
    if (isOn) this.#db.run('INSERT OR IGNORE INTO tool_choices (conversation_id, server_id, tool, choice) VALUES (?, ?, ?, ?)', id, serverId, tool, choice);
    else this.#db.run('DELETE FROM tool_choices WHERE conversation_id = ? AND server_id = ? AND tool = ? AND choice = ?', id, serverId, tool, choice);
  }

  addFound(id: ConversationId, tools: readonly { serverId: ServerId; name: string }[], query: string): void {
    this.#db.transaction(() => {
      for (const { serverId, name } of tools) this.#db.run('INSERT OR REPLACE INTO found_tools (conversation_id, server_id, tool, query, at) VALUES (?, ?, ?, ?, ?)', id, serverId, name, query.toWellFormed(), this.#now());
    });
  }

  summaries(id: ConversationId): StoredSummary[] {
    return this.#db.all('SELECT * FROM summaries WHERE conversation_id = ? AND undone_at IS NULL ORDER BY rowid', id).flatMap((row) => {
      const parsed = SummaryRow.safeParse(row);
      // What only a later version can read is no summary here: the messages themselves are still there.
      return parsed.success ? [toSummary(parsed.data)] : [];
    });
  }

  addSummary({ id, conversationId, at, before, inside, messages, text, kind, by, createdAt, model }: StoredSummary): void {
    this.#db.run(
      'INSERT INTO summaries (id, conversation_id, at_message, before_message, inside_message, from_part, messages, text, kind, made_by, created_at, model) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      id, conversationId, at, before, inside?.messageId ?? null, inside?.fromPart ?? null, messages, text.toWellFormed(), kind, by, createdAt, model === null ? null : JSON.stringify(model),
    );
  }

  undoSummary(id: ConversationId, summaryId: string): void {
    this.#db.run('UPDATE summaries SET undone_at = ? WHERE conversation_id = ? AND id = ?', this.#now(), id, summaryId);
  }

  isAutomatic(id: ConversationId): boolean {
    return this.#db.get('SELECT is_automatic FROM chat_context WHERE conversation_id = ?', id)?.['is_automatic'] !== 0;
  }

  setAutomatic(id: ConversationId, isOn: boolean): void {
    this.#db.run('INSERT INTO chat_context (conversation_id, is_automatic) VALUES (?, ?) ON CONFLICT DO UPDATE SET is_automatic = excluded.is_automatic', id, isOn ? 1 : 0);
  }

  measured(id: ConversationId): Measured | null {
    const row = MeasureRow.safeParse(this.#db.get('SELECT model, estimated, reported FROM chat_context WHERE conversation_id = ?', id));
    if (!row.success || row.data.model === null || row.data.estimated === null || row.data.reported === null) return null;
    const model = ModelRef.safeParse(JSON.parse(row.data.model));
    return model.success ? { model: model.data, estimated: row.data.estimated, reported: row.data.reported } : null;
  }

  setMeasured(id: ConversationId, { model, estimated, reported }: Measured): void {
    this.#db.run(
      'INSERT INTO chat_context (conversation_id, model, estimated, reported) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET model = excluded.model, estimated = excluded.estimated, reported = excluded.reported',
      id, JSON.stringify(model), estimated, reported,
    );
  }
}

function keyOfRow(row: unknown): string {
  const { server_id, tool } = ToolRow.parse(row);
  return toolKey(server_id, tool);
}

function toSummary({ id, conversation_id, at_message, before_message, inside_message, from_part, messages, text, kind, made_by, created_at, model }: z.infer<typeof SummaryRow>): StoredSummary {
  const ref = model === null ? null : ModelRef.safeParse(JSON.parse(model));
  return {
    id,
    conversationId: conversation_id,
    at: at_message,
    before: before_message,
    inside: inside_message === null || from_part === null ? null : { messageId: inside_message, fromPart: from_part },
    messages,
    text,
    kind,
    by: made_by,
    createdAt: created_at,
    model: ref?.success === true ? ref.data : null,
  };
}
