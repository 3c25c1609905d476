/**
 * "Prepare, then cut the network": a package that `npx` or `uvx` would download at its first start is downloaded beforehand,
 * in a container with a network and with nothing else: no folder, none of the configured values. Then the server starts
 * without a network, from what lies in its own home.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { StdioTarget } from '@portolan/mcp-client/connect';
import { optionValue, runnerOf } from '../../config/package-spec.ts';
import type { LaunchConfig } from '../../ports.ts';
import { MARKER } from '../launch/environment.ts';
import type { ServerLog } from '../log/server-log.ts';
import type { Processes } from '../processes.ts';

type StdioLaunch = Extract<LaunchConfig, { kind: 'stdio' }>;

/** A first download of a large package over a slow line. */
const limitMs = 5 * 60_000;

/** Told to a package runner that has everything: it must not ask. */
export const offlineEnvironment: Record<string, string> = { npm_config_offline: 'true', npm_config_update_notifier: 'false', UV_OFFLINE: '1' };

/**
 * The arguments with which the runner fetches the package and runs nothing of it.
 * @returns null for a command we do not know how to have prepared
 */
export function prepareArguments({ command, args }: StdioLaunch): string[] | null {
  const runner = runnerOf(command, args);
  const program = path.basename(command);
  if (runner === null || runner.spec === '') return null;
  if (program === 'npx') {
    const isNamed = optionValue(args, ['-p', '--package']) !== undefined;
    const leading = before(args, isNamed ? null : runner.spec);
    return leading === null ? null : [...leading, ...(isNamed ? [] : [`--package=${runner.spec}`]), '--yes', '--', 'node', '-e', '0'];
  }
  if (program === 'uvx') {
    const isNamed = optionValue(args, ['--from']) !== undefined;
    const leading = before(args, isNamed ? null : runner.spec);
    return leading === null ? null : [...leading, ...(isNamed ? [] : ['--from', requirement(runner.spec)]), 'python', '-c', '0'];
  }
  return null;
}

/** Options up to the package; with `--package` or `--from` up to the command that is run. */
function before(args: string[], spec: string | null): string[] | null {
  if (spec !== null) return args.slice(0, args.indexOf(spec));
  const leading: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--' || !arg.startsWith('-')) return leading;
    leading.push(arg);
    if (/^(?:-p|--package|--from|--with|--python|--registry|--index|--index-url|--default-index)$/.test(arg)) leading.push(args[(at += 1)] ?? '');
    else if (/^(?:-c|--call)/.test(arg)) return null;
  }
  return leading;
}

/** `uvx name@1.2` is `--from name==1.2`. */
function requirement(spec: string): string {
  const [, name, version] = /^([\w.-]+(?:\[[^\]]*\])?)@(.+)$/.exec(spec) ?? [];
  if (name === undefined || version === undefined) return spec;
  return version === 'latest' ? name : `${name}==${version}`;
}

export interface PrepareRequest {
  server: string;
  /** The server's own folder; what was prepared is written down there. */
  folder: string;
  args: string[];
  /** Puts the runner with these arguments into a container with a network and nothing else. */
  contain: (args: string[]) => Promise<StdioTarget>;
  marker: string;
  log: ServerLog;
  processes: Processes;
  signal: AbortSignal;
  /** Told when it is there. */
  onDownloaded?: () => void;
}

/** Downloads when that was not done for exactly this. @throws {HostError} `sandbox-download-failed` with what the runner said */
export async function prepare({ server, folder, args, contain, marker, log, processes, signal, onDownloaded }: PrepareRequest): Promise<void> {
  const key = createHash('sha256').update(JSON.stringify(args)).digest('hex');
  const record = path.join(folder, 'prepared');
  if ((await readFile(record, 'utf8').catch(() => '')) === key) return;
  const target = await contain(args);
  signal.throwIfAborted();
  log.lifecycle('downloading');
  const code = await run({ ...target, env: { ...target.env, [MARKER]: `${marker}-prepare` } }, { server, marker: `${marker}-prepare`, log, processes, signal });
  signal.throwIfAborted();
  if (code !== 0) throw new HostError('sandbox-download-failed', { server }, { log: log.lastStderr(50) });
  onDownloaded?.();
  await writeFile(record, key, { mode: 0o600 });
}

function run(target: StdioTarget, { server, marker, log, processes, signal }: Pick<PrepareRequest, 'server' | 'marker' | 'log' | 'processes' | 'signal'>): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(target.command, target.args, { env: target.env, cwd: target.cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const { pid } = child;
    const end = (): void => {
      // The container goes, and takes everything in it along.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    };
    const timer = setTimeout(end, limitMs);
    const finish = (code: number | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (pid !== undefined) processes.remove(pid);
      resolve(code);
    };
    if (pid !== undefined) processes.add(pid, marker, server);
    signal.addEventListener('abort', end, { once: true });
    child.stdout.on('data', (chunk: Buffer) => log.stderr(chunk));
    child.stderr.on('data', (chunk: Buffer) => log.stderr(chunk));
    child.once('error', () => finish(null));
    child.once('close', finish);
  });
}
