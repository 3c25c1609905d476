/** The thread of read-in-thread.ts: one page, one answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { readable } from './readable.ts';

const given: unknown = workerData;
if (typeof given === 'object' && given !== null) parentPort?.postMessage(readable(String(Reflect.get(given, 'html')), String(Reflect.get(given, 'url'))));
