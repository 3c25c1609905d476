/** Browser mode from start to end: the host's process, the loopback server, the terminal. */
import { join } from 'node:path';
import type { HostChild } from '@portolan/host/process/host-child';
import { Launcher } from '@portolan/host/process/launcher';
import { readWindowFiles } from '@portolan/host/process/window-files';
import { startAppFrames } from './app-frames.ts';
import { BrowserMemory } from './browser-memory.ts';
import { IdleClock } from './idle-clock.ts';
import { startLoopback } from './server.ts';

export interface RunOptions {
  dataDir: string;
  port: number | null;
  idleMinutes: number;
  version: string;
  /** The built window: a folder with an index.html. */
  windowFolder: string;
  spawnHost: () => HostChild;
  say: (line: string) => void;
  /** Something waits for the person; `hasWindow` says whether any is open. */
  onAttention?: (hasWindow: boolean) => void;
  /** Called when it ends by itself, because nobody uses it. */
  onIdle: () => void;
}

export interface Running {
  readonly port: number;
  /** The host's process, while there is one. */
  readonly hostPid: number | undefined;
  newAddress(): string;
  /** Shows an install link in the window. */
  installLink(link: string): void;
  close(): Promise<void>;
}

/** Resolves when a window can be opened. Rejects with StartError, or with the reason why the port cannot be had. */
export async function run(options: RunOptions): Promise<Running> {
  const files = await readWindowFiles(options.windowFolder);
  const idle = new IdleClock(options.idleMinutes * 60_000, options.onIdle);
  const frames = await startAppFrames();
  let openWindows = 0;
  const launcher = new Launcher({
    start: { dataDir: options.dataDir, shell: 'browser', version: options.version, appAddress: frames.address },
    spawn: options.spawnHost,
    onLog: options.say,
    apps: frames,
    onAttention: () => options.onAttention?.(openWindows > 0),
  });
  const memory = new BrowserMemory(join(options.dataDir, 'state', 'browser.json'));
  const hostReady = launcher.start();
  // Both start together; either's failure ends the other.
  const serving = startLoopback({
    port: options.port,
    memory,
    files,
    appFrames: frames.source,
    connect: (name, window) => launcher.connect(name, window),
    onWindows: (count) => {
      openWindows = count;
      idle.windows(count);
    },
    onPaused: () => options.say('too many wrong attempts to sign in: nobody new is let in for a minute'),
  });
  const [host, server] = await Promise.allSettled([hostReady, serving]);
  if (host.status === 'rejected' || server.status === 'rejected') {
    idle.stop();
    await Promise.all([launcher.stop(), frames.close()]);
    if (server.status === 'fulfilled') await server.value.close();
    throw host.status === 'rejected' ? host.reason : (server as PromiseRejectedResult).reason;
  }
  // The host holds the folder's lock now: nobody else writes there.
  memory.take(server.value.port);
  frames.shownBy(server.value.port);
  let closing: Promise<void> | null = null;
  return {
    port: server.value.port,
    get hostPid() {
      return launcher.pid;
    },
    newAddress: () => server.value.newAddress(),
    installLink: (link) => launcher.installLink(link),
    close: () => {
      idle.stop();
      closing ??= Promise.all([server.value.close(), launcher.stop(), frames.close()]).then(() => undefined);
      return closing;
    },
  };
}
