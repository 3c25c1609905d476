/**
 * The capability manifest: which test proves which row of the feature table.
 *
 *     pnpm capabilities              every row with the tests that cite it, and which rows have none yet
 *     pnpm capabilities --missing    only the rows without a test
 *     pnpm capabilities --json       the same as data
 *
 * `docs/capabilities.json` holds what can be cited. A test cites it in its title, in parentheses, separated by commas:
 *
 *     it('keeps the good tools when one is malformed (P05, try-out 18)', …)
 *
 * - **Rows of the feature table** are plain: `P01`–`P24` protocol, `S01`–`S20` servers, `H01`–`H10` the person decides, `C01`–`C18` chat, `O01`–`O07` operation.
 * - **Try-outs** are written `try-out 18`; several as `try-out 1–3` or `try-out 13, 14`.
 * - **Attack cases** have the prefix `T:`, as in `T:C03`, because their letters A–J are used by other lists too: `C03` alone is a row of the feature table, `T:C03` is the definition that changes after approval. For A, B, D, F, G, I and J a case may go without prefix (`A12`), since nothing else bears these ids; C, E and H need it.
 * - **Hardening lines** are plain: `E1`–`E34` Electron, `W1`–`W15` browser mode, `M1`–`M5` client layer. **Faults** are plain: `R01`–`R104`.
 * - **Rules of the specification** that a host must keep are `rule H1` … `rule H100` (plain from `H14` on), **known bugs of other clients** `bug B1` … `bug B27`.
 * - **Protocol cases**, what a client must survive part by part of the protocol, are `row 1` … `row 49`; each row of a list has its own word: `(row 33, row 34)`.
 * - A range is written with a dash: `(R02–R06)`, `(row 3–5)`.
 *
 * A citation says that this test fails when the row is broken. Tests of the fixture servers only provide inputs: what they cite is listed apart and proves nothing about the product. The same holds for skipped tests.
 * The command fails when a test cites an id that does not exist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { citationsOf } from './citations.ts';
import { titlesOf } from './test-titles.ts';

/** Something that a test can cite. */
export interface Citable {
  readonly id: string;
  readonly text: string;
  readonly group: string;
  /** The protocol eras that a row speaks of; empty when it does not depend on them. */
  readonly eras: readonly string[];
}

/** Where a citation stands. */
export interface Mention {
  readonly file: string;
  readonly line: number;
  readonly title: string;
}

export interface Report {
  readonly entries: readonly (Citable & { readonly tests: readonly Mention[]; readonly inputs: readonly Mention[]; readonly skipped: readonly Mention[] })[];
  /** Citations of ids that do not exist. */
  readonly unknown: readonly (Mention & { readonly id: string })[];
}

export interface Manifest {
  readonly entries: readonly Citable[];
  /** Folders whose tests provide inputs and prove nothing about the product. */
  readonly inputsFrom: readonly string[];
}

const groupOf: Readonly<Record<string, string>> = { cases: 'Attack cases', hardening: 'Hardening', rules: 'Rules of the specification', protocolRows: 'Protocol cases', bugs: 'Known bugs of other clients', faults: 'Faults', tryOuts: 'Try-outs' };

/** Reads docs/capabilities.json. Throws when it is not what it should be, or has an id twice. */
export function readManifest(text: string): Manifest {
  const data: unknown = JSON.parse(text);
  if (!isRecord(data)) throw new Error('The manifest is not an object');
  const entries: Citable[] = [];
  for (const key of ['rows', ...Object.keys(groupOf)]) {
    const list = data[key];
    if (!Array.isArray(list)) throw new Error(`The manifest has no list '${key}'`);
    for (const item of list) entries.push(readEntry(item, groupOf[key]));
  }
  const seen = new Set<string>();
  for (const { id } of entries) {
    if (seen.has(id)) throw new Error(`The manifest has ${id} twice`);
    seen.add(id);
  }
  const inputs = data['inputsFrom'];
  return { entries, inputsFrom: Array.isArray(inputs) ? inputs.map(String) : [] };
}

function readEntry(item: unknown, group: string | undefined): Citable {
  if (!isRecord(item) || typeof item['text'] !== 'string') throw new Error(`Not an entry: ${JSON.stringify(item)}`);
  const id = typeof item['number'] === 'number' ? `try-out ${item['number']}` : item['id'];
  const named = group ?? item['group'];
  if (typeof id !== 'string' || typeof named !== 'string') throw new Error(`Not an entry: ${JSON.stringify(item)}`);
  return { id, text: item['text'], group: named, eras: Array.isArray(item['eras']) ? item['eras'].map(String) : [] };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lines up the manifest with the titles of the given test files (paths relative to the repository, with forward slashes). */
export function makeReport(manifest: Manifest, files: readonly { path: string; source: string }[]): Report {
  const known = new Set(manifest.entries.map(({ id }) => id));
  const found = new Map(manifest.entries.map((entry) => [entry.id, { ...entry, tests: [] as Mention[], inputs: [] as Mention[], skipped: [] as Mention[] }]));
  const unknown: (Mention & { id: string })[] = [];
  for (const { path, source } of files) {
    const isInput = manifest.inputsFrom.some((folder) => path.startsWith(`${folder}/`));
    for (const { title, line, skipped } of titlesOf(source)) {
      const citations = citationsOf(title, known);
      const mention = { file: path, line, title };
      for (const id of citations.unknown) unknown.push({ ...mention, id });
      for (const id of citations.ids) {
        const entry = found.get(id);
        (skipped ? entry?.skipped : isInput ? entry?.inputs : entry?.tests)?.push(mention);
      }
    }
  }
  return { entries: [...found.values()], unknown };
}

/** The report in words. */
export function printReport(report: Report, onlyMissing: boolean): string {
  const lines: string[] = [];
  const groups = new Set(report.entries.map(({ group }) => group));
  for (const group of groups) {
    const entries = report.entries.filter((entry) => entry.group === group);
    const proved = entries.filter(({ tests }) => tests.length > 0).length;
    lines.push('', `${group}: ${proved} of ${entries.length} cited by a test`);
    for (const { id, text, eras, tests, inputs, skipped } of entries) {
      if (onlyMissing && tests.length > 0) continue;
      const asides = [tests.length === 0 ? 'NONE YET' : count(tests.length, 'test'), ...(inputs.length > 0 ? [count(inputs.length, 'input')] : []), ...(skipped.length > 0 ? [`${skipped.length} skipped`] : [])];
      lines.push(`  ${id.padEnd(10)} ${text}${eras.length > 0 ? ` [${eras.join(', ')}]` : ''}: ${asides.join(', ')}`);
      if (!onlyMissing) for (const { file, line, title } of tests) lines.push(`               ${file}:${line} ${title}`);
    }
  }
  if (report.unknown.length > 0) {
    lines.push('', 'Citations of ids that do not exist (see the head of scripts/capabilities.ts for how to cite):');
    for (const { id, file, line, title } of report.unknown) lines.push(`  ${id}: ${file}:${line} ${title}`);
  }
  return `${lines.join('\n').trim()}\n`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Every test file under the roots, with its source. A root that does not exist yet has none. */
export function readTests(repository: string, roots: readonly string[]): { path: string; source: string }[] {
  const files: { path: string; source: string }[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !['node_modules', 'dist', '.tsbuild'].includes(entry.name)) visit(path);
      else if (entry.isFile() && /\.(?:test\.tsx?|spec\.ts)$/.test(entry.name)) files.push({ path: relative(repository, path).replaceAll('\\', '/'), source: readFileSync(path, 'utf8') });
    }
  };
  const present = new Set(readdirSync(repository));
  for (const root of roots) if (present.has(root)) visit(join(repository, root));
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function main(words: readonly string[]): number {
  const repository = fileURLToPath(new URL('..', import.meta.url));
  const manifest = readManifest(readFileSync(join(repository, 'docs/capabilities.json'), 'utf8'));
  const report = makeReport(manifest, readTests(repository, ['packages', 'apps', 'e2e', 'scripts']));
  process.stdout.write(words.includes('--json') ? `${JSON.stringify(report, null, 2)}\n` : printReport(report, words.includes('--missing')));
  return report.unknown.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
