/** Where everything is kept, and that nobody else can read it. */
import { chmod, mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

interface Surroundings {
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  home: string;
}

/**
 * The data folder: what the person asked for, else `PORTOLAN_DATA_DIR`, else the convention of the system
 * (XDG Base Directory, Apple's Application Support, Windows' roaming AppData).
 */
export function dataFolder(asked: string | undefined, around: Surroundings = { platform: process.platform, env: process.env, home: homedir() }): string {
  const named = asked || around.env['PORTOLAN_DATA_DIR'];
  if (named) return resolve(named.startsWith('~/') ? join(around.home, named.slice(2)) : named);
  if (around.platform === 'win32') return join(around.env['APPDATA'] || join(around.home, 'AppData', 'Roaming'), 'Portolan');
  if (around.platform === 'darwin') return join(around.home, 'Library', 'Application Support', 'Portolan');
  const xdg = around.env['XDG_DATA_HOME'];
  // The XDG specification: a relative path is to be ignored.
  return join(xdg && isAbsolute(xdg) ? xdg : join(around.home, '.local', 'share'), 'portolan');
}

/** Makes the folder, for its owner alone (E33). Throws StartError `data-folder` saying what is in the way. */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await stat(folder);
    if (!found.isDirectory()) throw new Error('it is not a folder');
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  } catch (error) {
    throw new StartError({ kind: 'data-folder', message: `The data folder ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}` });
  }
}
