/** The servers that come with the product: one reserved command, run by the Node at hand, wherever the app lies today. */
import { mkdir } from 'node:fs/promises';
import { builtInCommand, builtInFiles, builtInNames } from '@portolan/builtin-servers/entry';
import type { BuiltInName } from '@portolan/builtin-servers/entry';
import type { LaunchConfig } from '../../ports.ts';
import { expandHome } from './expand.ts';
import type { Platform } from './platform.ts';

export type FolderOption = { path: string; access: 'read' | 'write' };

/** Which built-in server a launch means; null for any other. The name on the search path, if there is one, is never meant. */
export function builtInOf(launch: Pick<Extract<LaunchConfig, { kind: 'stdio' }>, 'command' | 'args'>): BuiltInName | null {
  return launch.command === builtInCommand ? (builtInNames.find((name) => name === launch.args[0]) ?? null) : null;
}

/** The folders that are given on its command line. */
export function builtInFolders(args: readonly string[]): FolderOption[] {
  return args.flatMap((arg) => {
    const [, name, path] = /^--(folder|read)=(.+)$/s.exec(arg) ?? [];
    return path === undefined ? [] : [{ path, access: name === 'read' ? ('read' as const) : ('write' as const) }];
  });
}

export interface LocatedBuiltIn {
  /** Put before the configured arguments. */
  leading: string[];
  reads: string[];
}

/** Where it lies now. The memory's folder is made: nobody else would. */
export async function locateBuiltIn(args: readonly string[], platform: Platform): Promise<LocatedBuiltIn> {
  if (args[0] === 'memory') {
    // One that can't be made is told by the server, or by its container.
    for (const { path } of builtInFolders(args)) await mkdir(expandHome(path, platform), { recursive: true, mode: 0o700 }).catch(() => undefined);
  }
  const { entry, reads } = builtInFiles();
  return { leading: [entry], reads };
}
