import { MessageId } from '@portolan/contract/ids';
import { describe, expect, it } from 'vitest';
import { chatOf } from '../../test/long-chat.ts';
import { shownAtOnce, withEarlier } from './earlier-messages.ts';
import type { WatchEvent } from './live-message.ts';

const ids = (messages: readonly { id: string }[]): string[] => messages.map(({ id }) => id);

async function collect(events: AsyncIterable<WatchEvent>): Promise<WatchEvent[]> {
  const all: WatchEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** As a window puts them together. */
function together(events: readonly WatchEvent[]): string[] {
  return events.reduce<string[]>((known, event) => (event.type === 'snapshot' ? ids(event.messages) : event.type === 'earlier' ? [...ids(event.messages), ...known] : known), []);
}

describe('a long chat', () => {
  it('is told from its end: the newest at once, the others in pieces, all of them once and in order (C05)', async () => {
    const chat = chatOf(1_000, 40);
    const events = await collect(chat.watch());
    expect(together(events)).toEqual(ids(chat.messages));
    const [first] = events;
    expect(first?.type === 'snapshot' && [first.messages.length, first.hasEarlier]).toEqual([shownAtOnce, true]);
    expect(events.map((event) => event.type === 'earlier' && event.isLast)).toEqual([false, ...events.slice(2).map(() => false), true]);
  });

  it('is told in smaller pieces where messages are long, one by one if need be (C05)', async () => {
    const chat = chatOf(125, 600_000);
    const events = await collect(chat.watch());
    expect(together(events)).toEqual(ids(chat.messages));
    expect(events.map((event) => event.type === 'earlier' && event.messages.length)).toEqual([false, 1, 1, 1, 1, 1]);
  });

  it('of which a message went meanwhile is told without it, to the end (C05)', async () => {
    const chat = chatOf(400, 40);
    const gone = MessageId.parse('m100');
    const events = await collect(withEarlier(chat.events(), chat.before, (wanted) => chat.read(wanted.filter((id) => id !== gone)), () => Promise.resolve()));
    expect(together(events)).toEqual(ids(chat.messages).filter((id) => id !== gone));
  });

  it('is drawn before what came earlier is told, once (C05)', async () => {
    const chat = chatOf(400, 40);
    const order: string[] = [];
    async function* twice() {
      yield* chat.events();
      yield* chat.events();
    }
    for await (const { type } of withEarlier(twice(), chat.before, chat.read, async () => void (await Promise.resolve(order.push('drawn'))))) order.push(type);
    expect(order).toEqual(['snapshot', 'drawn', 'earlier', 'snapshot', 'earlier']);
  });

  it('that is not long is told at once (C05)', async () => {
    const chat = chatOf(shownAtOnce, 40);
    expect((await collect(chat.watch())).map(({ type }) => type)).toEqual(['snapshot']);
  });
});
