/** Starts the process of a model file: a utility process like the host's, which ends with this one however that goes. */
import type { UtilityProcess } from 'electron';
import type { ShellModel } from '@portolan/host/process/model-line';

export interface ModelForker {
  fork(modulePath: string, args: string[], options: { serviceName: string; env: Record<string, string>; stdio: ('pipe' | 'ignore')[] }): UtilityProcess;
}

const maxSaid = 4000;
/** What finding libraries and folders for temporary files takes; no key of the person's is among it. */
const passed = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG'];

export function launchModel({ entry, utilityProcess }: { entry: string; utilityProcess: ModelForker }): ShellModel {
  const env = Object.fromEntries(passed.flatMap((name): [string, string][] => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const child = utilityProcess.fork(entry, [], { serviceName: 'Portolan model', env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-maxSaid)));
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onSpawn: (listener) => void child.once('spawn', listener),
    onEnd: (listener) => void child.once('exit', (code) => listener(`code ${code}`, said)),
    // An answer under way does not end for a gentler word.
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
