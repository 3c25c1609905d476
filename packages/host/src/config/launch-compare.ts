/** A pasted launch as its writer may see it, and how it differs from the one that stands. */
import type { LaunchView, NamedValue } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';

/** Every value in full: only for what the window itself just sent, never for what the configuration holds. */
export function openLaunch(launch: LaunchConfig): LaunchView {
  return launch.kind === 'stdio' ? { ...launch, env: named(launch.env) } : { ...launch, headers: named(launch.headers) };
}

/** What differs between two launches, as paths: `command`, `args`, `env.TOKEN`. Never values. */
export function launchDifferences(a: LaunchConfig, b: LaunchConfig): string[] {
  if (a.kind === 'stdio' && b.kind === 'stdio') {
    return [
      ...(a.command === b.command ? [] : ['command']),
      ...(JSON.stringify(a.args) === JSON.stringify(b.args) ? [] : ['args']),
      ...(a.cwd === b.cwd ? [] : ['cwd']),
      ...recordDifferences('env', a.env, b.env),
    ];
  }
  if (a.kind === 'http' && b.kind === 'http') {
    return [...(a.url === b.url ? [] : ['url']), ...(a.transport === b.transport ? [] : ['transport']), ...recordDifferences('headers', a.headers, b.headers)];
  }
  return [a.kind === 'stdio' ? 'command' : 'url', b.kind === 'stdio' ? 'command' : 'url'];
}

function named(record: Record<string, string>): NamedValue[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

function recordDifferences(field: string, a: Record<string, string>, b: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.filter((name) => a[name] !== b[name]).map((name) => `${field}.${name}`);
}
