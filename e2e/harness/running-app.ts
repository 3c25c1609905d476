/** What a journey sees of a running app, the same in both shells. */
import type { Page } from '@playwright/test';
import type { Complaints } from './complaints.ts';
import type { DataFolder } from './data-folder.ts';

export interface RunningApp {
  readonly shell: 'browser' | 'desktop';
  /** The window. Another one after `restart`. */
  readonly page: Page;
  readonly data: DataFolder;
  readonly complaints: Complaints;
  /** Laid over the environment at the next start. */
  readonly env: Record<string, string | undefined>;
  /** Ends the whole app in the orderly way. Safe to call again. */
  quit(): Promise<void>;
  /** Ends it and starts it on the same data; `between` runs while nothing of it does. */
  restart(between?: () => void): Promise<void>;
}

/** `kill -9` of the host's process alone; the shell stays. */
export function killHost(app: RunningApp): number {
  const pid = app.data.hostPid();
  process.kill(pid, 'SIGKILL');
  // The window loses its line and says so on the console of browser mode.
  app.complaints.expect(/WebSocket connection to/);
  return pid;
}
