import { describe, expect, it } from 'vitest';
import type { TableNode } from './nodes.ts';
import { asCsv, asTabSeparated } from './table-text.ts';
import { TokenStream } from './token-stream.ts';

function tableOf(text: string): TableNode {
  const node = new TokenStream().update(text, true)[0]?.node;
  if (node?.kind !== 'table') throw new Error('no table');
  return node;
}

describe('a table as text (C05)', () => {
  const node = tableOf('| Name | Note |\n|---|---|\n| a, b | say "hi" |\n| **bold** `x` | -5 |\n| 名字 | |');

  it('is comma-separated values that a strict reader takes, with every row as long as the widest', () => {
    expect(asCsv(node)).toBe('Name,Note\r\n"a, b","say ""hi"""\r\nbold x,-5\r\n名字,\r\n');
  });

  it('is tab-separated for pasting', () => {
    expect(asTabSeparated(node)).toBe('Name\tNote\na, b\tsay "hi"\nbold x\t-5\n名字\t');
  });

  it('starts no formula in another program, and hides nothing (T:B02)', () => {
    const hostile = tableOf('| =cmd() | +1 |\n|---|---|\n| @SUM(1) | -x |\n| a\u202eb | =HYPERLINK("https://x.example","y") |');
    const csv = asCsv(hostile);
    expect(csv.split('\r\n')[0]).toBe("'=cmd(),'+1");
    expect(csv).toContain("'@SUM(1),'-x");
    expect(csv).toContain('"\'=HYPERLINK(""');
    expect(csv).not.toContain('\u202e');
  });
});
