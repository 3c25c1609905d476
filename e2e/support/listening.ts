/** Ports that processes listen on. Linux only, like the tests. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

const listenState = '0A';

/** `address:port` in the kernel's hexadecimal, of every TCP socket that one of these processes listens on. */
export function listeningSockets(pids: readonly number[]): string[] {
  const inodes = new Set(pids.flatMap(socketsOf));
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'latin1')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
        return local !== undefined && inode !== undefined && state === listenState && inodes.has(inode) ? [local] : [];
      }),
  );
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed in between.
        return [];
      }
    });
  } catch {
    return [];
  }
}
