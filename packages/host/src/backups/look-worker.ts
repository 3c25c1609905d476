/** Looks a backup over away from the host's thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { HostError } from '@portolan/contract/errors';
import { unpackBackup } from './unpack.ts';

const { file, folder, sealKey }: { file: string; folder: string; sealKey: Uint8Array } = workerData;

try {
  parentPort?.postMessage({ kind: 'looked', ...(await unpackBackup(file, folder, sealKey)) });
} catch (error) {
  if (!(error instanceof HostError)) throw error;
  parentPort?.postMessage({ kind: 'refused', problem: error.problem });
}
