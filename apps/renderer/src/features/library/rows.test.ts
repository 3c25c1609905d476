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
    expect(rows.at(2)).toEqual({ type: 'entry', place: 2, at: 0, of: 3, groupKey: 'b', depth: 1 });
  });

  it('of folders within folders go with the one that holds them', () => {
    const folders = [{ key: 's d://', count: 1 }, { key: 's d://a/', count: 2 }, { key: 's d://a/x/', count: 1 }, { key: 's d://b/', count: 1 }, { key: 't d://a/', count: 1 }];
    const heads = (folded: string[]) => {
      const rows = rowsOf(folders, 6, new Set(folded), true);
      return Array.from({ length: rows.count }, (_, index) => rows.at(index)).flatMap((row) => (row?.type === 'group' ? [`${row.depth} ${row.group.key}`] : []));
    };
    expect(heads([])).toEqual(['0 s d://', '0 s d://a/', '1 s d://a/x/', '0 s d://b/', '0 t d://a/']);
    expect(heads(['s d://a/'])).toEqual(['0 s d://', '0 s d://a/', '0 s d://b/', '0 t d://a/']);
    const rows = rowsOf(folders, 6, new Set(['s d://a/']), true);
    expect(rows.count).toBe(7);
    expect(rows.at(4)).toMatchObject({ type: 'entry', place: 4 });
  });

  it('without groups are the entries', () => {
    expect(rowsOf([], 3, new Set()).at(2)).toMatchObject({ type: 'entry', place: 2 });
  });
});
