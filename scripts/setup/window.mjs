/** Builds the window (apps/renderer) when something it is made from has changed since the last time. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, say } from './say.mjs';

const sources = ['apps/renderer', 'packages/contract', 'packages/ui', 'packages/markdown', 'packages/schema-form', 'packages/i18n'];
const skipped = new Set(['node_modules', 'dist', '.tsbuild', 'test']);

export function buildWindow(root, { node, env }) {
  const folder = join(root, 'apps', 'renderer');
  const stamp = join(folder, 'dist', '.stamp');
  const wanted = sourceHash(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Building the window, as its sources are new (usually 5 to 15 seconds) …');
  const result = spawnSync(node, [join(folder, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], { cwd: folder, env, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) throw new SetupError('The window could not be built (see above).');
  writeFileSync(stamp, wanted);
}

/** Over names and contents, tests left out. */
function sourceHash(root) {
  const hash = createHash('sha256');
  const add = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) add(path);
      } else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
    }
  };
  for (const folder of sources) add(folder);
  return hash.update(readFileSync(join(root, 'pnpm-lock.yaml'))).digest('hex');
}
