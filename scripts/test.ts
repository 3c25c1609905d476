/**
 * `npm test`: checks, unit tests, and the journeys in a real browser and a real Electron window, one after the other,
 * with the slow preparations beside them. Ends with `N passed, N failed`. `--full` adds the journeys that repeat in another
 * look or in the other shell what has been seen once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll } from './steps/build.ts';
import { describeFailure, readFailures } from './steps/failures.ts';
import type { Failure } from './steps/failures.ts';
import { readPlaywrightReport, readVitestReport } from './steps/reports.ts';
import { check, endTogether, execute, root } from './steps/step.ts';
import type { Step, Tally } from './steps/step.ts';
import { findChromium, prepareContainer, prepareSystem } from './steps/system-packages.ts';
import { virtualScreen } from './steps/virtual-screen.ts';

const groups = ['checks', 'unit', 'e2e'] as const;
type Group = (typeof groups)[number];

const { values, positionals } = parseArgs({ options: { only: { type: 'string' }, full: { type: 'boolean', default: false } }, allowPositionals: true });
const only = values.only as Group | undefined;
if (only !== undefined && !groups.includes(only)) throw new Error(`--only takes one of ${groups.join(', ')}`);
const isWanted = (group: Group) => only === undefined || only === group;

const say = (line: string) => console.error(`[test] ${line}`);
const reports = mkdtempSync(join(tmpdir(), 'portolan-reports-'));
const bin = (name: string) => join(root, 'node_modules/.bin', name);
/** The newest Electron that the registry carries as a package runs here on Linux x64 alone; see .electron-smoke. */
const hasElectron = process.platform === 'linux' && process.arch === 'x64';

// Downloads go on while the processor checks.
// One apt at a time, and first what the unit tests wait for.
const container = isWanted('unit') || isWanted('e2e') ? prepareContainer(say) : Promise.resolve(null);
const system = isWanted('e2e') ? container.then(() => prepareSystem(say)) : Promise.resolve(null);
const electron = isWanted('e2e') && hasElectron ? system.then((problem) => (problem === null ? prepareElectron() : '')) : Promise.resolve('');

async function prepareElectron(): Promise<string> {
  const { code, output } = await execute(process.execPath, [join(root, '.electron-smoke/prepare.mjs')], { isQuiet: true });
  if (code !== 0) say(`the Electron for tests could not be prepared:\n${output}`);
  return code === 0 ? (output.trim().split('\n').at(-1) ?? '') : '';
}

endTogether();
const steps: Step[] = [];
if (isWanted('checks')) {
  steps.push(
    check('types', 'Checking types (5 to 20 seconds) …', bin('tsc'), ['-b']),
    check('lint', 'Linting (5 to 10 seconds) …', bin('oxlint'), ['--type-aware', '--quiet']),
    check('architecture', 'Checking import directions …', process.execPath, [join(root, 'scripts/architecture.ts')]),
  );
}
if (isWanted('unit')) {
  steps.push({
    name: 'unit tests',
    announce: 'Running unit tests (one to three minutes) …',
    run: async () => {
      const problem = await container;
      if (problem !== null) say(`Whether servers can be contained is not proven in this run. ${problem}`);
      return unitTests();
    },
  });
  steps.push(check('conformance', 'Running a part of the official protocol suite; pnpm conformance runs all of it (10 to 60 seconds) …', process.execPath, [join(root, 'packages/mcp-client/conformance/run.ts'), '--short']));
}
if (isWanted('e2e')) {
  steps.push(
    {
      name: 'build',
      announce: 'Building the window and the desktop app (10 to 30 seconds) …',
      run: async () => ((await buildAll()) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }),
    },
    {
      name: 'end to end',
      announce: `Running the journeys in Chromium${hasElectron ? ' and in an Electron window' : ''} (one to three minutes) …`,
      run: () => endToEnd(),
    },
  );
}

/** The unit tests of `names` (all, for none), at most `workers` files at a time, with the failures named. */
async function runVitest(report: string, workers: number, names: readonly string[]): Promise<{ tally: Tally; failures: Failure[] }> {
  const file = join(reports, report);
  const { code } = await execute(bin('vitest'), ['run', `--maxWorkers=${workers}`, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...names]);
  return { tally: readVitestReport(file, code), failures: readFailures(file) };
}

async function unitTests(): Promise<Tally> {
  // By itself vitest leaves one core alone; these tests mostly wait for processes they started.
  const { tally, failures } = await runVitest('vitest.json', 4, positionals);
  if (tally.failed > 0 && failures.length === 0) failed.push({ file: 'unit tests', name: '', message: 'The run ended with an error outside of its tests; it stands above.' });
  const files = [...new Set(failures.map(({ file }) => file))];
  // A shared machine may hold processes up for minutes. There the files of a few failures are run once more, one at a time
  // and with nothing beside them; what holds then counts, and its name stands in the output.
  if (process.env['CI'] === undefined || files.length === 0 || files.length > 3) {
    failed.push(...failures);
    return tally;
  }
  for (const failure of failures) say(`failed beside the others, and is tried alone: ${describeFailure(failure, root)}`);
  const alone = await runVitest('vitest-alone.json', 1, files);
  failed.push(...alone.failures);
  const mended = failures.length - alone.tally.failed;
  return { ...tally, passed: tally.passed + Math.max(0, mended), failed: alone.tally.failed };
}

async function endToEnd(): Promise<Tally> {
  const problem = await system;
  if (problem !== null) {
    say(problem);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const binary = await electron;
  if (hasElectron && binary === '') return { passed: 0, failed: 1, skipped: 0 };
  if (!hasElectron) say('the Electron window is not tested here: its test runtime exists for Linux x64 only');
  const screen = hasElectron ? await virtualScreen() : null;
  const file = join(reports, 'playwright.json');
  const { code } = await execute(process.execPath, [join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', ...positionals], {
    env: {
      CHROMIUM: findChromium(),
      ...(values.full ? { E2E_FULL: '1' } : {}),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      ...(screen ? { DISPLAY: screen.display, ELECTRON_BIN: binary } : {}),
    },
  });
  screen?.close();
  return readPlaywrightReport(file, code);
}

const failed: Failure[] = [];
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
const broken: string[] = [];
const began = performance.now();
if (only === undefined) {
  // Without a browser half of this would be missing: said now, not after minutes.
  const problem = await Promise.race([system, new Promise<null>((resolve) => setTimeout(() => resolve(null), 3000))]);
  if (problem !== null) {
    say(problem);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}
for (const step of steps) {
  say(step.announce);
  const start = performance.now();
  const tally = await step.run();
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
  if (tally.failed > 0) broken.push(step.name);
  say(`${step.name}: ${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}
rmSync(reports, { recursive: true, force: true });
// Where whoever reads only the end of a log finds them.
for (const failure of failed) say(`failed: ${describeFailure(failure, root)}`);
say(`${broken.length === 0 ? 'all is well' : `failed: ${broken.join(', ')}`}; ${((performance.now() - began) / 1000).toFixed(0)} s${total.skipped > 0 ? `; ${total.skipped} skipped` : ''}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
