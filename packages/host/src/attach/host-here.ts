/** The host inside the program that needs it, for a while: for commands while no Portolan runs on the data folder. */
import { serve } from '@portolan/contract/serve';
import type { FramePort } from '@portolan/contract/frames';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';
import { trustSystemCertificates } from '../network/system-trust.ts';
import { prepareDataFolder } from '../process/data-folder.ts';
import { InstanceLock } from '../process/instance-lock.ts';
import { AttachServer } from './attach-server.ts';
import { memoryLine } from './memory-port.ts';
import { attachHandlers } from './methods.ts';

export interface HostHere {
  port: FramePort;
  /**
   * Lets commands that attached meanwhile finish (`onWaiting` is told how many), unless `signal` says not to; then stops
   * servers, closes files and gives the folder back.
   */
  close(options: { signal: AbortSignal; onWaiting?: (count: number) => void }): Promise<void>;
}

/**
 * Takes the folder's lock and opens the host; no server is started before something of it is used. Rejects with StartError
 * `locked` when another has the folder, with `data-folder`, or with what the host's parts say.
 */
export async function openHostHere(options: { dataDir: string; version: string; onError: (where: string, error: unknown) => void }): Promise<HostHere> {
  await prepareDataFolder(options.dataDir);
  const lock = await InstanceLock.take(options.dataDir, process.pid);
  trustSystemCertificates();
  let host: Host;
  try {
    host = await createHost({ dataDir: options.dataDir, shell: 'cli', version: options.version, startsServers: false, onError: options.onError });
  } catch (error) {
    lock.release();
    throw error;
  }
  // Commands beside this one can do without it: they wait for the folder.
  const others = await AttachServer.listen({ dataDir: options.dataDir, handlers: host.handlers, onError: options.onError }).catch((error: unknown) => {
    options.onError('attach', error);
    return null;
  });
  const line = memoryLine();
  serve(line.host, attachHandlers(host.handlers), { connection: 'cli-0', onInternalError: options.onError });
  return {
    port: line.client,
    close: async ({ signal, onWaiting }) => {
      line.close();
      if (others !== null) {
        if (others.count > 0 && !signal.aborted) onWaiting?.(others.count);
        await Promise.race([others.drained(), aborted(signal)]);
        await others[Symbol.asyncDispose]();
      }
      try {
        await host.close();
      } finally {
        lock.release();
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
