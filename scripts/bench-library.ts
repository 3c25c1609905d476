/**
 * `pnpm bench:library`: the library with 7,000 entries against 50, in a real browser: how long an answer takes, and whether scrolling
 * keeps the window waiting. Prints a table with ratios; fails when a target is missed. `ROUNDS=3` unless told.
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
