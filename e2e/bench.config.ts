/** Measurements in a browser, one after the other. Started by scripts/bench.ts; no part of the tests. */
import { defineConfig } from '@playwright/test';
import type { ShellOption } from './harness/test.ts';
import { chromiumLaunch } from './harness/chromium.ts';

export default defineConfig<ShellOption>({
  testDir: './bench',
  testMatch: '*.bench.ts',
  outputDir: '../test-results',
  workers: 1,
  reporter: 'line',
  timeout: 600_000,
  use: { browserName: 'chromium', shell: 'browser', viewport: { width: 1280, height: 832 }, locale: 'en-US', launchOptions: chromiumLaunch },
  projects: [{ name: 'bench' }],
});
