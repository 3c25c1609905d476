/**
 * `docs/attack-cases.md`: which test replays which attack case, and in which shell. Written from the titles of the tests:
 *
 *     pnpm attack-cases            writes the file anew
 *     pnpm attack-cases --check    fails when a case is replayed in no journey of a shell, or the file names what is not there
 *
 * Another list of cases gets its page part by an entry in `groups`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeReport, readManifest, readTests } from './capabilities.ts';
import type { Mention, Report } from './capabilities.ts';

/** Cases of one letter, from 01 on. */
interface Group {
  letter: string;
  title: string;
  count: number;
}

export const groups: readonly Group[] = [
  { letter: 'A', title: 'Installing, configuring, starting', count: 18 },
  { letter: 'B', title: 'What models write, drawn', count: 17 },
  { letter: 'C', title: 'Definitions, results, approvals', count: 18 },
  { letter: 'D', title: 'Icons, pictures, resources, files', count: 16 },
  { letter: 'E', title: 'Questions of servers', count: 10 },
  { letter: 'F', title: 'Answers of models, and folders', count: 7 },
  { letter: 'G', title: 'Signing in', count: 14 },
  { letter: 'H', title: 'Messages, schemas, floods', count: 13 },
  { letter: 'I', title: 'Everybody else on this computer', count: 17 },
  { letter: 'J', title: 'The person at the screen', count: 12 },
];

type Shell = 'browser' | 'Electron';

/** What can only go wrong in the desktop app: its bridge, its schemes, its switches, its package. */
const desktopAlone = new Set(['I08', 'I09', 'I10', 'I11', 'I15']);

/** In which shells a test file runs; none for the test of a part. */
export function shellsOf(file: string): readonly Shell[] {
  if (file.startsWith('e2e/journeys/')) return ['browser', 'Electron'];
  if (file.startsWith('e2e/browser/')) return ['browser'];
  return file.startsWith('e2e/desktop/') ? ['Electron'] : [];
}

export interface Case {
  id: string;
  text: string;
  journeys: readonly Mention[];
  /** Files with tests of parts. */
  parts: readonly string[];
}

export function casesOf(report: Report, { letter, count }: Group): Case[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `${letter}${String(index + 1).padStart(2, '0')}`;
    const entry = report.entries.find((each) => each.id === `T:${id}`);
    if (entry === undefined) throw new Error(`There is no case ${id}`);
    const journeys = entry.tests.filter(({ file }) => shellsOf(file).length > 0);
    return { id, text: entry.text, journeys, parts: [...new Set(entry.tests.filter(({ file }) => shellsOf(file).length === 0).map(({ file }) => file))] };
  });
}

/** Shells in which no journey replays the case. */
export function missingShells({ id, journeys }: Case): Shell[] {
  const seen = new Set(journeys.flatMap(({ file }) => shellsOf(file)));
  return (desktopAlone.has(id) ? (['Electron'] as const) : (['browser', 'Electron'] as const)).filter((shell) => !seen.has(shell));
}

export function writePage(report: Report): string {
  const lines = [
    '# Attack cases',
    '',
    'What has gone wrong in programs like this one, replayed by name: no attack may succeed, in the browser or in the desktop app.',
    'Journeys use the app as a person does, with real servers, sockets and processes; `pnpm e2e --full` runs all of them. Parts are tested beside',
    'their code. Written by `pnpm attack-cases` from the titles of the tests; a unit test compares.',
  ];
  for (const group of groups) {
    lines.push('', `## ${group.letter}: ${group.title}`, '', '| case | what is tried | journey | shells | parts |', '|---|---|---|---|---|');
    for (const each of casesOf(report, group)) {
      const journeys = each.journeys.map(({ title }) => cell(title)).join('<br>');
      const shells = each.journeys.map(({ file }) => shellsOf(file).join(', ')).join('<br>');
      lines.push(`| ${each.id} | ${cell(each.text)} | ${journeys} | ${shells} | ${each.parts.map((file) => `\`${file}\``).join('<br>')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

/** What is wrong: a case that no journey of a shell replays, or a test of the page that is not there any more. */
export function faultsOf(report: Report, page: string): string[] {
  const faults: string[] = [];
  const titles = new Set<string>();
  const files = new Set<string>();
  for (const group of groups) {
    for (const each of casesOf(report, group)) {
      for (const shell of missingShells(each)) faults.push(`${each.id}: no journey in ${shell}`);
      if (!page.includes(`| ${each.id} |`)) faults.push(`${each.id}: not on the page`);
      for (const { title } of each.journeys) titles.add(cell(title));
      for (const file of each.parts) files.add(`\`${file}\``);
    }
  }
  for (const row of page.split('\n').filter((line) => /^\| [A-J]\d\d \|/.test(line))) {
    const [, , , journeys = '', , parts = ''] = row.split(/(?<!\\)\|/).map((each) => each.trim());
    for (const title of journeys.split('<br>')) if (title !== '' && !titles.has(title)) faults.push(`there is no test “${title}”`);
    for (const file of parts.split('<br>')) if (file !== '' && !files.has(file)) faults.push(`there is no test of that case in ${file}`);
  }
  return faults;
}

function main(words: readonly string[]): number {
  const repository = new URL('..', import.meta.url);
  const target = new URL('docs/attack-cases.md', repository);
  const manifest = readManifest(readFileSync(new URL('docs/capabilities.json', repository), 'utf8'));
  const report = makeReport(manifest, readTests(fileURLToPath(repository), ['packages', 'apps', 'e2e']));
  if (!words.includes('--check')) writeFileSync(target, writePage(report));
  const faults = faultsOf(report, readFileSync(target, 'utf8'));
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
