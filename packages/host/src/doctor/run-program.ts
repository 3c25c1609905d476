/** Asks a program that was found for its version. The doctor starts nothing else, and nothing that a configuration names. */
import { execFile } from 'node:child_process';
import { inheritedEnvironment } from '../servers/launch/environment.ts';
import type { Platform } from '../servers/launch/platform.ts';

export interface Outcome {
  isGood: boolean;
  /** The beginning of what it wrote, both streams. */
  text: string;
}

const limitMs = 8000;
const textLimit = 4000;

/** Never rejects: a program that can't be run, takes too long or fails is the finding. */
export function runProgram(file: string, args: readonly string[], platform: Platform, folders: readonly string[], signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...inheritedEnvironment(platform), PATH: folders.join(platform.os === 'win32' ? ';' : ':') };
    // `.cmd` files need their interpreter; the arguments are ours and plain.
    const isScript = platform.os === 'win32' && /\.(cmd|bat)$/i.test(file);
    const [command, all] = isScript ? ['cmd.exe', ['/d', '/s', '/c', `"${[`"${file}"`, ...args].join(' ')}"`]] : [file, [...args]];
    execFile(command, all, { env, cwd: platform.home, timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024, windowsHide: true, windowsVerbatimArguments: isScript, signal }, (error, stdout, stderr) => {
      const text = `${stdout}\n${stderr}`.trim().slice(0, textLimit);
      resolve({ isGood: error === null, text: text === '' && error !== null ? error.message.slice(0, textLimit) : text });
    });
  });
}
