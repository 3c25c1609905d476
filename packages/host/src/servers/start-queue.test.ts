import { describe, expect, it } from 'vitest';
import { StartQueue } from './start-queue.ts';

const never = new AbortController().signal;

describe('StartQueue', () => {
  it('lets the limit run and the next one in when one is done (R43)', async () => {
    const queue = new StartQueue(2, 60_000);
    const order: string[] = [];
    const ends = await Promise.all([queue.turn(never), queue.turn(never)]);
    const third = queue.turn(never).then((end) => {
      order.push('third');
      return end;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(order).toEqual([]);
    ends[0]?.();
    ends[0]?.();
    (await third)();
    ends[1]?.();
    expect(order).toEqual(['third']);
  });

  it('does not let ten servers that never answer hold up the eleventh (try-out 35)', async () => {
    const queue = new StartQueue(5, 10);
    for (let at = 0; at < 10; at += 1) await queue.turn(never);
    expect(await queue.turn(never)).toBeTypeOf('function');
  });

  it('forgets one that is no longer wanted', async () => {
    const queue = new StartQueue(1, 60_000);
    const end = await queue.turn(never);
    const controller = new AbortController();
    const unwanted = queue.turn(controller.signal);
    const next = queue.turn(never);
    controller.abort(new Error('stopped'));
    await expect(unwanted).rejects.toThrow('stopped');
    end();
    (await next)();
  });
});
