/** The host's process as its shell holds it: started, spoken to, watched, killed. */
import { fork } from 'node:child_process';
import type { ToHost } from './messages.ts';

export interface HostChild {
  readonly pid: number | undefined;
  send(message: ToHost): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Once, with a sentence that says how it ended. */
  onExit(listener: (how: string) => void): void;
  kill(): void;
}

export interface ForkOptions {
  /** The Node that runs it, at least version 24. Default: the one running now. */
  node?: string;
  /** Where its stderr goes: `inherit` the shell's, or each chunk to a function. */
  onLog?: (text: string) => void;
  env?: Record<string, string | undefined>;
}

/** Starts `entry` as a Node child. Its environment is the shell's, for the servers it will start need PATH and the like. */
export function forkHost(entry: string, options: ForkOptions = {}): HostChild {
  const child = fork(entry, [], {
    execPath: options.node ?? process.execPath,
    // Not the shell's own flags: an inspector port or a loader is not meant for the host.
    // And no signal opens an inspector, as SIGUSR1 would.
    execArgv: ['--disable-warning=ExperimentalWarning', '--disable-sigusr1'],
    env: { ...process.env, ...options.env },
    serialization: 'json',
    stdio: ['ignore', 'ignore', options.onLog ? 'pipe' : 'inherit', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => options.onLog?.(text));
  // Sending to a child that is just ending fails; its exit is reported below.
  child.on('error', () => undefined);
  return {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => {
      let isDone = false;
      const once = (how: string) => {
        if (!isDone) listener(how);
        isDone = true;
      };
      child.once('exit', (code, signal) => once(signal ? `ended by ${signal}` : `ended with code ${code}`));
      child.once('error', (error) => {
        // Only a failed start has no pid; then there will be no `exit`.
        if (child.pid === undefined) once(`could not be started: ${error.message}`);
      });
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
