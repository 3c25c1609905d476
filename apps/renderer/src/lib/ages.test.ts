import { describe, expect, it } from 'vitest';
import { ageOf } from './ages.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

describe('the age of a chat', () => {
  it.each([
    [at(29, 0, 1), 'today'],
    [at(28, 23, 59), 'yesterday'],
    [at(28, 0, 0), 'yesterday'],
    [at(27, 23, 59), 'lastWeek'],
    [at(22, 0, 0), 'lastWeek'],
    [at(21, 23, 59), 'lastMonth'],
    [at(1, 0, 0), 'lastMonth'],
    [new Date(2026, 9, 1).getTime(), 'older'],
    // A clock that was set back: the future counts as today.
    [at(30, 12), 'today'],
  ])('is told by calendar days', (moment, age) => {
    expect(ageOf(moment, at(29, 0, 30))).toBe(age);
  });
});
