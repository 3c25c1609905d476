/** Full-text search over titles and messages of conversations that are not removed. */
import * as z from 'zod/mini';
import type { SearchHit } from '@portolan/contract/conversations';
import type { ChatFilters } from '@portolan/contract/chat-filters';
import { ConversationId, MessageId } from '@portolan/contract/ids';
import { whereOf } from './chat-filters.ts';
import type { Where } from './chat-filters.ts';
import type { Database, Row } from './database.ts';
import { parseQuery } from './search-query.ts';
import { readable } from './search-text.ts';
import { snippet } from './snippet.ts';

const HitRow = z.object({ conversation_id: ConversationId, message_id: z.nullable(MessageId), text: z.string(), title: z.string(), updated_at: z.number() });

/** Of more than these, telling which fits best would take longer than a person waits between two letters: then the newest come first. */
const mostRanked = 1_500;
/** Messages of the chats looked through up to which all of them are gathered first: a word that stands everywhere is then walked through without a look at them. */
const few = 8_000;

type Index = 'words' | 'trigrams';

/** Which chats are looked through, in SQL about `c`; `messages` is how many they hold. */
interface Narrowed extends Where {
  messages: number;
}

/** An index is asked for numbers alone, as texts are long and most of them are not shown. */
const newest = (index: Index, where = '', most = mostRanked + 1): string => `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ? AND rowid < ?${where} ORDER BY rowid DESC LIMIT ${most}`;
const best = (index: Index): string => `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH ? ORDER BY rank LIMIT ${mostRanked}`;

/** `+ 0` keeps SQLite from asking the index for each of those places. */
const newestOf = (index: Index, { sql, messages }: Narrowed): string =>
  newest(
    index,
    messages <= few
      ? ` AND rowid + 0 IN (SELECT m.id FROM conversations c CROSS JOIN searchable m ON m.conversation_id = c.id WHERE c.removed_at IS NULL${sql})`
      : ` AND EXISTS (SELECT 1 FROM searchable m JOIN conversations c ON c.id = m.conversation_id WHERE m.id = ${index}.rowid AND c.removed_at IS NULL${sql})`,
    pageOf(messages),
  );

/** Among many messages those found are looked at one by one, so that no more of them are asked for than are likely to be shown. */
const pageOf = (messages: number): number => (messages <= few ? mostRanked + 1 : 300);

const hitById = (where: string): string => `
  SELECT s.conversation_id, s.message_id, s.text, c.title, c.updated_at
  FROM searchable s JOIN conversations c ON c.id = s.conversation_id
  WHERE s.id = ? AND c.removed_at IS NULL${where}`;

/** Best first, one hit a message; `limit` of them at most. An empty query finds nothing. */
export function search(database: Database, typed: string, limit: number, filters: ChatFilters = {}): SearchHit[] {
  const parsed = parseQuery(typed);
  if (!parsed) return [];
  const where = whereOf(filters);
  const narrowed = where.sql === '' ? null : { ...where, messages: messagesIn(database, where) };
  if (narrowed?.messages === 0) return [];
  const hits = new Map<string, SearchHit>();
  const indexes = [
    { index: 'words', match: parsed.words },
    { index: 'trigrams', match: parsed.trigrams },
  ] as const;
  for (const { index, match } of parsed.isPunctuated ? indexes.toReversed() : indexes) {
    if (match === null) continue;
    for (const id of matches(database, index, match, narrowed)) {
      if (hits.size >= limit) break;
      const row = database.get(hitById(where.sql), id, ...where.values);
      if (!row) continue;
      const hit = HitRow.parse(row);
      const key = hit.message_id ?? hit.conversation_id;
      // Several parts of one message can match.
      if (hits.has(key)) continue;
      hits.set(key, {
        conversationId: hit.conversation_id,
        messageId: hit.message_id,
        title: hit.title,
        updatedAt: hit.updated_at,
        snippet: snippet(readable(hit.text), parsed.terms),
      });
    }
    if (hits.size >= limit || (parsed.isPunctuated && hits.size > 0)) break;
  }
  return [...hits.values()];
}

function messagesIn(database: Database, { sql, values }: Where): number {
  return Number(database.get(`SELECT coalesce(sum(c.message_count + 1), 0) AS found FROM conversations c WHERE c.removed_at IS NULL${sql}`, ...values)?.['found'] ?? 0);
}

/**
 * Ids of what matches, as far as somebody asks for them: the best first, or of very many the newest. The index is read once where
 * nothing is found, and where too much is. What is not of the chats looked through may be among them.
 */
function* matches(database: Database, index: Index, match: string, narrowed: Narrowed | null): Generator<number> {
  const first = idsOf(database.all(newest(index), match, Number.MAX_SAFE_INTEGER));
  if (first.length <= mostRanked) {
    yield* first.length === 0 ? [] : idsOf(database.all(best(index), match));
    return;
  }
  const sql = narrowed ? newestOf(index, narrowed) : newest(index);
  const page = (before: number): number[] => idsOf(database.all(sql, match, before, ...(narrowed?.values ?? [])));
  const whole = narrowed ? pageOf(narrowed.messages) : mostRanked + 1;
  let ids = narrowed ? page(Number.MAX_SAFE_INTEGER) : first;
  yield* ids;
  while (ids.length === whole) {
    ids = page(ids.at(-1) ?? 0);
    yield* ids;
  }
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => Number(id));
