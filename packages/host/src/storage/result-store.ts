/** For which calls the person sees results first, and what servers had answered where models were told something else (H02). */
import * as z from 'zod/mini';
import { ToolResultView } from '@portolan/contract/content';
import type { CallId, ConversationId, ServerId } from '@portolan/contract/ids';
import { ReviewChoice } from '@portolan/contract/result-reviews';
import type { Database } from './database.ts';

/** Every method has committed when it returns. */
export interface ResultStore {
  /** Before anybody is asked about it: what came is not lost whatever happens next. */
  keep(callId: CallId, conversationId: ConversationId, result: ToolResultView): void;
  original(callId: CallId): ToolResultView | null;
  /** The model was told all of it: the message has it. */
  forget(callId: CallId): void;
  choices(): ReviewChoice[];
  choose(choice: ReviewChoice, isOn: boolean): void;
  /** A server is known under another id. */
  move(from: ServerId, to: ServerId): void;
}

const ChoiceRow = z.object({ scope: z.string(), server_id: z.string(), tool: z.string(), conversation_id: z.nullable(z.string()) });

export class SqliteResultStore implements ResultStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  keep(callId: CallId, conversationId: ConversationId, result: ToolResultView): void {
    this.#db.run('INSERT OR REPLACE INTO original_results (call_id, conversation_id, result, at) VALUES (?, ?, ?, ?)', callId, conversationId, JSON.stringify(result), this.#now());
  }

  original(callId: CallId): ToolResultView | null {
    const text = this.#db.get('SELECT result FROM original_results WHERE call_id = ?', callId)?.['result'];
    if (typeof text !== 'string') return null;
    const parsed = ToolResultView.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  }

  forget(callId: CallId): void {
    this.#db.run('DELETE FROM original_results WHERE call_id = ?', callId);
  }

  /** A row that does not parse is no choice. */
  choices(): ReviewChoice[] {
    return this.#db.all('SELECT scope, server_id, tool, conversation_id FROM review_choices ORDER BY rowid').flatMap((row) => {
      const parsed = ChoiceRow.safeParse(row);
      if (!parsed.success) return [];
      const { scope, server_id: serverId, tool, conversation_id: conversationId } = parsed.data;
      const choice = ReviewChoice.safeParse({ scope, serverId, tool, conversationId });
      return choice.success ? [choice.data] : [];
    });
  }

  choose(choice: ReviewChoice, isOn: boolean): void {
    const serverId = choice.scope === 'chat' ? '' : choice.serverId;
    const tool = choice.scope === 'tool' ? choice.tool : '';
    const conversationId = choice.scope === 'chat' ? choice.conversationId : null;
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM review_choices WHERE scope = ? AND server_id = ? AND tool = ? AND conversation_id IS ?', choice.scope, serverId, tool, conversationId);
      if (isOn) this.#db.run('INSERT INTO review_choices (scope, server_id, tool, conversation_id) VALUES (?, ?, ?, ?)', choice.scope, serverId, tool, conversationId);
    });
  }

  move(from: ServerId, to: ServerId): void {
    this.#db.run('UPDATE review_choices SET server_id = ? WHERE server_id = ?', to, from);
  }
}
