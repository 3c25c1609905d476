/** Filters of a search as parts of SQL on indexed columns, each by itself (C10). */
import { chatFilterNames, mostFiltered } from '@portolan/contract/chat-filters';
import type { ChatFilterName, ChatFilters } from '@portolan/contract/chat-filters';
import { ConversationId } from '@portolan/contract/ids';
import type { Database } from './database.ts';

export interface Where {
  /** Begins with AND; about the alias `c` of `conversations`. Empty where nothing is filtered. */
  sql: string;
  values: (string | number)[];
}

const ofFact = (kind: 'model' | 'server' | 'attachment'): string => `EXISTS (SELECT 1 FROM chat_facts f WHERE f.kind = '${kind}' AND f.value = ? AND f.conversation_id = c.id)`;
const isProject = 'EXISTS (SELECT 1 FROM projects p WHERE p.id = c.project_id AND p.removed_at IS NULL)';

export function whereOf({ projectId, server, model, hasAttachment, place, from, until }: ChatFilters): Where {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, ...bound: (string | number)[]) => {
    parts.push(` AND ${sql}`);
    values.push(...bound);
  };
  if (projectId === null) add(`NOT ${isProject}`);
  else if (projectId !== undefined) add(`c.project_id = ? AND ${isProject}`, projectId);
  if (place !== undefined) add('c.place = ?', place);
  if (from !== undefined) add('c.updated_at >= ?', from);
  if (until !== undefined) add('c.updated_at < ?', until);
  if (server !== undefined) add(ofFact('server'), server);
  if (model !== undefined) add(ofFact('model'), model);
  if (hasAttachment === true) add(ofFact('attachment'), '');
  return { sql: parts.join(''), values };
}

/** The one used last first. */
export function filterChats(db: Database, filters: ChatFilters, most: number = mostFiltered): ConversationId[] {
  const { sql, values } = whereOf(filters);
  return db.all(`SELECT c.id FROM conversations c WHERE c.removed_at IS NULL${sql} ORDER BY c.updated_at DESC, c.rowid DESC LIMIT ?`, ...values, most).map((row) => ConversationId.parse(row['id']));
}

/** Each filter without which something is found. @param isFound whether anything passes these */
export function excludingFilters(filters: ChatFilters, isFound: (filters: ChatFilters) => boolean): ChatFilterName[] {
  return chatFilterNames.filter((name) => {
    if (filters[name] === undefined) return false;
    const { [name]: _without, ...others } = filters;
    return isFound(others);
  });
}

/** More names than these nobody reads through. */
const mostNames = 300;

/** Of chats that are there. */
export function filterChoices(db: Database): { models: string[]; servers: string[] } {
  const names = (kind: 'model' | 'server') =>
    db.all('SELECT DISTINCT f.value FROM chat_facts f JOIN conversations c ON c.id = f.conversation_id WHERE f.kind = ? AND c.removed_at IS NULL ORDER BY f.value LIMIT ?', kind, mostNames).map((row) => String(row['value']).slice(0, 256));
  return { models: names('model'), servers: names('server') };
}
