/** Asks a program of this computer, found where programs are looked for, something short. */
import { execFile } from 'node:child_process';
import { inheritedEnvironment } from '../launch/environment.ts';
import { findCommand } from '../launch/find-command.ts';
import { variable } from '../launch/platform.ts';
import type { Platform } from '../launch/platform.ts';
import type { SearchPath } from '../launch/search-path.ts';
import type { AskProgram } from './resolved-image.ts';

const limitMs = 3000;

export function programAsker({ platform, searchPath }: { platform: Platform; searchPath: SearchPath }): AskProgram {
  return async (program, args) => {
    const folders = await searchPath.folders();
    const found = await findCommand(program, { os: platform.os, folders, cwd: platform.home, pathExt: variable(platform, 'PATHEXT') });
    // A script needs an interpreter on Windows: such a one is not asked.
    if (found.kind !== 'found' || (platform.os === 'win32' && !/\.exe$/i.test(found.file))) return null;
    const env = { ...inheritedEnvironment(platform), PATH: folders.join(platform.os === 'win32' ? ';' : ':') };
    return new Promise((resolve) => {
      execFile(found.file, [...args], { env, cwd: platform.home, timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 256 * 1024, windowsHide: true }, (error, stdout) => resolve(error === null ? stdout : null));
    });
  };
}
