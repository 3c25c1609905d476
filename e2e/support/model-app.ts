/** Asks a model file through the entry of the desktop app for such processes, in Electron's utility process. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scriptedModel, words } from '@portolan/fixture-servers/gguf/scripted-model';
import { build } from 'vite';

const sources = fileURLToPath(new URL('../../apps/desktop/test', import.meta.url));

/** @returns what it wrote and how that ended; the process was killed after that and is gone */
export async function askModelIn(entry: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-model-process-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"name":"model","main":"main.cjs"}');
    const model = join(folder, 'model.gguf');
    writeFileSync(model, scriptedModel({ lines: [{ pieces: words('Hello from Electron.') }] }));
    await build({
      root: sources,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, target: 'node' },
      build: { ssr: join(sources, 'model-main.ts'), target: 'node20', outDir: folder, emptyOutDir: false, minify: false, rolldownOptions: { external: ['electron', /^node:/], output: { format: 'cjs', entryFileNames: 'main.cjs' } } },
    });
    const { stdout } = await promisify(execFile)(process.env['ELECTRON_BIN'] ?? '', [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', folder, entry, model], { timeout: 60_000 });
    return JSON.parse(/^RESULT (.+)$/m.exec(stdout)?.[1] ?? 'null');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
