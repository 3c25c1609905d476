/** A launch as a window may see it, and back. Values that may be secrets stay here (S09). */
import { HostError } from '@portolan/contract/errors';
import type { LaunchView, NamedValue } from '@portolan/contract/servers';
import type { LaunchConfig } from '../ports.ts';

// `${TOKEN}` names a secret without being one; a default (`${TOKEN:-abc}`) may be one.
const reference = /^(?:(?:bearer|basic|token) )?\$\{(?:(?:env|input):)?[A-Za-z_][\w.-]*\}$/i;

/** Values of environment variables and headers become null, except plain variable references. */
export function maskLaunch(launch: LaunchConfig): LaunchView {
  return viewOf(launch, (value) => (reference.test(value) ? value : null));
}

/** Every value in full: only for what the window itself just sent, such as pasted text. */
export function openLaunch(launch: LaunchConfig): LaunchView {
  return viewOf(launch, (value) => value);
}

/**
 * The launch a window asks for, with the value that stands wherever it sent null. Fails with `invalid-input` when there
 * is none to keep, or a name comes twice.
 */
export function mergeLaunch(view: LaunchView, existing: LaunchConfig | null): LaunchConfig {
  if (view.kind === 'stdio') {
    const env = merge('env', view.env, existing?.kind === 'stdio' ? existing.env : {});
    return { kind: 'stdio', command: view.command, args: view.args, env, ...(view.cwd === undefined || view.cwd === '' ? {} : { cwd: view.cwd }) };
  }
  const headers = merge('headers', view.headers, existing?.kind === 'http' ? existing.headers : {});
  return { kind: 'http', url: view.url, headers, transport: view.transport };
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

function viewOf(launch: LaunchConfig, show: (value: string) => string | null): LaunchView {
  const list = (record: Record<string, string>): NamedValue[] => Object.entries(record).map(([name, value]) => ({ name, value: show(value) }));
  return launch.kind === 'stdio' ? { ...launch, env: list(launch.env) } : { ...launch, headers: list(launch.headers) };
}

function merge(field: string, values: NamedValue[], existing: Record<string, string>): Record<string, string> {
  const merged = new Map<string, string>();
  for (const { name, value } of values) {
    const kept = value ?? (Object.hasOwn(existing, name) ? existing[name] : undefined);
    if (kept === undefined || merged.has(name)) throw new HostError('invalid-input', { where: `${field}.${name}` });
    merged.set(name, kept);
  }
  return Object.fromEntries(merged);
}

function recordDifferences(field: string, a: Record<string, string>, b: Record<string, string>): string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.filter((name) => a[name] !== b[name]).map((name) => `${field}.${name}`);
}
