/** The rows of the list: a head for each group, its entries below it unless it is folded. */

export interface Group {
  key: string;
  count: number;
}

export type RowAt =
  | { type: 'group'; group: Group }
  /** `place` counts entries of the whole answer, folded ones too; `at` and `of` within the group. */
  | { type: 'entry'; place: number; at: number; of: number; groupKey: string | null };

export interface Rows {
  count: number;
  at: (index: number) => RowAt | undefined;
  /** The row of a group's head. */
  indexOfGroup: (key: string) => number;
}

/** Without groups there are only entries. */
export function rowsOf(groups: readonly Group[], total: number, folded: ReadonlySet<string>): Rows {
  if (groups.length === 0) return { count: total, at: (index) => (index >= 0 && index < total ? { type: 'entry', place: index, at: index, of: total, groupKey: null } : undefined), indexOfGroup: () => -1 };
  const starts: { group: Group; row: number; place: number; rows: number }[] = [];
  let row = 0;
  let place = 0;
  for (const group of groups) {
    const rows = folded.has(group.key) ? 1 : 1 + group.count;
    starts.push({ group, row, place, rows });
    row += rows;
    place += group.count;
  }
  return {
    count: row,
    at: (index) => {
      // Groups are servers or kinds: few enough to go through.
      const start = starts.findLast((each) => each.row <= index);
      if (start === undefined || index < 0 || index >= start.row + start.rows) return undefined;
      if (index === start.row) return { type: 'group', group: start.group };
      const at = index - start.row - 1;
      return { type: 'entry', place: start.place + at, at, of: start.group.count, groupKey: start.group.key };
    },
    indexOfGroup: (key) => starts.find(({ group }) => group.key === key)?.row ?? -1,
  };
}
