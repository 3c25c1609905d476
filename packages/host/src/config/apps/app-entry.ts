/** One server in the words of one program. */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { LaunchConfig } from '../../ports.ts';
import type { KnownApp } from './app-table.ts';

/** Null for what the program cannot reach: an address where only programs are known. */
export function appEntry(app: KnownApp, name: string, launch: LaunchConfig, keys: readonly string[]): JsonObject | null {
  if (launch.kind === 'http' && !app.takesAddresses) return null;
  if (app.id === 'goose') return gooseEntry(name, launch, keys);
  return launch.kind === 'stdio' ? programEntry(app, launch) : addressEntry(app, launch);
}

function programEntry(app: KnownApp, { command, args, env, cwd }: Extract<LaunchConfig, { kind: 'stdio' }>): JsonObject {
  const isTyped = app.container[0] === 'servers' || app.id === 'claude-code';
  return {
    ...(app.id === 'zed' ? { source: 'custom' } : {}),
    ...(isTyped ? { type: 'stdio' } : {}),
    command,
    args,
    ...filled('env', env),
    ...(cwd !== undefined && app.takesFolder ? { cwd } : {}),
  };
}

function addressEntry(app: KnownApp, { url, headers, transport }: Extract<LaunchConfig, { kind: 'http' }>): JsonObject {
  const isSse = transport === 'sse';
  const type = app.id === 'cline' ? (isSse ? 'sse' : 'streamableHttp') : app.container[0] === 'servers' || app.id === 'claude-code' ? (isSse ? 'sse' : 'http') : undefined;
  return { ...(type === undefined ? {} : { type }), [app.id === 'windsurf' ? 'serverUrl' : 'url']: url, ...filled('headers', headers) };
}

function gooseEntry(name: string, launch: LaunchConfig, keys: readonly string[]): JsonObject {
  const common = { enabled: true, name, description: '', timeout: 300, env_keys: [...keys] };
  if (launch.kind === 'http') return { ...common, type: launch.transport === 'sse' ? 'sse' : 'streamable_http', uri: launch.url, headers: launch.headers, envs: {} };
  // What its key store holds is named, not valued.
  const envs = Object.fromEntries(Object.entries(launch.env).filter(([variable, value]) => !keys.includes(variable) || value !== `\${${variable}}`));
  return { ...common, type: 'stdio', cmd: launch.command, args: launch.args, envs };
}

/** The common shape, for every program that reads it. */
export function commonEntry(launch: LaunchConfig): JsonObject {
  if (launch.kind === 'http') return { type: launch.transport === 'sse' ? 'sse' : 'http', url: launch.url, ...filled('headers', launch.headers) };
  return { command: launch.command, args: launch.args, ...filled('env', launch.env), ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }) };
}

function filled(key: string, values: Record<string, string>): Record<string, Json> {
  return Object.keys(values).length > 0 ? { [key]: values } : {};
}
