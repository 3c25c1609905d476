/** Counts from the JSON reports of vitest and Playwright. A report that is not there or not readable is a failure. */
import { readFileSync } from 'node:fs';
import type { Tally } from './step.ts';

/** `code` is the runner's own verdict: a run that failed without a failed test (a file that does not load) counts as one. */
export function readVitestReport(file: string, code: number): Tally {
  const report = readReport(file);
  const passed = count(report, 'numPassedTests');
  const failed = count(report, 'numFailedTests');
  const skipped = count(report, 'numPendingTests') + count(report, 'numTodoTests');
  return agree({ passed, failed, skipped }, code);
}

export function readPlaywrightReport(file: string, code: number): Tally {
  const stats = readReport(file)?.['stats'];
  const from = typeof stats === 'object' && stats !== null ? (stats as Record<string, unknown>) : null;
  // On a person's machine a test that passed only when tried again has failed once too often to be called passed. A shared
  // machine, which tries once more, has moments of its own: there it counts, and its name stands in the output.
  const again = count(from, 'flaky');
  const isPassed = process.env['CI'] !== undefined;
  return agree({ passed: count(from, 'expected') + (isPassed ? again : 0), failed: count(from, 'unexpected') + (isPassed ? 0 : again), skipped: count(from, 'skipped') }, code);
}

function agree(tally: Tally, code: number): Tally {
  const hasRun = tally.passed + tally.failed > 0;
  return tally.failed === 0 && (code !== 0 || !hasRun) ? { ...tally, failed: 1 } : tally;
}

function count(report: Record<string, unknown> | null, name: string): number {
  const value = report?.[name];
  return typeof value === 'number' ? value : 0;
}

/** A report as it stands in its file; null when it is not there or not one. */
export function readReport(file: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
