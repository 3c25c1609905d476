/**
 * Measurements in a real browser, each by a name of `e2e/bench`: `pnpm bench:library`, `pnpm bench:first-load`. Each prints a table
 * and fails when a target is missed.
 */
import { join } from 'node:path';
import { execute, root } from './steps/step.ts';
import { findChromium, prepareSystem } from './steps/system-packages.ts';

const problem = await prepareSystem((line) => console.error(line));
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
const { code } = await execute(process.execPath, [join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/bench.config.ts', ...process.argv.slice(2)], {
  env: { CHROMIUM: findChromium() },
});
process.exit(code);
