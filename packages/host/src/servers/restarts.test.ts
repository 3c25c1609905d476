import { describe, expect, it } from 'vitest';
import { defaultPolicy } from './policy.ts';
import { Restarts } from './restarts.ts';

function clocked(random = 0) {
  const clock = { now: 0 };
  return { clock, restarts: new Restarts(defaultPolicy, () => clock.now, () => random) };
}

describe('Restarts', () => {
  it('waits 0.5, 1, 2, 4 … and never more than 60 seconds (R72)', () => {
    const { restarts } = clocked();
    const delays = Array.from({ length: 9 }, () => restarts.failed('network')).map((step) => (step.kind === 'retry' ? step.delayMs : -1));
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(restarts.crashes).toBe(0);
  });

  it('spreads restarts by up to a quarter', () => {
    expect(clocked(1).restarts.failed('crash')).toEqual({ kind: 'retry', delayMs: 375 });
  });

  it('gives up at the third crash within five minutes, and not at three in six (R02)', () => {
    const quick = clocked();
    expect([1, 2, 3].map(() => quick.restarts.failed('crash').kind)).toEqual(['retry', 'retry', 'give-up']);
    const slow = clocked();
    const steps = [0, 170_000, 340_000].map((at) => {
      slow.clock.now = at;
      return slow.restarts.failed('crash').kind;
    });
    expect(steps).toEqual(['retry', 'retry', 'retry']);
    expect(slow.restarts.crashes).toBe(2);
  });

  it('starts over after a stable minute and after the person acted', () => {
    const { clock, restarts } = clocked();
    restarts.failed('network');
    restarts.failed('network');
    restarts.ready();
    clock.now += 10_000;
    expect(restarts.failed('network')).toEqual({ kind: 'retry', delayMs: 2000 });
    restarts.ready();
    clock.now += 60_000;
    expect(restarts.failed('network')).toEqual({ kind: 'retry', delayMs: 500 });
    restarts.failed('crash');
    restarts.failed('crash');
    restarts.reset();
    expect(restarts.crashes).toBe(0);
    expect(restarts.failed('crash')).toEqual({ kind: 'retry', delayMs: 500 });
  });
});
