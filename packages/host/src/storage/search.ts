/** Full-text search over titles and messages of conversations that are not removed. */
import * as z from 'zod/mini';
import type { SearchHit } from '@portolan/contract/conversations';
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { ConversationId, MessageId } from '@portolan/contract/ids';
import { whereOf } from './chat-filters.ts';
import type { Database, Row } from './database.ts';
import { parseQuery } from './search-query.ts';
import { readable } from './search-text.ts';
import { snippet } from './snippet.ts';

const HitRow = z.object({ conversation_id: ConversationId, message_id: z.nullable(MessageId), text: z.string(), title: z.string(), updated_at: z.number() });

/** Of more than these, telling which fits best would take longer than a person waits between two letters: then the newest come first. */
const mostRanked = 1_500;
const counted = (index: 'words' | 'trigrams') => `SELECT count(*) AS found FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ${mostRanked + 1})`;

const query = (index: 'words' | 'trigrams', order: 'rank' | 'rowid DESC', where: string) => `
  SELECT s.conversation_id, s.message_id, s.text, c.title, c.updated_at
  FROM ${index} JOIN searchable s ON s.id = ${index}.rowid JOIN conversations c ON c.id = s.conversation_id
  WHERE ${index} MATCH ? AND c.removed_at IS NULL${where}
  ORDER BY ${index}.${order} LIMIT ?`;

/**
 * The same among few messages, newest first: their places are gathered first, so that a word that stands everywhere is walked
 * through without a look at any text. `+ 0` keeps SQLite from asking the index for each of those places.
 */
const queryWithin = (index: 'words' | 'trigrams', where: string) => `
  SELECT s.conversation_id, s.message_id, s.text, c.title, c.updated_at
  FROM (SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ? AND rowid + 0 IN
      (SELECT m.id FROM conversations c CROSS JOIN searchable m ON m.conversation_id = c.id WHERE c.removed_at IS NULL${where})
    ORDER BY rowid DESC LIMIT ?) f
  CROSS JOIN searchable s ON s.id = f.id CROSS JOIN conversations c ON c.id = s.conversation_id
  ORDER BY s.id DESC`;
/** Messages up to which that is quicker than filtering what is found until there is enough of it. */
const few = 8_000;

/** Best first, one hit a message; `limit` of them at most. An empty query finds nothing. */
export function search(database: Database, typed: string, limit: number, filters: ChatFilters = {}): SearchHit[] {
  const parsed = parseQuery(typed);
  if (!parsed) return [];
  const where = whereOf(filters);
  const within = where.sql === '' ? null : Number(database.get(`SELECT coalesce(sum(c.message_count + 1), 0) AS found FROM conversations c WHERE c.removed_at IS NULL${where.sql}`, ...where.values)?.['found'] ?? 0);
  if (within === 0) return [];
  const hits = new Map<string, SearchHit>();
  const collect = (rows: Row[]) => {
    for (const row of rows) {
      const hit = HitRow.parse(row);
      const key = hit.message_id ?? hit.conversation_id;
      if (hits.size >= limit || hits.has(key)) continue;
      hits.set(key, {
        conversationId: hit.conversation_id,
        messageId: hit.message_id,
        title: hit.title,
        updatedAt: hit.updated_at,
        snippet: snippet(readable(hit.text), parsed.terms),
      });
    }
  };
  const indexes = [
    { name: 'words', match: parsed.words },
    { name: 'trigrams', match: parsed.trigrams },
  ] as const;
  for (const { name, match } of parsed.isPunctuated ? indexes.toReversed() : indexes) {
    // Several parts of one message can match: ask for more than are wanted.
    if (match !== null && hits.size < limit) {
      const isCommon = Number(database.get(counted(name), match)?.['found'] ?? 0) > mostRanked;
      const isWithinFew = isCommon && within !== null && within <= few;
      collect(database.all(isWithinFew ? queryWithin(name, where.sql) : query(name, isCommon ? 'rowid DESC' : 'rank', where.sql), match, ...where.values, limit * 3));
    }
    if (parsed.isPunctuated && hits.size > 0) break;
  }
  return [...hits.values()];
}
