/** Builds the window and the desktop app, when something they are made from has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWindow } from '../setup/window.mjs';
import { execute, root } from './step.ts';

/** Resolves with false when a build failed; it has said why. */
export async function buildAll(): Promise<boolean> {
  try {
    buildWindow(root, { node: process.execPath, env: process.env });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
  const stamp = join(root, 'apps/desktop/dist/.stamp');
  const wanted = desktopHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const { code } = await execute(process.execPath, ['build.mjs'], { cwd: join(root, 'apps/desktop') });
  if (code === 0) writeFileSync(stamp, wanted);
  return code === 0;
}

function desktopHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'apps/renderer/dist/.stamp')));
  for (const folder of ['apps/desktop', 'packages/host', 'packages/builtin-servers', 'packages/mcp-client', 'packages/contract', 'packages/i18n']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).toSorted((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && !/[\\/](node_modules|dist|\.tsbuild|test)[\\/]|\.test\.ts$/.test(file)) hash.update(file.slice(root.length)).update(readFileSync(file));
    }
  }
  return hash.update(readFileSync(join(root, 'pnpm-lock.yaml'))).digest('hex');
}
