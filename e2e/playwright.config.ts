/** The journeys run in both shells; what only one shell has is in a folder of its own. Started by scripts/test.ts. */
import { defineConfig } from '@playwright/test';
import type { ShellOption } from './harness/test.ts';
import { chromiumLaunch } from './harness/chromium.ts';

const traceMode = process.env['E2E_TRACE'] === 'retain-on-failure' ? 'retain-on-failure' : 'on-first-retry';
/**
 * `@full` repeats what has been seen in another look, `@twice` in the other shell: only with `--full`, for the whole has to be over
 * in ten minutes on two cores.
 */
const isFull = process.env['E2E_FULL'] !== undefined;
const reportFile = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

export default defineConfig<ShellOption>({
  testDir: '.',
  outputDir: '../test-results',
  // More than two cores' worth: a journey mostly waits for processes it started.
  workers: 4,
  forbidOnly: process.env['CI'] !== undefined,
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: reportFile ? [['list'], ['json', { outputFile: reportFile }]] : 'list',
  timeout: 90_000,
  // Long for a person, short for a machine that does other things as well; what passes waits for nothing.
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 15_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 832 },
    locale: 'en-US',
    // Recording every step costs a third of the processor; ask for it with E2E_TRACE=retain-on-failure.
    trace: traceMode,
    launchOptions: chromiumLaunch,
  },
  projects: [
    { name: 'browser', testMatch: ['journeys/**/*.spec.ts', 'browser/**/*.spec.ts'], ...(isFull ? {} : { grepInvert: /@full/ }), use: { shell: 'browser' } },
    ...(process.env['ELECTRON_BIN'] ? [{ name: 'electron', testMatch: ['journeys/**/*.spec.ts', 'desktop/**/*.spec.ts'], ...(isFull ? {} : { grepInvert: /@full|@twice/ }), use: { shell: 'desktop' as const } }] : []),
  ],
});
