/** A table as text for other programs. A cell that could start a formula there is quoted with an apostrophe. */
import { asSeen } from './hidden-characters.ts';
import { plainText, type Inline, type TableNode } from './nodes.ts';

/** Tabs between cells, as spreadsheets take what is pasted. */
export function asTabSeparated(node: TableNode): string {
  return rowsOf(node).map((row) => row.join('\t')).join('\n');
}

/** RFC 4180: commas, quotes where they are needed, lines that end in CRLF. */
export function asCsv(node: TableNode): string {
  return rowsOf(node).map((row) => `${row.map((cell) => (/[",]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`).join('');
}

/** The whole of it, however much of it is drawn; a short row is filled up. */
function rowsOf(node: TableNode): string[][] {
  const rows = [node.header, ...node.rows.map((row) => row.cells)];
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_each, at) => cellText(row[at] ?? [])));
}

function cellText(nodes: readonly Inline[]): string {
  const text = asSeen(plainText(nodes)).replace(/[\t\n\r]+/g, ' ');
  return /^[=+@]|^-(?!\d)/.test(text) ? `'${text}` : text;
}
