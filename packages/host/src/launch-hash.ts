/** Launch identity: what has to be reviewed again when a byte of it changes (H07, A07). */
import { createHash } from 'node:crypto';
import type { LaunchConfig, ServerConfig } from './ports.ts';

/**
 * sha256 (hex) over command, every argument, folder, environment names and values, or URL, transport, header names and
 * values. Values are hashed before `${VAR}` expansion, so a rotated token behind a variable does not ask again, while a
 * changed reference does.
 */
export function launchHash(launch: LaunchConfig): string {
  const sorted = (record: Record<string, string>) => Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const identity =
    launch.kind === 'stdio'
      ? ['stdio', launch.command, launch.args, launch.cwd ?? null, sorted(launch.env)]
      : ['http', launch.url, launch.transport, sorted(launch.headers)];
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/**
 * Identity of a server's launch as it really runs: a policy of its sandbox belongs to it, so that one that was widened from
 * outside asks again. Without a policy it is the launch's own, whether somebody decided that or not.
 */
export function serverHash({ launch, sandbox }: Pick<ServerConfig, 'launch' | 'sandbox'>): string {
  const own = launchHash(launch);
  if (sandbox === undefined || sandbox === 'off' || launch.kind !== 'stdio') return own;
  const folders = sandbox.folders.map(({ path, access }) => [path, access]);
  return createHash('sha256').update(JSON.stringify(['contained', own, folders, sandbox.network, sandbox.environment.toSorted()])).digest('hex');
}
