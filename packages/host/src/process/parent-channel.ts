/** The host process's way to its shell: Node's IPC when it was forked, Electron's parentPort when it is a utility process. */
import { ToHost } from './messages.ts';
import type { FromHost } from './messages.ts';

export interface ParentChannel {
  send(message: FromHost): void;
  onMessage(listener: (message: ToHost) => void): void;
  /** The shell is gone; nothing sent from now on arrives. */
  onGone(listener: () => void): void;
}

/** What Electron adds to `process` in a utility process (electron.d.ts, ParentPort). */
interface ElectronParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  on(event: 'close', listener: () => void): void;
}

function electronParentPort(): ElectronParentPort | null {
  const port: unknown = Reflect.get(process, 'parentPort');
  return typeof port === 'object' && port !== null ? (port as ElectronParentPort) : null;
}

/** Throws when this process was started by hand, without a shell above it. */
export function parentChannel(): ParentChannel {
  const port = electronParentPort();
  if (port) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => take(data, listener)),
      onGone: (listener) => port.on('close', listener),
    };
  }
  if (!process.send) throw new Error('The host process is started by a shell, not by hand.');
  return {
    send: (message) => {
      // An error here only says that the shell went away meanwhile; `disconnect` says the same.
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
    onMessage: (listener) => process.on('message', (message) => take(message, listener)),
    onGone: (listener) => process.once('disconnect', listener),
  };
}

function take(message: unknown, listener: (message: ToHost) => void): void {
  const parsed = ToHost.safeParse(message);
  if (parsed.success) listener(parsed.data);
}
