/**
 * `pnpm conformance`: the official suite's client scenarios against this package, one table for each set. `--short` runs a
 * few of them, `--scenario=<name>` one, `--verbose` shows what the suite prints. Exits with 1 when anything fails, warns
 * or checks nothing. Results are kept in a temporary folder and removed.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listScenarios, runSuite } from './suite.ts';
import type { ScenarioRun } from './suite.ts';

/** The newest scenarios of every revision, and what each revision demanded when it was frozen. */
const sets = [
  { name: 'default', revision: undefined },
  { name: '2025-11-25', revision: '2025-11-25' },
  { name: '2026-07-28', revision: '2026-07-28' },
] as const;

/** One of each kind: both eras, each authorization grant, what a server asks, what it may not make us do. */
const shortList = [
  ['2025-11-25', 'initialize'],
  ['2025-11-25', 'elicitation-sep1034-client-defaults'],
  ['2025-11-25', 'auth/metadata-default'],
  ['2026-07-28', 'tools_call'],
  ['2026-07-28', 'request-metadata'],
  ['2026-07-28', 'sep-2322-client-request-state'],
  ['2026-07-28', 'http-custom-headers'],
  ['2026-07-28', 'auth/scope-step-up'],
  ['2026-07-28', 'auth/authorization-server-migration'],
  ['2026-07-28', 'auth/iss-wrong-issuer'],
] as const;

interface Check {
  id: string;
  status: string;
  description?: string;
  errorMessage?: string;
}

interface Outcome {
  set: string;
  scenario: string;
  passed: number;
  /** In words, for everything that did not go well. */
  faults: string[];
  milliseconds: number;
}

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, verbose: { type: 'boolean', default: false }, scenario: { type: 'string' } } });
const results = await mkdtemp(join(tmpdir(), 'portolan-conformance-'));
const expectedFailures = fileURLToPath(new URL('expected-failures.yml', import.meta.url));

async function plan(): Promise<ScenarioRun[]> {
  if (values.short) return shortList.map(([revision, scenario]) => ({ set: revision, scenario, revision }));
  const runs: ScenarioRun[] = [];
  for (const { name, revision } of sets) for (const scenario of await listScenarios(revision)) runs.push({ set: name, scenario, revision });
  return runs.filter(({ scenario }) => values.scenario === undefined || scenario === values.scenario);
}

async function runOne(run: ScenarioRun): Promise<Outcome> {
  const directory = await mkdtemp(join(results, 'run-'));
  const started = performance.now();
  const { output, code } = await runSuite(run, { directory, expectedFailures });
  if (values.verbose) console.log(output);
  const checks = await readChecks(directory);
  const faults = checks.flatMap(({ id, status, description, errorMessage }) => (status === 'FAILURE' || status === 'WARNING' ? [`${status.toLowerCase()} of ${id}: ${errorMessage ?? description ?? ''}`] : []));
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  if (faults.length === 0 && code !== 0) faults.push(`the suite ended with ${code}: ${output.trim().split('\n').slice(-3).join(' ')}`);
  // A scenario that checked nothing proves nothing.
  if (faults.length === 0 && passed === 0) faults.push('nothing was checked');
  return { set: run.set, scenario: run.scenario, passed, faults, milliseconds: performance.now() - started };
}

async function readChecks(directory: string): Promise<Check[]> {
  const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('checks.json'));
  const lists = await Promise.all(files.map(async (file): Promise<Check[]> => JSON.parse(await readFile(join(directory, file), 'utf8'))));
  return lists.flat();
}

/** A few at a time: the suite measures how long clients wait, and one that gets no processor is late. */
async function runAll(runs: ScenarioRun[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...runs];
  const worker = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      const outcome = await runOne(run);
      outcomes.push(outcome);
      if (outcome.faults.length > 0) console.log(`✗ ${outcome.set} ${outcome.scenario}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, worker));
  return outcomes;
}

function print(outcomes: Outcome[]): void {
  const columns = [...new Set(outcomes.map(({ set }) => set))];
  const scenarios = [...new Set(outcomes.map(({ scenario }) => scenario))];
  const width = Math.max(...scenarios.map((name) => name.length));
  const cell = (outcome: Outcome | undefined): string => (outcome === undefined ? '–' : outcome.faults.length > 0 ? `✗ ${outcome.passed}` : `✓ ${outcome.passed}`);
  const row = (name: string, cells: string[]): string => [name.padEnd(width), ...cells.map((text, at) => text.padEnd(Math.max(10, columns[at]?.length ?? 0)))].join('  ').trimEnd();
  console.log(`\n${row('scenario (checks that passed)', columns)}`);
  for (const scenario of scenarios) console.log(row(scenario, columns.map((set) => cell(outcomes.find((outcome) => outcome.set === set && outcome.scenario === scenario)))));
  for (const set of columns) {
    const mine = outcomes.filter((outcome) => outcome.set === set);
    console.log(`${set}: ${mine.filter(({ faults }) => faults.length === 0).length} of ${mine.length} scenarios, ${mine.reduce((sum, { passed }) => sum + passed, 0)} checks`);
  }
  for (const { set, scenario, faults } of outcomes) for (const fault of faults) console.log(`\n${set} ${scenario}: ${fault}`);
}

try {
  const started = performance.now();
  const runs = await plan();
  if (runs.length === 0) throw new Error('There is no such scenario.');
  const outcomes = await runAll(runs);
  print(outcomes.toSorted((a, b) => runs.findIndex((run) => run.set === a.set && run.scenario === a.scenario) - runs.findIndex((run) => run.set === b.set && run.scenario === b.scenario)));
  const failed = outcomes.filter(({ faults }) => faults.length > 0).length;
  console.log(`\n${outcomes.length - failed} passed, ${failed} failed (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  if (failed > 0) process.exitCode = 1;
} finally {
  await rm(results, { recursive: true, force: true });
}
