/**
 * Measurements in a real browser, each by a name of `e2e/bench`: `pnpm bench:library`, `pnpm bench:renderer`, `pnpm bench:first-load`. Each prints a table
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
// The page on which renderers are compared is built anew: it holds ours as it is now.
if (process.argv.includes('renderer')) {
  const built = await execute(process.execPath, [join(root, 'bench/renderer/node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error', join(root, 'bench/renderer')]);
  if (built.code !== 0) process.exit(built.code);
}
const { code } = await execute(process.execPath, [join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/bench.config.ts', ...process.argv.slice(2)], {
  env: { CHROMIUM: findChromium() },
});
process.exit(code);
