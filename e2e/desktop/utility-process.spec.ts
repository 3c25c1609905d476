/**
 * The way to the host that a released app takes: Electron's utility process. The host itself cannot run in it here, for
 * the Electron of the tests has no node:sqlite; the launcher, the channel and the restart are the real ones.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, test } from '../harness/test.ts';

const sources = fileURLToPath(new URL('../../apps/desktop/test', import.meta.url));

async function bundle(file: string, outDir: string, name: string, format: 'cjs' | 'es'): Promise<void> {
  await build({
    root: sources,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: { ssr: join(sources, file), target: 'node20', outDir, emptyOutDir: false, minify: false, rolldownOptions: { external: ['electron', /^node:/], output: { format, entryFileNames: name } } },
  });
}

test('the launcher starts it, speaks to it, starts it again after kill -9, and stops it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-utility-'));
  writeFileSync(join(folder, 'package.json'), '{"name":"utility","main":"main.cjs"}');
  await bundle('utility-main.ts', folder, 'main.cjs', 'cjs');
  await bundle('utility-child.ts', folder, 'child.mjs', 'es');
  const { stdout } = await promisify(execFile)(process.env['ELECTRON_BIN'] ?? '', [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', folder], { timeout: 30_000 });
  const result: unknown = JSON.parse(/^RESULT (.+)$/m.exec(stdout)?.[1] ?? 'null');
  expect(result).toEqual({ before: true, reason: 'host-gone', after: 'again', isOther: true, isLeft: false });
  rmSync(folder, { recursive: true, force: true });
});
