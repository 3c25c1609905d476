/** Chats as they are after years, written straight into the database of an app that does not run. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mixed } from '@portolan/bench-renderer/documents';

export interface LongHistory {
  /** The chats by how many messages they have. */
  chats: ReadonlyMap<number, string>;
}

/** Words that are said rarely, so that a search for one has something to find among the others. */
export const rareWords = Array.from({ length: 40 }, (_each, at) => `zephyr${at}`);

const paragraphs = mixed(30_000).split('\n\n');

/** Every sixth answer has code or a table; lengths differ. */
function answer(at: number): string {
  const count = 1 + ((at * 7) % 5);
  const start = (at * 13) % (paragraphs.length - count);
  const rare = at % 97 === 0 ? `\n\nAnd ${rareWords[(at / 97) % rareWords.length] ?? ''} besides.` : '';
  return `${paragraphs.slice(start, start + count).join('\n\n')}${rare}`;
}

/** One chat for each number of messages, the last of them the newest. */
export function writeHistory(dataFolder: string, sizes: readonly number[]): LongHistory {
  const database = new DatabaseSync(join(dataFolder, 'conversations.db'));
  database.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; BEGIN');
  const conversation = database.prepare('INSERT INTO conversations (id, title, model, created_at, updated_at, head_id) VALUES (?, ?, NULL, ?, ?, ?)');
  const head = database.prepare('UPDATE conversations SET head_id = ? WHERE id = ?');
  const message = database.prepare("INSERT INTO messages (id, conversation_id, position, role, status, created_at, parent_id) VALUES (?, ?, ?, ?, 'complete', ?, ?)");
  const part = database.prepare('INSERT INTO parts (message_id, position, json) VALUES (?, 0, ?)');
  const searchable = database.prepare('INSERT INTO searchable (conversation_id, message_id, position, text) VALUES (?, ?, 0, ?)');
  const chats = new Map<number, string>();
  let told = 0;
  for (const [index, size] of sizes.entries()) {
    const id = `c_bench${index}`;
    chats.set(size, id);
    conversation.run(id, `${size} messages`, index, Date.now() - (sizes.length - index) * 60_000, null);
    let parent: string | null = null;
    for (let at = 0; at < size; at += 1) {
      const messageId: string = `m_bench${index}_${at}`;
      const text = at % 2 === 0 ? `Question ${at}: ${(paragraphs[(at * 3) % paragraphs.length] ?? '').slice(0, 160)}` : answer(told);
      message.run(messageId, id, at + 1, at % 2 === 0 ? 'user' : 'assistant', at, parent);
      part.run(messageId, JSON.stringify({ type: 'text', text }));
      searchable.run(id, messageId, text);
      parent = messageId;
      told += 1;
    }
    head.run(parent, id);
  }
  database.exec('COMMIT');
  database.close();
  return { chats };
}
