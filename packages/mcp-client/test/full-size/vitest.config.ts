/** `pnpm faults:protocol`: the faults of the unit tests once more, as large as they are named. Takes about four minutes; the short forms are unit tests. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['*.full.ts'],
    // A flood of a minute takes longer where other things run as well.
    testTimeout: 600_000,
    hookTimeout: 60_000,
    // Memory and the neighbour's latency are measured: nothing else may run in this process meanwhile.
    maxWorkers: 1,
    execArgv: ['--expose-gc'],
    reporters: ['verbose'],
  },
});
