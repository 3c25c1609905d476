/** What turning on a built-in server writes into the configuration: a launch like any other. */
import { builtInCommand } from '@portolan/contract/built-in';
import type { BuiltInName } from '@portolan/contract/built-in';
import type { LaunchView, ServerView } from '@portolan/contract/servers';

export interface BuiltInChoice {
  folders: readonly { path: string; access: 'read' | 'write' }[];
  memoryFolder: string;
  zone: string;
}

export function builtInLaunch(name: BuiltInName, choice: BuiltInChoice): LaunchView {
  const options: Record<BuiltInName, string[]> = {
    files: choice.folders.map(({ path, access }) => `--${access === 'write' ? 'folder' : 'read'}=${path.trim()}`),
    fetch: [],
    memory: [`--folder=${choice.memoryFolder.trim()}`],
    time: choice.zone.trim() === '' ? [] : [`--zone=${choice.zone.trim()}`],
    demo: [],
  };
  return { kind: 'stdio', command: builtInCommand, args: [name, ...options[name]], env: [] };
}

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
