/** What models used, in SQLite: a row a request, never changed. */
import * as z from 'zod/mini';
import type { ConversationId, ProviderId, ServerId } from '@portolan/contract/ids';
import { UsageAmount } from '@portolan/contract/usage';
import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../storage/database.ts';

/** One request to a model. Tokens are null where the service did not count them. */
export interface UsedTokens {
  inputTokens: number | null;
  /** Of the input: read from the provider's cache, and written to it. */
  cacheReadTokens: number | null;
  cacheWriteTokens: number | null;
  outputTokens: number | null;
}

export interface UsageEntry {
  kind: 'chat' | 'sampling';
  conversationId: ConversationId | null;
  /** The server that asked, for a sampling. */
  serverId: ServerId | null;
  providerId: ProviderId;
  providerName: string;
  model: string;
  tokens: UsedTokens;
  /** US dollars; null without a known price. */
  cost: number | null;
}

export interface UsageQuery {
  since: number;
  until: number;
  conversationId?: ConversationId | undefined;
}

export type UsageGroup = 'day' | 'month' | 'model' | 'chat';

const sums = `count(*) AS requests, coalesce(sum(input), 0) AS inputTokens, coalesce(sum(cache_read), 0) AS cachedTokens,
  coalesce(sum(output), 0) AS outputTokens, coalesce(sum(cost), 0.0) AS cost, count(*) - count(cost) AS unpriced`;

/** Days and months of this computer, as a person counts them. */
const keys: Readonly<Record<UsageGroup, string>> = {
  day: "strftime('%Y-%m-%d', at / 1000, 'unixepoch', 'localtime')",
  month: "strftime('%Y-%m', at / 1000, 'unixepoch', 'localtime')",
  model: "u.provider_id || char(10) || u.model",
  chat: 'u.conversation_id',
};

const Grouped = z.extend(UsageAmount, { key: z.string(), label: z.nullable(z.string()), providerId: z.string(), providerName: z.string() });
export type GroupedUsage = z.infer<typeof Grouped>;

export class SqliteUsageStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  /** Has reached the disk when it returns. */
  add({ kind, conversationId, serverId, providerId, providerName, model, tokens, cost }: UsageEntry): void {
    this.#db.run(
      'INSERT INTO usage (at, kind, conversation_id, server_id, provider_id, provider_name, model, input, cache_read, cache_write, output, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      this.#now(),
      kind,
      conversationId,
      serverId,
      providerId,
      providerName,
      model,
      tokens.inputTokens,
      tokens.cacheReadTokens,
      tokens.cacheWriteTokens,
      tokens.outputTokens,
      cost,
    );
  }

  total(query: UsageQuery): UsageAmount {
    const { where, values } = conditions(query);
    return UsageAmount.parse(this.#db.get(`SELECT ${sums} FROM usage u WHERE ${where}`, ...values));
  }

  /** Times ascend; models and chats begin with what cost most, then with what used most. */
  groups(by: UsageGroup, query: UsageQuery, limit: number): GroupedUsage[] {
    const { where, values } = conditions(query);
    const only = by === 'chat' ? ' AND u.conversation_id IS NOT NULL' : '';
    const label = by === 'chat' ? 'max(c.title)' : by === 'model' ? 'max(u.model)' : "''";
    const order = by === 'day' || by === 'month' ? 'key' : 'cost DESC, inputTokens + outputTokens DESC, key';
    return this.#db
      .all(
        `SELECT ${keys[by]} AS key, ${label} AS label, max(u.provider_id) AS providerId, max(u.provider_name) AS providerName, ${sums}
         FROM usage u LEFT JOIN conversations c ON c.id = u.conversation_id AND c.removed_at IS NULL
         WHERE ${where}${only} GROUP BY ${keys[by]} ORDER BY ${order} LIMIT ?`,
        ...values,
        limit,
      )
      .map((row) => Grouped.parse(row));
  }
}

function conditions({ since, until, conversationId }: UsageQuery): { where: string; values: SQLInputValue[] } {
  if (conversationId === undefined) return { where: 'u.at >= ? AND u.at < ?', values: [since, until] };
  return { where: 'u.at >= ? AND u.at < ? AND u.conversation_id = ?', values: [since, until, conversationId] };
}
