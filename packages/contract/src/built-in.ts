/** The servers that come with Portolan (S17): off until the person turns one on, reviewed like any other. */
import type { LaunchView } from './servers.ts';

/** Stands for them in a configuration; what it runs is found at each start. */
export const builtInCommand = 'portolan-builtin';
export const builtInNames = ['files', 'fetch', 'memory', 'time', 'demo'] as const;
export type BuiltInName = (typeof builtInNames)[number];

/** What the person chose for one; each server takes of it what it needs. */
export interface BuiltInChoice {
  folders: readonly { path: string; access: 'read' | 'write' }[];
  memoryFolder: string;
  zone: string;
}

/** What turning one on writes into the configuration: a launch like any other. */
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
