import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeReport, printReport, readManifest } from './capabilities.ts';
import { citationsOf } from './citations.ts';
import { titlesOf } from './test-titles.ts';

const manifest = readManifest(readFileSync(new URL('../docs/capabilities.json', import.meta.url), 'utf8'));
const known = new Set(manifest.entries.map(({ id }) => id));

describe('the manifest', () => {
  it('holds every row, try-out, case, hardening line and fault once', () => {
    const count = (pattern: RegExp): number => manifest.entries.filter(({ id }) => pattern.test(id)).length;
    expect([/^P\d\d$/, /^S\d\d$/, /^H\d\d$/, /^C\d\d$/, /^O\d\d$/].map(count)).toEqual([24, 20, 10, 18, 7]);
    expect([/^try-out /, /^T:[A-J]\d\d$/, /^E\d/, /^W\d/, /^M\d/, /^R\d/].map(count)).toEqual([36, 142, 34, 15, 5, 104]);
    expect([/^row \d/, /^bug B\d/].map(count)).toEqual([49, 27]);
    expect(manifest.entries.find(({ id }) => id === 'P16')?.eras).toEqual(['legacy']);
  });

  it('is refused when it names an id twice or lacks a list', () => {
    const row = { id: 'P01', group: 'Protocol', text: 'x' };
    const empty = { tryOuts: [], cases: [], hardening: [], rules: [], protocolRows: [], bugs: [], faults: [] };
    expect(() => readManifest(JSON.stringify({ rows: [row, row], ...empty }))).toThrow('P01 twice');
    expect(() => readManifest(JSON.stringify({ rows: [row] }))).toThrow("no list 'cases'");
  });
});

describe('titlesOf', () => {
  it('finds titles behind modifiers, tables and type arguments', () => {
    const source = [
      "it('plain', () => {});",
      'test("double \\"quoted\\"", () => {});',
      "it.each(['(a', \"b)\"])('table %s', () => {});",
      "it.each([[/\\(/, `x${f('(')}`]])(",
      "  'regular expression', () => {});",
      "it.each<[string, number]>([])('typed', () => {});",
      'it.each`a | b\n${1} | ${2}`(`tagged`, () => {});',
      "describe.skipIf(process.platform === 'win32')('conditional', () => {});",
      "it.skip('skipped', () => {}); it.todo('later');",
      "it.concurrent.each(cases)('chained', () => {});",
    ].join('\n');
    expect(titlesOf(source).map(({ title, skipped }) => `${title}${skipped ? '!' : ''}`)).toEqual(['plain', 'double "quoted"', 'table %s', 'regular expression', 'typed', 'tagged', 'conditional', 'skipped!', 'later!', 'chained']);
    expect(titlesOf(source)[3]?.line).toBe(4);
  });

  it('takes nothing else for a title', () => {
    expect(titlesOf("submit('a'); visit.it('b'); const it = 5; it(name, () => { f('c'); }); describe(title, () => { it('real', f); });").map(({ title }) => title)).toEqual(['real']);
  });
});

describe('citationsOf', () => {
  it.each([
    ['keeps the good tools (P05, try-out 18)', ['P05', 'try-out 18']],
    ['a row and a case of one name (C03, T:C03)', ['C03', 'T:C03']],
    ['ranges (R02–R04, W1-W2) and (T:A01–T:A02; try-out 1–3, 5)', ['R02', 'R03', 'R04', 'W1', 'W2', 'T:A01', 'T:A02', 'try-out 1', 'try-out 2', 'try-out 3', 'try-out 5']],
    ['cases whose letter is theirs alone (A12, I08)', ['T:A12', 'T:I08']],
    ['hardening and a case of one name (E10, T:E10)', ['E10', 'T:E10']],
    ['rules and bugs (H81, rule H10, H10, bug B10, B1)', ['rule H81', 'rule H10', 'H10', 'bug B10', 'bug B1']],
    ['protocol cases (row 14, row 2–4)', ['row 14', 'row 2', 'row 3', 'row 4']],
    ['other words (in passing, P05 of old, 200) stay words (H2O, utf-8)', []],
  ])('%s', (title, ids) => {
    expect(citationsOf(title, known)).toEqual({ ids, unknown: [] });
  });

  it('names what looks like an id and is none', () => {
    expect(citationsOf('x (P99, T:K01, try-out 4, row 50, R105, P05)', known)).toEqual({ ids: ['P05'], unknown: ['P99', 'T:K01', 'try-out 4', 'row 50', 'R105'] });
  });
});

describe('the report', () => {
  const files = [
    { path: 'packages/host/src/a.test.ts', source: "it('proves (P05)', f);\nit.skip('would prove (P06)', f);\nit('wrong (P99)', f);" },
    { path: 'packages/fixture-servers/src/b.test.ts', source: "it('provides (P05, P07)', f);" },
  ];
  const report = makeReport(manifest, files);

  it('counts tests of the product, and lists inputs and skipped tests apart', () => {
    const entry = (id: string) => report.entries.find((each) => each.id === id);
    expect(entry('P05')).toMatchObject({ tests: [{ file: 'packages/host/src/a.test.ts', line: 1 }], inputs: [{ file: 'packages/fixture-servers/src/b.test.ts' }] });
    expect(entry('P06')).toMatchObject({ tests: [], skipped: [{ line: 2 }] });
    expect(entry('P07')).toMatchObject({ tests: [], inputs: [{}] });
    expect(report.unknown).toMatchObject([{ id: 'P99', line: 3 }]);
  });

  it('says in words what has no test yet', () => {
    const text = printReport(report, false);
    expect(text).toMatch(/^Protocol: 1 of 24 cited by a test\n/);
    expect(text).toMatch(/P05 .*: 1 test, 1 input\n +packages\/host\/src\/a\.test\.ts:1 proves \(P05\)/);
    expect(text).toMatch(/P06 .*: NONE YET, 1 skipped/);
    expect(text).toContain('P99: packages/host/src/a.test.ts:3 wrong (P99)');
    expect(printReport(report, true)).not.toContain('proves (P05)');
  });

  it('runs over this repository as a command', () => {
    const { stdout } = spawnSync(process.execPath, [fileURLToPath(new URL('capabilities.ts', import.meta.url)), '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const data = JSON.parse(stdout);
    expect(data.entries).toHaveLength(manifest.entries.length);
    expect(data.entries.find((entry: { id: string }) => entry.id === 'P01').inputs.length).toBeGreaterThan(0);
  });
});
