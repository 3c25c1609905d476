import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchClock } from './clock-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const clock = { steady: 0, wall: 1_700_000_000_000 };
  const pauses: number[] = [];
  const stop = watchClock({ onPause: (ms) => pauses.push(ms), everyMs: 5000, leastMs: 15_000, steady: () => clock.steady, wall: () => clock.wall });
  /** One tick of our timer, after so much time on each clock. */
  const tick = (steady: number, wall: number) => {
    clock.steady += steady;
    clock.wall += wall;
    vi.advanceTimersByTime(5000);
  };
  return { pauses, tick, stop };
}

describe('the clock watch', () => {
  it('tells of a night asleep, whether the steady clock stood still or ran on (R73)', () => {
    const { pauses, tick } = watched();
    const night = 8 * 3600_000;
    tick(5000, 5000);
    tick(5000, 5000 + night);
    tick(5000 + night, 5000 + night);
    tick(5000, 5000);
    expect(pauses).toEqual([night, night]);
  });

  it('tells of a process that was stopped for a minute (R73)', () => {
    const { pauses, tick } = watched();
    tick(65_000, 65_000);
    expect(pauses).toEqual([60_000]);
  });

  it('says nothing of a busy machine, a clock set back, or after its end (R74, R75)', () => {
    const { pauses, tick, stop } = watched();
    tick(12_000, 12_000);
    tick(5000, -86_400_000);
    stop();
    tick(1e9, 1e9);
    expect(pauses).toEqual([]);
  });
});
