/** When no Node is installed where we look, the one that runs the host can run `node`, `npx` and `npm`. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Platform } from './platform.ts';

export interface Fallback {
  command: string;
  /** Put before the configured arguments. */
  leading: string[];
}

/** @returns how to run `command` by the host's own runtime, or undefined when it can't (not a Node command, Electron, no npm beside it). */
export function nodeFallback(command: string, platform: Platform): Fallback | undefined {
  if (!platform.isNode) return undefined;
  const name = command.toLowerCase().replace(/\.(cmd|exe)$/, '');
  if (name === 'node') return { command: platform.execPath, leading: [] };
  if (name !== 'npx' && name !== 'npm') return undefined;
  const script = `${name}-cli.js`;
  for (const folder of new Set([path.dirname(platform.execPath), path.dirname(realPath(platform.execPath))])) {
    // `<prefix>/bin/node` with npm under `<prefix>/lib`, or everything in one folder as on Windows.
    for (const modules of [path.join(folder, '..', 'lib', 'node_modules'), path.join(folder, 'node_modules'), path.join(folder, '..')]) {
      const file = path.join(modules, 'npm', 'bin', script);
      if (existsSync(file)) return { command: platform.execPath, leading: [file] };
    }
  }
  return undefined;
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
