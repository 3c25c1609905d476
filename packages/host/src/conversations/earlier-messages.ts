/** How a long chat reaches a window: its end at once, what came before in pieces, while everything else goes on. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { MessageView } from '@portolan/contract/conversations';
import type { MessageId } from '@portolan/contract/ids';
import type { WatchEvent } from './live-message.ts';

/** Messages of the first answer: more than any window shows, few enough to come at once. */
export const shownAtOnce = 120;
const messagesOfAPiece = 500;
/** A piece ends with the message that makes it longer than this, in characters. */
const piecesUpTo = 500_000;

/** While a window draws the end of a chat it has just opened, in milliseconds, it is not given other work. */
const drawingEnd = 250;
const whileDrawing = (): Promise<void> => setTimeout(drawingEnd, undefined, { ref: false });

/**
 * The events of a chat, and after each snapshot that lacks its beginning the messages before it, newest piece first.
 * @param before ids of what comes before a message, oldest first
 * @param opening waited for before the first piece of a chat that has just been opened, unless an answer is being written
 */
export async function* withEarlier(events: AsyncIterable<WatchEvent>, before: (first: MessageId) => readonly MessageId[], read: (ids: readonly MessageId[]) => MessageView[], opening: () => Promise<void> = whileDrawing): AsyncGenerator<WatchEvent> {
  let isOpening = true;
  for await (const event of events) {
    yield event;
    const isFirst = isOpening;
    isOpening = false;
    const first = event.type === 'snapshot' && event.hasEarlier === true ? event.messages[0] : undefined;
    if (!first) continue;
    if (isFirst && event.type === 'snapshot' && !event.conversation.isRunning) await opening();
    const ids = before(first.id);
    let end = ids.length;
    do {
      await setImmediate();
      const messages = lastOf(read(ids.slice(Math.max(0, end - messagesOfAPiece), end)));
      // Messages that were removed meanwhile are not there to be sent.
      const sent = messages[0] ? ids.indexOf(messages[0].id) : Math.max(0, end - messagesOfAPiece);
      end = sent;
      yield { type: 'earlier', messages, isLast: end <= 0 };
    } while (end > 0);
  }
}

/** The newest of them that are one piece. */
function lastOf(messages: MessageView[]): MessageView[] {
  let length = 0;
  let from = messages.length;
  while (from > 0 && length < piecesUpTo) {
    from -= 1;
    length += JSON.stringify(messages[from]).length;
  }
  return messages.slice(from);
}
