/** Both ends of a line within one process. What is sent arrives in a later turn, as over a real one. */
import type { FramePort } from '@portolan/contract/frames';

export interface MemoryLine {
  host: FramePort;
  client: FramePort;
  /** Ends it for both. */
  close(): void;
}

export function memoryLine(): MemoryLine {
  const closes: (() => void)[] = [];
  let isClosed = false;
  const end = (): { port: FramePort; deliver: (text: string) => void } => {
    const listeners: ((text: string) => void)[] = [];
    const deliver = (text: string) => {
      setImmediate(() => {
        if (isClosed) return;
        for (const listener of listeners) listener(text);
      });
    };
    return { port: { send: () => undefined, onFrame: (listener) => void listeners.push(listener), onClose: (listener) => void closes.push(listener) }, deliver };
  };
  const host = end();
  const client = end();
  host.port.send = (text) => client.deliver(text);
  client.port.send = (text) => host.deliver(text);
  return {
    host: host.port,
    client: client.port,
    close: () => {
      if (isClosed) return;
      isClosed = true;
      for (const listener of closes) listener();
    },
  };
}
