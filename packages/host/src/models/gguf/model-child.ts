/** The process of a model file as the host holds it: started, spoken to, watched, killed. */
import { fork } from 'node:child_process';
import { MARKER } from '../../servers/launch/environment.ts';
import type { ToModel } from './model-messages.ts';

export interface ModelEnd {
  /** The signal that ended it, `code 1`, or why it could not be started. */
  how: string;
  /** The last that it wrote to its error output. */
  said: string;
}

export interface ModelChild {
  readonly pid: number | undefined;
  send(message: ToModel): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Once. */
  onEnd(listener: (end: ModelEnd) => void): void;
  kill(): void;
}

/** @param marker in its environment, so that it is found again when everything else is lost */
export type StartModel = (marker: string) => ModelChild;

const maxSaid = 4000;
/** What finding libraries and folders for temporary files takes; no key of the person's is among it. */
const passed = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG'];

/** A Node child in a group of its own. */
export const forkModel: StartModel = (marker) => {
  const environment = Object.fromEntries(passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const child = fork(new URL('model-process.ts', import.meta.url), [], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--disable-sigusr1'],
    env: { ...environment, [MARKER]: marker },
    detached: process.platform !== 'win32',
    serialization: 'json',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (said = (said + piece).slice(-maxSaid)));
  // Sending to one that is just ending fails; its end is reported below.
  child.on('error', () => undefined);
  return {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => child.on('message', listener),
    onEnd: (listener) => {
      let isTold = false;
      const tell = (how: string): void => {
        if (!isTold) listener({ how, said });
        isTold = true;
      };
      // `close` comes once its output has been read to the end.
      child.once('close', (code, signal) => tell(signal ?? `code ${code}`));
      child.once('error', (error) => {
        if (child.pid === undefined) tell(error.message);
      });
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
