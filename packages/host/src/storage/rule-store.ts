/** Standing permissions on disk, beside the conversations: outside the configuration file, which tools may be able to write (A18). */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { ConversationId, RuleId, ServerId } from '@portolan/contract/ids';
import type { Database, Row } from './database.ts';

/** A permission and what exactly it was given for. */
export interface StoredRule {
  id: RuleId;
  serverId: ServerId;
  serverName: string;
  tool: string;
  scope: 'chat' | 'always';
  /** Set for `chat` rules, which end with their conversation. */
  conversationId: ConversationId | null;
  launchHash: string;
  definitionHash: string;
  createdAt: number;
}

/** Permissions as interactions/ needs them; every method has committed when it returns. */
export interface RuleStore {
  list(): StoredRule[];
  /** Rules for one tool of one server, newest first. */
  find(serverId: ServerId, tool: string): StoredRule[];
  /** Replaces the rule of the same server, tool, scope and conversation. */
  add(rule: Omit<StoredRule, 'id' | 'createdAt'>): StoredRule;
  /** Does nothing when it is gone already. */
  remove(id: RuleId): void;
}

const RuleRow = z.object({
  id: RuleId,
  server_id: ServerId,
  server_name: z.string(),
  tool: z.string(),
  scope: z.enum(['chat', 'always']),
  conversation_id: z.nullable(ConversationId),
  launch_hash: z.string(),
  definition_hash: z.string(),
  created_at: z.number(),
});

export class SqliteRuleStore implements RuleStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  list(): StoredRule[] {
    return toRules(this.#db.all('SELECT * FROM rules ORDER BY created_at DESC, rowid DESC'));
  }

  find(serverId: ServerId, tool: string): StoredRule[] {
    return toRules(this.#db.all('SELECT * FROM rules WHERE server_id = ? AND tool = ? ORDER BY created_at DESC, rowid DESC', serverId, tool));
  }

  add(rule: Omit<StoredRule, 'id' | 'createdAt'>): StoredRule {
    const stored: StoredRule = { ...rule, id: RuleId.parse(`r_${randomBytes(16).toString('base64url')}`), createdAt: this.#now() };
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM rules WHERE server_id = ? AND tool = ? AND scope = ? AND conversation_id IS ?', rule.serverId, rule.tool, rule.scope, rule.conversationId);
      this.#db.run(
        'INSERT INTO rules (id, server_id, server_name, tool, scope, conversation_id, launch_hash, definition_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        stored.id,
        stored.serverId,
        stored.serverName,
        stored.tool,
        stored.scope,
        stored.conversationId,
        stored.launchHash,
        stored.definitionHash,
        stored.createdAt,
      );
    });
    return stored;
  }

  remove(id: RuleId): void {
    this.#db.run('DELETE FROM rules WHERE id = ?', id);
  }
}

/** A row that does not parse gives no permission. */
function toRules(rows: Row[]): StoredRule[] {
  return rows.flatMap((row) => {
    const parsed = RuleRow.safeParse(row);
    if (!parsed.success) return [];
    const rule = parsed.data;
    return {
      id: rule.id,
      serverId: rule.server_id,
      serverName: rule.server_name,
      tool: rule.tool,
      scope: rule.scope,
      conversationId: rule.conversation_id,
      launchHash: rule.launch_hash,
      definitionHash: rule.definition_hash,
      createdAt: rule.created_at,
    };
  });
}
