import { describe, expect, it } from 'vitest';
import { safeFileName } from './save-text.ts';

describe('the name of a saved file', () => {
  it.each([
    ['portolan-trace-my server-1.jsonl', 'portolan-trace-my-server-1.jsonl'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['C:\\x\u202egpj.exe', 'C-x-gpj.exe'],
    ['日志 один.jsonl', '日志-один.jsonl'],
    ['…', 'portolan'],
    ['x'.repeat(500), 'x'.repeat(120)],
  ])('%j → %s: no path, nothing hidden, of a length every disk takes (S15)', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });
});
