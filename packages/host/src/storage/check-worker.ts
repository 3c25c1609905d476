/** Runs the check of a large database off the host's thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { isSound } from './recovery.ts';

parentPort?.postMessage(isSound(String(workerData)));
