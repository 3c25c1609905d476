/** At start: ends servers that an earlier host left behind (R44). */
import { endProcesses } from './end-processes.ts';
import type { Leftover } from './end-processes.ts';
import { identityOf, markedProcesses } from './process-table.ts';
import { readRunFile, removeRunFile } from './run-file.ts';

export interface Reaped {
  /** Names of the servers that were still running. */
  servers: string[];
}

/**
 * Ends the recorded processes that are certainly the recorded ones: same pid and start time, or the marker in their
 * environment. Nothing is touched while the host that wrote the record still runs.
 */
export async function reapLeftovers(file: string): Promise<Reaped> {
  const state = readRunFile(file);
  if (state === null) return { servers: [] };
  const { host } = state;
  if (host.identity !== null && (await identityOf(host.pid)) === host.identity) return { servers: [] };
  const servers: string[] = [];
  const leftovers: Leftover[] = [];
  for (const record of state.servers) {
    const isSame = record.identity !== null && (await identityOf(record.pid)) === record.identity;
    const hasMarked = markedProcesses(record.marker).length > 0;
    if (!isSame && !hasMarked) continue;
    servers.push(record.server);
    leftovers.push({ group: isSame ? record.pid : null, marker: record.marker });
  }
  await endProcesses(leftovers, 1000);
  removeRunFile(file);
  return { servers };
}
