import { describe, expect, it } from 'vitest';
import { rowsOf } from './rows.ts';

const groups = [{ key: 'a', count: 2 }, { key: 'b', count: 3 }];

describe('the rows of the library', () => {
  it('are heads and entries, each entry at its place of the whole answer', () => {
    const rows = rowsOf(groups, 5, new Set());
    expect(Array.from({ length: rows.count }, (_, index) => rows.at(index)).map((row) => (row?.type === 'entry' ? row.place : row?.group.key))).toEqual(['a', 0, 1, 'b', 2, 3, 4]);
    expect(rows.at(7)).toBeUndefined();
    expect(rows.at(-1)).toBeUndefined();
    expect(rows.indexOfGroup('b')).toBe(3);
  });

  it('of a folded group are its head alone, and what follows keeps its place', () => {
    const rows = rowsOf(groups, 5, new Set(['a']));
    expect(rows.count).toBe(5);
    expect(rows.at(1)).toMatchObject({ type: 'group', group: { key: 'b' } });
    expect(rows.at(2)).toEqual({ type: 'entry', place: 2, at: 0, of: 3, groupKey: 'b' });
  });

  it('without groups are the entries', () => {
    expect(rowsOf([], 3, new Set()).at(2)).toMatchObject({ type: 'entry', place: 2 });
  });
});
