/** The rows of the list: a head for each group, its entries below it unless it is folded. Folders may lie within others. */

export interface Group {
  key: string;
  count: number;
}

export type RowAt =
  /** `depth` counts the folders around it that are shown. */
  | { type: 'group'; group: Group; depth: number; parent: Group | null }
  /** `place` counts entries of the whole answer, folded ones too; `at` and `of` within the group. */
  | { type: 'entry'; place: number; at: number; of: number; groupKey: string | null; depth: number };

export interface Rows {
  count: number;
  at: (index: number) => RowAt | undefined;
  /** The row of a group's head. */
  indexOfGroup: (key: string) => number;
}

interface Start {
  group: Group;
  row: number;
  place: number;
  rows: number;
  depth: number;
  parent: Group | null;
}

/** Without groups there are only entries. With `nested`, a key that begins with another one lies within it. */
export function rowsOf(groups: readonly Group[], total: number, folded: ReadonlySet<string>, nested = false): Rows {
  if (groups.length === 0) return { count: total, at: (index) => (index >= 0 && index < total ? { type: 'entry', place: index, at: index, of: total, groupKey: null, depth: 0 } : undefined), indexOfGroup: () => -1 };
  const starts: Start[] = [];
  const isWithin = nested ? holds : () => false;
  const around: { group: Group; isFolded: boolean }[] = [];
  let row = 0;
  let place = 0;
  for (const group of groups) {
    while (around.length > 0 && !isWithin(around.at(-1)?.group.key ?? '', group.key)) around.pop();
    const isHidden = around.some(({ isFolded }) => isFolded);
    const isFolded = folded.has(group.key);
    const rows = isHidden ? 0 : isFolded ? 1 : 1 + group.count;
    if (rows > 0) starts.push({ group, row, place, rows, depth: around.length, parent: around.at(-1)?.group ?? null });
    around.push({ group, isFolded });
    row += rows;
    place += group.count;
  }
  return {
    count: row,
    at: (index) => {
      const start = startAt(starts, index);
      if (start === undefined || index < 0 || index >= start.row + start.rows) return undefined;
      if (index === start.row) return { type: 'group', group: start.group, depth: start.depth, parent: start.parent };
      const at = index - start.row - 1;
      return { type: 'entry', place: start.place + at, at, of: start.group.count, groupKey: start.group.key, depth: start.depth + 1 };
    },
    indexOfGroup: (key) => starts.find(({ group }) => group.key === key)?.row ?? -1,
  };
}

/** A scheme alone holds nothing: `d://` is no folder around `d://a/`. */
function holds(outer: string, inner: string): boolean {
  return inner.length > outer.length && inner.startsWith(outer) && /[^/:]\/$/.test(outer);
}

/** The last that begins at or before a row; there may be a folder for each of thousands of entries. */
function startAt(starts: readonly Start[], index: number): Start | undefined {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle]?.row ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return starts[low];
}
