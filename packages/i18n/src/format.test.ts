import { describe, expect, it } from 'vitest';
import { formatOf } from './format.ts';
import { plural } from './en/plural.ts';

const english = formatOf('en');
const chinese = formatOf('zh-CN');
const now = Date.UTC(2026, 10, 29, 12);

describe('formats', () => {
  it('write sizes in the unit that reads best', () => {
    expect(english.bytes(0)).toBe('0 bytes');
    expect(english.bytes(1_536)).toBe('1.5 kB');
    expect(english.bytes(999_960)).toBe('1 MB');
    expect(english.bytes(362_000)).toBe('362 kB');
    expect(chinese.bytes(5_000_000)).toBe('5 MB');
  });

  it('write lengths of time with two units at most', () => {
    expect(english.duration(12)).toBe('12ms');
    expect(english.duration(1_240)).toBe('1.2s');
    expect(english.duration(59_600)).toBe('1m');
    expect(english.duration(83_000)).toBe('1m 23s');
    expect(english.duration(3_600_000 * 2 + 60_000 * 5)).toBe('2h 5m');
    expect(chinese.duration(83_000)).toBe('1分钟23秒');
  });

  it('write moments relative to now, and as a date when far', () => {
    expect(english.relative(now - 1_000 * 60 * 3, now)).toBe('3 minutes ago');
    expect(english.relative(now + 5_000, now)).toBe('in 5 seconds');
    expect(english.relative(now, now)).toBe('now');
    expect(chinese.relative(now - 86_400_000, now)).toBe('昨天');
    expect(english.relative(now - 86_400_000 * 40, now)).toMatch(/2026/);
  });

  it('join lists and compare names as readers of the language do', () => {
    expect(english.list(['a', 'b', 'c'])).toBe('a, b, and c');
    expect(chinese.list(['甲', '乙'])).toBe('甲和乙');
    expect(['file10', 'file2', 'File1'].toSorted(english.compare)).toEqual(['File1', 'file2', 'file10']);
  });

  it('count in English with one and many', () => {
    expect(plural(1, { one: '# tool', other: '# tools' })).toBe('1 tool');
    expect(plural(1_200, { one: '# tool', other: '# tools' })).toBe('1,200 tools');
  });
});
