/**
 * Writes chats into the database beside the host's own connection (C12). A chat is hidden until it is whole. The lock is held for
 * moments only: whoever sends a message meanwhile hardly waits for it.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConversationId } from '@portolan/contract/ids';
import type { MessageId } from '@portolan/contract/ids';
import { projectOfName } from '../../projects/project-store.ts';
import type { Database } from '../../storage/database.ts';
import { insertMessage, removeUnfinished, setTitle } from '../../storage/write-rows.ts';
import { newMessageId } from '../ids.ts';
import type { ImportedChat } from './imported-chat.ts';

/** How long the lock is held at once, and left to others in between, in milliseconds. */
const holdMs = 25;
const leaveMs = 3;

interface WriteOptions {
  importId: string;
  now(): number;
  isStopped(): boolean;
  onDone(done: number): void;
}

/** Returns how many chats are whole; fewer than there are when it was stopped. */
export async function writeChats(db: Database, chats: Iterable<ImportedChat>, { importId, now, isStopped, onDone }: WriteOptions): Promise<number> {
  let done = 0;
  const work = stepsOf(db, chats, importId, now);
  const over = { isReached: false };
  while (!over.isReached && !isStopped()) {
    const whole = db.transaction(() => {
      const until = performance.now() + holdMs;
      let count = 0;
      do {
        const step = work.next();
        if (step.done === true) over.isReached = true;
        else if (step.value === 'whole') count++;
      } while (!over.isReached && performance.now() < until);
      return count;
    });
    done += whole;
    if (whole > 0) onDone(done);
    // oxlint-disable-next-line no-await-in-loop -- others get their turn, and news of a stop comes in
    await pause(leaveMs);
  }
  removeUnfinished(db);
  return done;
}

function* stepsOf(db: Database, chats: Iterable<ImportedChat>, importId: string, now: () => number): Generator<'message' | 'whole'> {
  for (const chat of chats) {
    const id = ConversationId.parse(`c_${randomBytes(16).toString('base64url')}`);
    const ids: MessageId[] = [];
    // Hidden as if it had been removed: no list, search or count knows it.
    db.run('INSERT INTO conversations (id, title, created_at, updated_at, removed_at, imported_from) VALUES (?, ?, ?, ?, ?, ?)', id, '', chat.createdAt, chat.updatedAt, now(), chat.source);
    db.run('INSERT INTO imported_chats (conversation_id, source_key, import_id, updated_at, is_whole) VALUES (?, ?, ?, ?, 0)', id, chat.key, importId, chat.updatedAt);
    setTitle(db, id, chat.title, true);
    for (const { parent, ...message } of chat.messages) {
      const messageId = newMessageId();
      ids.push(messageId);
      insertMessage(db, { ...message, id: messageId, conversationId: id, usage: null, providerState: [] }, parent === null ? null : (ids[parent] ?? null));
      yield 'message';
    }
    db.run('UPDATE conversations SET removed_at = NULL, head_id = ?, project_id = ? WHERE id = ?', ids[chat.head] ?? ids.at(-1) ?? null, chat.project === undefined ? null : projectOfName(db, chat.project, now()), id);
    db.run('UPDATE imported_chats SET is_whole = 1 WHERE conversation_id = ?', id);
    yield 'whole';
  }
}
