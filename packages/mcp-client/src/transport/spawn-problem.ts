/** Why a process could not be started, in words that name what to change. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { StdioTarget } from '../connect-options.ts';

export interface SpawnProblem {
  /** The system's code (`ENOENT`, `EACCES`, …), or `EBADCWD` for a working directory that cannot be used. */
  code: string;
  message: string;
}

/** Looks at the working directory before the spawn: the system reports a bad one as if the command were missing. */
export async function checkCwd(cwd: string): Promise<SpawnProblem | undefined> {
  try {
    const found = await stat(cwd);
    if (!found.isDirectory()) return { code: 'EBADCWD', message: `The working directory "${cwd}" is not a directory.` };
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be used (${code})`;
    return { code: 'EBADCWD', message: `The working directory "${cwd}" ${why}.` };
  }
}

/** Explains the error of a failed spawn. */
export async function explainSpawn(error: unknown, target: StdioTarget): Promise<SpawnProblem> {
  const failure = error as NodeJS.ErrnoException;
  const code = failure.code ?? 'unknown';
  const command = target.command;
  const isPath = command.includes('/') || command.includes(path.sep);
  switch (code) {
    case 'ENOENT': {
      if (isPath && (await exists(path.resolve(target.cwd ?? '.', command)))) {
        return { code, message: `"${command}" exists, but the interpreter named in its first line does not.` };
      }
      if (isPath) return { code, message: `There is no file "${command}".` };
      const folders = target.env['PATH'] ?? target.env['Path'];
      const searched = folders === undefined || folders === '' ? 'the server has no PATH' : `searched ${folders}`;
      return { code, message: `There is no program "${command}" (${searched}).` };
    }
    case 'EACCES':
      return { code, message: `"${command}" may not be executed: it is a directory, lacks the execute permission, or its folder is closed to this user.` };
    case 'ENOEXEC':
      return { code, message: `"${command}" is not a program this system can run.` };
    case 'E2BIG':
      return { code, message: `The arguments and environment of "${command}" are longer than the system allows.` };
    case 'EMFILE':
    case 'ENFILE':
      return { code, message: `"${command}" could not be started: too many files are open.` };
    case 'EAGAIN':
      return { code, message: `"${command}" could not be started: the system allows no more processes.` };
    default:
      return { code, message: `"${command}" could not be started: ${failure.message}` };
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
