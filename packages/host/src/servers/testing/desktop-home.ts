/** A home folder made for a test, and the computer an app sees that was started from its desktop: a bare PATH, no terminal. */
import { chmod, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Platform } from '../launch/platform.ts';

export interface DesktopHome {
  home: string;
  platform: Platform;
  /** Puts a program at a path under the home folder; returns its whole path. */
  install(file: string, text: string): Promise<string>;
  /** The Node that runs the tests, with an `npx` that runs the script it is given, as a version manager would install them. */
  installNode(folder: string): Promise<string>;
}

/** @param more what differs: Electron instead of Node, other variables */
export async function desktopHome(more: Partial<Platform> = {}): Promise<DesktopHome> {
  const home = await mkdtemp(path.join(tmpdir(), 'home-'));
  // The system's own folders hold a shell and what it needs, and no runtime at all.
  for (const folder of ['usr/bin', 'bin']) await mkdir(path.join(home, 'system', folder), { recursive: true });
  for (const program of ['sh', 'env']) await symlink(`/usr/bin/${program}`, path.join(home, 'system/usr/bin', program));
  const bare = `${home}/system/usr/bin:${home}/system/bin`;
  await writeFile(path.join(home, '.profile'), `export PATH=${bare}\n`);
  const install = async (file: string, text: string): Promise<string> => {
    const whole = path.join(home, file);
    await mkdir(path.dirname(whole), { recursive: true });
    await writeFile(whole, text);
    await chmod(whole, 0o755);
    return whole;
  };
  return {
    home,
    platform: { os: 'linux', env: { HOME: home, PATH: bare, SHELL: '/bin/sh' }, home, execPath: '/opt/Portolan/portolan', isNode: false, root: path.join(home, 'system'), ...more },
    install,
    installNode: async (folder) => {
      await mkdir(path.join(home, folder), { recursive: true });
      await symlink(process.execPath, path.join(home, folder, 'node'));
      // By its first line it needs a `node` on the PATH it is given, as the real one does.
      return install(path.join(folder, 'npx'), "#!/usr/bin/env node\nconst { spawnSync } = require('node:child_process');\nconst args = process.argv.slice(2).filter((arg) => arg !== '-y');\nprocess.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);\n");
    },
  };
}
