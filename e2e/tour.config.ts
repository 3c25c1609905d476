/** The tour that takes the pictures of docs/screenshots. Started by scripts/screenshots.ts. */
import { defineConfig } from '@playwright/test';
import type { ShellOption } from './harness/test.ts';
import { chromiumLaunch } from './harness/chromium.ts';

export default defineConfig<ShellOption>({
  testDir: './tour',
  testMatch: '*.tour.ts',
  outputDir: '../test-results',
  workers: 2,
  reporter: 'list',
  timeout: 480_000,
  use: { browserName: 'chromium', shell: 'browser', viewport: { width: 1280, height: 832 }, launchOptions: chromiumLaunch },
  projects: [
    { name: 'light-en', use: { colorScheme: 'light', locale: 'en-US' } },
    { name: 'dark-en', use: { colorScheme: 'dark', locale: 'en-US' } },
    { name: 'light-zh', use: { colorScheme: 'light', locale: 'zh-CN' } },
    { name: 'dark-zh', use: { colorScheme: 'dark', locale: 'zh-CN' } },
    { name: 'narrow-light-en', use: { colorScheme: 'light', locale: 'en-US', viewport: { width: 420, height: 832 } } },
    { name: 'narrow-dark-zh', use: { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 420, height: 832 } } },
  ],
});
