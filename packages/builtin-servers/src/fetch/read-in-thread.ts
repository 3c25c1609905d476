/** Makes a page readable in a thread that can be ended: whoever writes pages must not be able to keep the server busy. */
import { Worker } from 'node:worker_threads';
import { bareText } from './readable.ts';
import type { Readable } from './readable.ts';

const limitMs = 8_000;

/** Never rejects. */
export function readInThread(html: string, url: string, ms = limitMs): Promise<Readable> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./readable-worker.ts', import.meta.url), { workerData: { html, url }, resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 8 } });
    const finish = (page: Readable): void => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(page);
    };
    const giveUp = (): void => finish({ title: '', markdown: bareText(html), isArticle: false });
    const timer = setTimeout(giveUp, ms);
    worker.once('message', finish);
    worker.once('error', giveUp);
    worker.once('exit', giveUp);
  });
}
