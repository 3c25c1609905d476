/** Full-text search over titles and messages of conversations that are not removed. */
import * as z from 'zod/mini';
import type { SearchHit } from '@portolan/contract/conversations';
import { ConversationId, MessageId } from '@portolan/contract/ids';
import type { Database, Row } from './database.ts';
import { parseQuery } from './search-query.ts';
import { readable } from './search-text.ts';
import { snippet } from './snippet.ts';

const HitRow = z.object({ conversation_id: ConversationId, message_id: z.nullable(MessageId), text: z.string(), title: z.string(), updated_at: z.number() });

/** Of more than these, telling which fits best would take longer than a person waits between two letters: then the newest come first. */
const mostRanked = 1_500;
const counted = (index: 'words' | 'trigrams') => `SELECT count(*) AS found FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ${mostRanked + 1})`;

const query = (index: 'words' | 'trigrams', order: 'rank' | 'rowid DESC') => `
  SELECT s.conversation_id, s.message_id, s.text, c.title, c.updated_at
  FROM ${index} JOIN searchable s ON s.id = ${index}.rowid JOIN conversations c ON c.id = s.conversation_id
  WHERE ${index} MATCH ? AND c.removed_at IS NULL
  ORDER BY ${index}.${order} LIMIT ?`;

/** Best first, one hit a message; `limit` of them at most. An empty query finds nothing. */
export function search(database: Database, typed: string, limit: number): SearchHit[] {
  const parsed = parseQuery(typed);
  if (!parsed) return [];
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
      collect(database.all(query(name, isCommon ? 'rowid DESC' : 'rank'), match, limit * 3));
    }
    if (parsed.isPunctuated && hits.size > 0) break;
  }
  return [...hits.values()];
}
