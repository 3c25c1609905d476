/** What vitest's JSON report says of the tests that failed, to be said again at the end, where the last lines of a log are. */
import { readReport } from './reports.ts';

/** One failed test, or a file that did not load (`name` is then empty). */
export interface Failure {
  /** The test file, as the report names it: an absolute path. */
  file: string;
  /** The title with those of its groups. */
  name: string;
  /** The first lines of what was wrong. */
  message: string;
}

interface FileReport {
  name?: unknown;
  status?: unknown;
  message?: unknown;
  assertionResults?: unknown;
}

interface TestReport {
  fullName?: unknown;
  status?: unknown;
  failureMessages?: unknown;
}

/** The failures of a report file; none when it is not there or is not a report. */
export function readFailures(file: string): Failure[] {
  return listOf<FileReport>(readReport(file)?.['testResults']).flatMap((entry) => {
    const failed = listOf<TestReport>(entry.assertionResults)
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file: textOf(entry.name), name: textOf(test.fullName), message: firstLines(listOf<unknown>(test.failureMessages).map(textOf).join('\n')) }));
    if (failed.length > 0 || entry.status !== 'failed') return failed;
    return [{ file: textOf(entry.name), name: '', message: firstLines(textOf(entry.message)) }];
  });
}

/** A failure as people read it, with the path from the root of the repository. */
export function describeFailure({ file, name, message }: Failure, root: string): string {
  const place = file.startsWith(root) ? file.slice(root.length) : file;
  return `${place}${name === '' ? ' could not be run' : ` › ${name}`}\n${message.replace(/^/gmu, '    ')}`;
}

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'gu');

function firstLines(text: string): string {
  const own = text.replaceAll(colours, '').split('\n').filter((line) => !/^\s*at .*(?:node_modules|Promise)/u.test(line));
  return own.slice(0, 12).join('\n').slice(0, 1500);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}
