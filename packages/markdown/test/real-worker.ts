import { Worker } from 'node:worker_threads';
import type { WorkerLike } from '../src/highlighter.ts';

/**
 * The real highlighting worker on a real thread, which can be killed as the browser's can. Code that says HANG
 * holds the thread for ever, as a runaway grammar would.
 */
export function startRealWorker(): WorkerLike & { threadExit: Promise<number> } {
  const script = `
    const { parentPort } = require('node:worker_threads');
    const listeners = [];
    globalThis.self = {
      addEventListener: (type, listener) => listeners.push(listener),
      postMessage: (message) => parentPort.postMessage(message),
    };
    const ready = import(${JSON.stringify(new URL('../src/highlight-worker.ts', import.meta.url).href)});
    parentPort.on('message', async (data) => {
      await ready;
      if (data.code?.includes('HANG')) for (;;);
      for (const listener of listeners) listener({ data });
    });
  `;
  const thread = new Worker(script, { eval: true });
  const threadExit = new Promise<number>((resolve) => thread.once('exit', resolve));
  return {
    threadExit,
    postMessage: (message) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
    addEventListener: (type: 'message' | 'error', listener: (event: { data: never }) => void) => {
      thread.on(type, (data) => listener({ data: data as never }));
    },
  };
}
