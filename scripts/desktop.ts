/** `npm run desktop`: builds the desktop app and starts it, with the Electron that `ELECTRON_BIN` names or the installed one. */
import { createRequire } from 'node:module';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildAll } from './steps/build.ts';
import { root } from './steps/step.ts';

if (!(await buildAll())) process.exit(1);
const named = process.env['ELECTRON_BIN'];
// The package's main module is the path of its binary, once `pnpm exec install-electron` has fetched that.
const binary = named ?? (createRequire(import.meta.url)('electron') as string);
const child = spawn(binary, [join(root, 'apps/desktop'), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.once('error', (error) => {
  console.error(`Electron could not be started (${error.message}). Fetch it with "pnpm exec install-electron", or set ELECTRON_BIN.`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
