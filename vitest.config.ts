import { defineConfig } from 'vitest/config';

/** A shared machine may hold a process up for seconds: there a test that fails is tried once more. */
const retry = process.env['CI'] === undefined ? 0 : 1;

// One run for the whole repository; `vitest run packages/host` narrows it to a folder.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/{contract,mcp-client,builtin-servers,host,fixture-servers,i18n}/**/*.test.ts', 'apps/{browser,cli,desktop}/**/*.test.ts', 'scripts/**/*.test.ts'],
          retry,
          // The store of whoever runs the tests is not theirs to write to.
          env: { PORTOLAN_KEYRING: 'off' },
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['packages/{ui,markdown,schema-form}/**/*.test.{ts,tsx}', 'apps/renderer/**/*.test.{ts,tsx}'],
          retry,
          testTimeout: 20_000,
        },
      },
    ],
  },
});
