/** Standing permissions on disk, beside the conversations: outside the configuration file, which tools may be able to write (A18). */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { HostError } from '@portolan/contract/errors';
import { ConversationId, RuleId, ServerId } from '@portolan/contract/ids';
import { RuleConditions, RuleEffect } from '@portolan/contract/rules';
import { canonicalJson } from '../interactions/canonical-json.ts';
import type { Database, Row } from './database.ts';

/** A permission and what exactly it was given for. */
export interface StoredRule {
  id: RuleId;
  /** Null: every server. */
  serverId: ServerId | null;
  serverName: string;
  /** Null: every tool; what is allowed of them is in `definitions`. */
  tool: string | null;
  effect: RuleEffect;
  conditions: RuleConditions;
  scope: 'chat' | 'always';
  /** Set for `chat` rules, which end with their conversation. */
  conversationId: ConversationId | null;
  /** Of what is allowed; null for the other effects, which hold whatever a server or tool becomes. */
  launchHash: string | null;
  /** Hash of the definition of each tool that is allowed, by name; null for the other effects. */
  definitions: Record<string, string> | null;
  madeBy: 'person' | 'profile';
  createdAt: number;
  /** What was allowed was something else at this time: the permission does not come back with it (C03). */
  lapsedAt: number | null;
}

export type NewRule = Omit<StoredRule, 'id' | 'createdAt' | 'lapsedAt'>;

/** Permissions as the rest of the host needs them; every method has committed when it returns. */
export interface RuleStore {
  /** Newest first, lapsed ones too. */
  list(): StoredRule[];
  /** Rules that may be about a call of this server, those for all servers among them; newest first. */
  find(serverId: ServerId): StoredRule[];
  /** Replaces the rule about the same server, tool, conditions, scope and conversation; `replace` is replaced, too. */
  add(rule: NewRule, replace?: RuleId): StoredRule;
  /** Does nothing when it is gone already. */
  remove(id: RuleId): void;
  /** Takes a removal back. @throws {HostError} `rule-unknown` when it was never made, or removed too long ago */
  restore(id: RuleId): void;
  lapse(id: RuleId): void;
  /** What is left of an allowance for several tools. */
  setDefinitions(id: RuleId, definitions: Record<string, string>): void;
  /** A server is known under another id. */
  move(from: ServerId, to: ServerId): void;
}

const Definitions = z.record(z.string(), z.string());
const json = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    schema,
  );

const RuleRow = z.object({
  id: RuleId,
  server_id: z.nullable(ServerId),
  server_name: z.string(),
  tool: z.nullable(z.string()),
  effect: RuleEffect,
  conditions: json(RuleConditions),
  scope: z.enum(['chat', 'always']),
  conversation_id: z.nullable(ConversationId),
  launch_hash: z.nullable(z.string()),
  definitions: z.nullable(json(Definitions)),
  made_by: z.enum(['person', 'profile']),
  created_at: z.number(),
  lapsed_at: z.nullable(z.number()),
});

/** Milliseconds for which a removal can be taken back. */
const keptAfterRemoval = 24 * 3_600_000;

export class SqliteRuleStore implements RuleStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  list(): StoredRule[] {
    return toRules(this.#db.all('SELECT * FROM rules WHERE removed_at IS NULL ORDER BY created_at DESC, rowid DESC'));
  }

  find(serverId: ServerId): StoredRule[] {
    return toRules(this.#db.all('SELECT * FROM rules WHERE (server_id = ? OR server_id IS NULL) AND removed_at IS NULL ORDER BY created_at DESC, rowid DESC', serverId));
  }

  add(rule: NewRule, replace?: RuleId): StoredRule {
    const stored: StoredRule = { ...rule, id: RuleId.parse(`r_${randomBytes(16).toString('base64url')}`), createdAt: this.#now(), lapsedAt: null };
    const conditions = canonicalJson(rule.conditions);
    this.#db.transaction(() => {
      if (replace !== undefined && this.#db.run('DELETE FROM rules WHERE id = ? AND removed_at IS NULL', replace) === 0) throw new HostError('rule-unknown');
      this.#db.run(
        'DELETE FROM rules WHERE server_id IS ? AND tool IS ? AND conditions = ? AND scope = ? AND conversation_id IS ?',
        rule.serverId,
        rule.tool,
        conditions,
        rule.scope,
        rule.conversationId,
      );
      this.#db.run(
        `INSERT INTO rules (id, server_id, server_name, tool, effect, conditions, scope, conversation_id, launch_hash, definitions, made_by, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        stored.id,
        stored.serverId,
        stored.serverName,
        stored.tool,
        stored.effect,
        conditions,
        stored.scope,
        stored.conversationId,
        stored.launchHash,
        stored.definitions === null ? null : JSON.stringify(stored.definitions),
        stored.madeBy,
        stored.createdAt,
      );
    });
    return stored;
  }

  remove(id: RuleId): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM rules WHERE removed_at < ?', this.#now() - keptAfterRemoval);
      this.#db.run('UPDATE rules SET removed_at = ? WHERE id = ? AND removed_at IS NULL', this.#now(), id);
    });
  }

  restore(id: RuleId): void {
    if (this.#db.run('UPDATE rules SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL', id) === 0) throw new HostError('rule-unknown');
  }

  lapse(id: RuleId): void {
    this.#db.run('UPDATE rules SET lapsed_at = ? WHERE id = ? AND lapsed_at IS NULL', this.#now(), id);
  }

  setDefinitions(id: RuleId, definitions: Record<string, string>): void {
    this.#db.run('UPDATE rules SET definitions = ? WHERE id = ?', JSON.stringify(definitions), id);
  }

  move(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE rules SET server_id = ? WHERE server_id = ?', to, from);
  }
}

/** A row that does not parse gives no permission. */
function toRules(rows: Row[]): StoredRule[] {
  return rows.flatMap((row) => {
    const rule = parsed(row);
    if (rule === null) return [];
    return {
      id: rule.id,
      serverId: rule.server_id,
      serverName: rule.server_name,
      tool: rule.tool,
      effect: rule.effect,
      conditions: rule.conditions,
      scope: rule.scope,
      conversationId: rule.conversation_id,
      launchHash: rule.launch_hash,
      definitions: rule.definitions,
      madeBy: rule.made_by,
      createdAt: rule.created_at,
      lapsedAt: rule.lapsed_at,
    };
  });
}

function parsed(row: Row): z.infer<typeof RuleRow> | null {
  try {
    return RuleRow.parse(row);
  } catch {
    return null;
  }
}
