/** Starts the host's process: Electron's utility process, or a Node of its own where tests run an older Electron. */
import type { UtilityProcess } from 'electron';
import { forkHost } from '@portolan/host/process/host-child';
import type { HostChild } from '@portolan/host/process/host-child';

export interface UtilityForker {
  fork(modulePath: string, args: string[], options: { serviceName: string; stdio: ('pipe' | 'ignore' | 'inherit')[] }): UtilityProcess;
}

export interface HostLaunchOptions {
  entry: string;
  utilityProcess: UtilityForker;
  /**
   * A Node ≥ 24 to run it instead. Electron 33.2.1, the newest that tests can have, has no node:sqlite: it is for tests
   * only and never shipped. A packaged app does not look at this.
   */
  node: string | undefined;
}

export function launchHost({ entry, utilityProcess, node }: HostLaunchOptions): HostChild {
  if (node !== undefined) return forkHost(entry, { node, env: { ELECTRON_RUN_AS_NODE: undefined } });
  const child = utilityProcess.fork(entry, [], { serviceName: 'Portolan host', stdio: ['ignore', 'ignore', 'inherit'] });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(`ended with code ${code}`)),
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
