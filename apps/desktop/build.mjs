/**
 * Bundles the desktop app into dist/: main.cjs and preload.cjs for Electron, host.mjs with its worker files for the
 * host's process, builtin/servers.mjs for the servers that come with the app, and the built window. Run by `pnpm --filter @portolan/desktop build`, after the window has been built.
 */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const builtInEntry = join(here, '../../packages/builtin-servers/src/main.ts');
const hostEntry = process.env.PORTOLAN_HOST_ENTRY ?? join(here, '../../packages/host/src/process/host-process.ts');

/** `new URL('some-worker.ts', import.meta.url)` names a file to run: it is bundled too, and named as it will lie. */
function workerFiles() {
  const pattern = /new URL\(\s*(['"])((?:\.{1,2}\/)?[\w./-]+\.ts)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;
  return {
    name: 'portolan-worker-files',
    transform: {
      order: 'pre',
      handler(code, id) {
        if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
        const replaced = code.replaceAll(pattern, (_all, _quote, path) => {
          const file = join(dirname(id), path);
          const name = `workers/${basename(file, '.ts')}.mjs`;
          this.emitFile({ type: 'chunk', id: file, fileName: name });
          // Everything of the host lies in dist/ or one level below it.
          return `new URL(import.meta.url.includes('/workers/') || import.meta.url.includes('/parts/') ? '../${name}' : './${name}', import.meta.url)`;
        });
        // Lines stay where they are.
        return { code: replaced, map: null };
      },
    },
  };
}

/** Packages written as CommonJS use these two, which a module does not have. */
const commonNames = [
  "import { fileURLToPath as __fileURLToPath } from 'node:url';",
  'const __filename = __fileURLToPath(import.meta.url);',
  "const __dirname = __fileURLToPath(new URL('.', import.meta.url));",
].join('\n');

function bundle(entry, name, { format, plugins = [], outDir = dist }) {
  const isModule = format === 'es';
  return build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    plugins,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: entry,
      target: 'node20',
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        // The system's store is asked through Electron here; the library for it, a native one, is browser mode's.
        external: ['electron', '@napi-rs/keyring', 'node-llama-cpp', /^node:/],
        output: isModule
          ? { format, banner: commonNames, entryFileNames: `${name}.mjs`, chunkFileNames: 'parts/[name]-[hash].mjs' }
          : { format, entryFileNames: `${name}.cjs`, codeSplitting: false },
      },
    },
  });
}

const window = join(here, '../renderer/dist');
if (!existsSync(join(window, 'index.html'))) {
  console.error(`${relative(process.cwd(), window)} is not built`);
  process.exit(1);
}
rmSync(dist, { recursive: true, force: true });
await bundle(join(here, 'src/main.ts'), 'main', { format: 'cjs' });
await bundle(join(here, 'src/preload.ts'), 'preload', { format: 'cjs' });
await bundle(hostEntry, 'host', { format: 'es', plugins: [workerFiles()] });
// A plain Node runs these, which can't look into the app's archive: they are packed beside it (electron-builder.yml).
await bundle(builtInEntry, 'servers', { format: 'es', plugins: [workerFiles()], outDir: join(dist, 'builtin') });
cpSync(window, join(dist, 'renderer'), { recursive: true, filter: (source) => !/\.map$|\.stamp$/.test(source) });
