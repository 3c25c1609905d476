/** The way of a model's process to whoever started it: Node's IPC, or Electron's parentPort in a utility process. */
import type { FromModel, ToModel } from './model-messages.ts';

interface ModelChannel {
  send(message: FromModel): void;
  onMessage(listener: (message: ToModel) => void): void;
  onGone(listener: () => void): void;
}

/** What Electron adds to `process` in a utility process (electron.d.ts, ParentPort). */
interface ElectronParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: ToModel }) => void): void;
  on(event: 'close', listener: () => void): void;
}

/** Throws when it was started by hand. */
export function modelChannel(): ModelChannel {
  const port = Reflect.get(process, 'parentPort') as ElectronParentPort | null | undefined;
  if (typeof port === 'object' && port !== null) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
      onGone: (listener) => port.on('close', listener),
    };
  }
  if (!process.send) throw new Error('This process is started by Portolan, not by hand.');
  return {
    send: (message) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
    // Nobody but the host has the other end.
    onMessage: (listener) => process.on('message', (message) => listener(message as ToModel)),
    onGone: (listener) => process.once('disconnect', listener),
  };
}
