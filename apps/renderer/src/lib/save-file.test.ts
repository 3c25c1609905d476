import { describe, expect, it } from 'vitest';
import { fileNameOf, safeFileName } from './save-file.ts';

describe('the name of a saved file', () => {
  it.each([
    ['portolan-trace-my server-1.jsonl', 'portolan-trace-my-server-1.jsonl'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['日志 один.jsonl', '日志-один.jsonl'],
    ['…', 'portolan'],
    ['x'.repeat(500), 'x'.repeat(120)],
    [`${'x'.repeat(500)}.tar.gz`, `${'x'.repeat(117)}.gz`],
  ])('%j → %s: no path, nothing hidden, of a length every disk takes (S15)', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });

  it.each([
    ['../../.bashrc', 'bashrc'],
    ['..\\..\\Start Menu\\x.lnk', 'Start-Menu-x.lnk.file'],
    ['/etc/cron.d/x', 'etc-cron.d-x'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['a.png\u202egnp.exe', 'a.png-gnp.exe.file'],
    ['C:\\x\u202egpj.exe', 'C-x-gpj.exe.file'],
    ['photo.png.desktop', 'photo.png.desktop.file'],
    ['-rf', 'rf'],
    ['--output=x', 'output-x'],
    ['x.exe. . .', 'x.exe.file'],
    ['a\0.txt', 'a.txt'],
    ['a\u200b.t\u200bxt', 'a.t-xt'],
    ['x'.repeat(300) + '.lnk', `${'x'.repeat(111)}.lnk.file`],
    ['', 'portolan'],
  ])('%j → %s: no device, no start file, nothing that a press would run (T:D14)', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
    expect(safeFileName(safeFileName(name))).toBe(safeFileName(name));
  });

  it.each([
    ['file:///a/b/report.pdf?x=1#y', 'application/pdf', 'report.pdf'],
    ['docs://plan', 'text/markdown', 'plan.md'],
    ['x:%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'text/plain', 'x:../../etc/passwd.txt'],
    ['x://', '', 'x:'],
    ['a/%E0%A4%A', 'image/png', '%E0%A4%A.png'],
  ])('of %j is its last part', (uri, type, expected) => {
    expect(fileNameOf(uri, type)).toBe(expected);
    expect(safeFileName(fileNameOf(uri, type))).not.toMatch(/[/\\]|^\./);
  });
});
