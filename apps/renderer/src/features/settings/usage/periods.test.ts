import { describe, expect, it } from 'vitest';
import { boundsOf, momentOf, periods, stepsOf } from './periods.ts';

const moments = [new Date(2026, 10, 30, 23, 59), new Date(2026, 0, 1, 0, 0), new Date(2028, 1, 29, 12), new Date(2026, 2, 29, 1, 30), new Date(2026, 9, 25, 2, 30)];

describe('times of usage (C15)', () => {
  it.each(moments.flatMap((now) => periods.map((period) => [period, now] as const)))('%s at %s: the steps fill it, one after the other, today the last', (period, now) => {
    const { since, until } = boundsOf(period, now);
    const steps = stepsOf(period, now);
    expect(new Set(steps).size).toBe(steps.length);
    expect(momentOf(steps[0] ?? '').getTime()).toBe(since);
    const last = momentOf(steps.at(-1) ?? '');
    expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(until).toBeGreaterThan(now.getTime());
    expect(steps.toSorted()).toEqual(steps);
  });

  it('are 7 days, 30 days and 12 months', () => {
    expect(periods.map((period) => stepsOf(period, new Date(2026, 10, 30)).length)).toEqual([7, 30, 12]);
  });
});
