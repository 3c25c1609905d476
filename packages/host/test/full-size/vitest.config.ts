/** `pnpm faults:servers`: what the unit tests do with a dozen servers, once more with as many as it is named after. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['*.full.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    reporters: ['verbose'],
  },
});
