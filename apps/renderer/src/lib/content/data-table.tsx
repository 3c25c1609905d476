/** Rows of plain values as a table; long ones are cut with a way to see the rest. */
import type { Json } from '@portolan/contract/json';
import { Button } from '@portolan/ui/button';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useT } from '../i18n.tsx';

export interface TableData {
  columns: string[];
  rows: string[][];
}

const rowsAtOnce = 100;
const mostColumns = 50;
const cellLength = 500;

export function DataTable({ table, label }: { table: TableData; label: string }) {
  const t = useT();
  const [shown, setShown] = useState(rowsAtOnce);
  const columns = table.columns.slice(0, mostColumns);
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} role="region" aria-label={label} className="max-h-[32rem] max-w-full overflow-auto rounded-md border border-line">
        <table className="border-collapse text-left text-xs">
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {columns.map((column, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns may repeat a name, and never move
                <th key={index} scope="col" className="border-b border-line px-2 py-1 font-semibold"><RevealText text={column} hideCount /></th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, shown).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows never move
              <tr key={index} className="even:bg-sunken">
                {columns.map((_column, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- cells never move
                  <td key={at} className="max-w-80 border-b border-line px-2 py-1 align-top wrap-anywhere"><RevealText text={row[at] ?? ''} limit={cellLength} multiline /></td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="flex items-center gap-2 text-xs text-subtle">
        {t.content.rows(table.rows.length)}
        {table.rows.length > shown ? <Button size="sm" variant="ghost" onClick={() => setShown(shown * 4)}>{t.content.moreRows}</Button> : null}
      </p>
    </div>
  );
}

/** A list of objects that hold plain values, or an object that holds one such list; null for everything else. */
export function tableOf(value: Json): TableData | null {
  if (Array.isArray(value)) return tableOfList(value);
  if (value === null || typeof value !== 'object') return null;
  const lists = Object.values(value).filter((each) => Array.isArray(each));
  return Object.keys(value).length === 1 && lists[0] !== undefined ? tableOfList(lists[0]) : null;
}

function tableOfList(list: readonly Json[]): TableData | null {
  if (list.length === 0) return null;
  const columns = new Set<string>();
  for (const item of list) {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return null;
    for (const [key, cell] of Object.entries(item)) {
      if (cell !== null && typeof cell === 'object') return null;
      columns.add(key);
    }
    if (columns.size > mostColumns) return null;
  }
  if (columns.size === 0) return null;
  const names = [...columns];
  return { columns: names, rows: list.map((item) => names.map((name) => cellText(item, name))) };
}

function cellText(item: Json, name: string): string {
  if (item === null || typeof item !== 'object' || Array.isArray(item) || !Object.hasOwn(item, name)) return '';
  const cell = item[name];
  return typeof cell === 'string' ? cell : JSON.stringify(cell) ?? '';
}

/** Values set apart by commas or tabs (RFC 4180). Null when it is no table: one column, or none. */
export function readDelimited(text: string, separator: ',' | '\t', most = 10_000): TableData | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length <= most; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      row = [];
      cell = '';
    } else cell += letter;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  const [head, ...body] = rows;
  return head === undefined || head.length < 2 || body.length === 0 ? null : { columns: head, rows: body };
}
