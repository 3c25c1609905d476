import { CallId } from '@portolan/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { useLiveApps } from './live-apps.ts';
import type { LiveApp } from './live-apps.ts';

beforeEach(() => useLiveApps.setState(useLiveApps.getInitialState()));

const id = (n: number) => CallId.parse(`call-${n}`);
/** An app that takes its time to end, as the window draws it: it leaves the list once it rests. */
function app(n: number, inView: (n: number) => boolean) {
  let over: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (over = resolve));
  const state = { asked: 0 };
  const live: LiveApp = {
    end: () => {
      state.asked += 1;
      return ended;
    },
    isInView: () => inView(n),
  };
  return { live, state, over };
}

describe('apps that run at once (I14)', () => {
  it('are six: each one more lets one rest, also while another still takes its leave, and those out of sight first', async () => {
    const all = Array.from({ length: 9 }, (_, n) => app(n, (each) => each !== 3 && each !== 5));
    for (const [n, { live }] of all.entries()) useLiveApps.getState().add(id(n), live);
    expect(all.map(({ state }) => state.asked)).toEqual([1, 0, 0, 1, 0, 1, 0, 0, 0]);
    for (const { over } of all) over();
    await expect.poll(() => [...useLiveApps.getState().resting].toSorted()).toEqual([id(0), id(3), id(5)]);
    useLiveApps.getState().wake(id(3));
    expect(useLiveApps.getState().resting.has(id(3))).toBe(false);
  });
});
