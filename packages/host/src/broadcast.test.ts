import { describe, expect, it } from 'vitest';
import { Broadcast } from './broadcast.ts';

async function take<T>(source: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const event of source) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

describe('Broadcast', () => {
  it('delivers the first events, then everything published since the call of subscribe', async () => {
    const broadcast = new Broadcast<number>();
    const events = broadcast.subscribe(new AbortController().signal, [1, 2]);
    broadcast.publish(3);
    expect(await take(events, 3)).toEqual([1, 2, 3]);
    expect(broadcast.size).toBe(0);
  });

  it('wakes a waiting reader and gives every subscriber every event', async () => {
    const broadcast = new Broadcast<string>();
    const signal = new AbortController().signal;
    const both = Promise.all([take(broadcast.subscribe(signal), 2), take(broadcast.subscribe(signal), 2)]);
    await Promise.resolve();
    broadcast.publish('a');
    await Promise.resolve();
    broadcast.publish('b');
    expect(await both).toEqual([['a', 'b'], ['a', 'b']]);
  });

  it('ends and forgets a subscriber whose signal aborts, also one that never read', async () => {
    const broadcast = new Broadcast<number>();
    const reader = new AbortController();
    const idle = new AbortController();
    broadcast.subscribe(idle.signal);
    const done = take(broadcast.subscribe(reader.signal), 99);
    broadcast.publish(1);
    await Promise.resolve();
    reader.abort();
    idle.abort();
    expect(await done).toEqual([1]);
    expect(broadcast.size).toBe(0);
  });

  it('cuts a subscriber that does not read instead of growing (T:H01)', async () => {
    const broadcast = new Broadcast<number>({ limit: 3 });
    const events = broadcast.subscribe(new AbortController().signal);
    for (let n = 0; n < 1000; n++) broadcast.publish(n);
    expect(broadcast.size).toBe(0);
    await expect(take(events, 1)).rejects.toMatchObject({ problem: { code: 'too-many-requests' } });
  });

  it('replaces what a slow subscriber missed by a fresh snapshot when there is one', async () => {
    let state = 0;
    const broadcast = new Broadcast<{ snapshot: number } | { delta: number }>({ limit: 2, resync: () => [{ snapshot: state }] });
    const events = broadcast.subscribe(new AbortController().signal);
    for (state = 1; state <= 3; state++) broadcast.publish({ delta: state });
    broadcast.publish({ delta: 4 });
    expect(await take(events, 2)).toEqual([{ snapshot: 3 }, { delta: 4 }]);
  });

  it('merges into the newest unread event', async () => {
    const broadcast = new Broadcast<string>({ limit: 2, merge: (last, next) => (last.length + next.length > 6 ? null : last + next) });
    const events = broadcast.subscribe(new AbortController().signal);
    for (const piece of ['ab', 'cd', 'ef', 'gh']) broadcast.publish(piece);
    expect(await take(events, 2)).toEqual(['abcdef', 'gh']);
  });

  it('delivers what is unread when closed, then ends; a later subscriber gets the first events and ends', async () => {
    const broadcast = new Broadcast<number>();
    const events = broadcast.subscribe(new AbortController().signal);
    broadcast.publish(1);
    broadcast.close();
    expect(await take(events, 9)).toEqual([1]);
    expect(await take(broadcast.subscribe(new AbortController().signal, [7]), 9)).toEqual([7]);
  });
});
