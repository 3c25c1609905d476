/** Which servers are built-in ones, and a free name for another. */
import { builtInCommand } from '@portolan/contract/built-in';
import type { BuiltInName } from '@portolan/contract/built-in';
import type { ServerView } from '@portolan/contract/servers';

export function isBuiltIn({ launch }: Pick<ServerView, 'launch'>, name?: BuiltInName): boolean {
  return launch.kind === 'stdio' && launch.command === builtInCommand && (name === undefined || launch.args[0] === name);
}

/** `files`, and where that is taken `files-2`. */
export function freeName(name: string, servers: readonly ServerView[]): string {
  const isTaken = (each: string): boolean => servers.some((server) => server.name === each);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
