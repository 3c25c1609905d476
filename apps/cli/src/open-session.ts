/** One host for a data folder: the one that runs there, or one of our own while none does. */
import { setTimeout as wait } from 'node:timers/promises';
import { createHostClient } from '@portolan/contract/client';
import { HostError } from '@portolan/contract/errors';
import { attach } from '@portolan/host/attach/attach-client';
import type { HostHere } from '@portolan/host/attach/host-here';
import { StartError } from '@portolan/host/process/start-error';
import type { Session } from './command.ts';

export interface SessionOptions {
  dataDir: string;
  version: string;
  signal: AbortSignal;
  /** Another program holds the folder and does not answer yet. */
  onWaiting: () => void;
  /** Commands that attached to ours meanwhile are let finish. */
  onOthers: (count: number) => void;
  onError: (where: string, error: unknown) => void;
}

export interface OpenSession extends Session {
  /** Ends it in order: everything this command started is gone when it resolves. */
  close(): Promise<void>;
}

/** How long a host that is just starting or ending may take, in milliseconds. */
const patience = 15_000;

/** Rejects with StartError when neither can be had, with `cancelled` when the signal aborts. */
export async function openSession(options: SessionOptions): Promise<OpenSession> {
  const deadline = performance.now() + patience;
  for (;;) {
    if (options.signal.aborted) throw new HostError('cancelled');
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    const port = await attach(options.dataDir);
    if (port) {
      return {
        client: createHostClient(port),
        isAttached: true,
        close: () => {
          port.end();
          return Promise.resolve();
        },
      };
    }
    try {
      // oxlint-disable-next-line no-await-in-loop
      const here = await openHere(options);
      return { client: createHostClient(here.port), isAttached: false, close: () => here.close({ signal: options.signal, onWaiting: options.onOthers }) };
    } catch (error) {
      // Between two commands, or while an app starts, the folder is taken and nobody listens yet.
      if (!(error instanceof StartError) || error.failure.kind !== 'locked' || performance.now() > deadline) throw error;
      options.onWaiting();
      // oxlint-disable-next-line no-await-in-loop
      await wait(150, undefined, { signal: options.signal }).catch(() => undefined);
    }
  }
}

async function openHere({ dataDir, version, onError }: SessionOptions): Promise<HostHere> {
  // Only now: attaching needs nothing of the host itself, and is quick.
  const { openHostHere } = await import('@portolan/host/attach/host-here');
  return openHostHere({ dataDir, version, onError });
}
