/** One start of a server whose program is a script for the shell, as the host would start it. */
import { spawnSync } from 'node:child_process';
import { ServerId } from '@portolan/contract/ids';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import { currentPlatform } from '../../launch/platform.ts';
import { Sandbox } from '../contain.ts';

export interface Once {
  dataDir: string;
  policy: SandboxPolicy;
  cwd: string;
  /** Another program than the shell, which is given the script alike. */
  command?: string;
  server?: string;
  /** Of the person. */
  env?: Record<string, string>;
  configured?: Record<string, string>;
  /** Between the look at the folders and the start. */
  meanwhile?: () => void;
}

export const idOfOnce = (server = 'one'): ServerId => ServerId.parse(`11111111-1111-4111-8111-${server.padStart(12, '0')}`);

/** @returns what it said */
export async function runOnce(script: string, { dataDir, policy, cwd, command = '/bin/sh', server = 'one', env = {}, configured = {}, meanwhile }: Once): Promise<string> {
  const sandbox = new Sandbox({ ...currentPlatform(), env: { ...currentPlatform().env, ...env } }, dataDir);
  const launch = await sandbox.contain({
    serverId: idOfOnce(server),
    server,
    policy,
    target: { kind: 'stdio', command, args: ['-c', script], env: { PATH: '/usr/bin:/bin', ...configured }, cwd },
    configured: Object.keys(configured),
    ownFiles: [],
    shellVariable: () => Promise.resolve(undefined),
  });
  meanwhile?.();
  const { stdout, stderr } = spawnSync(launch.command, launch.args, { env: launch.env, cwd: launch.cwd, encoding: 'utf8', timeout: 20_000, stdio: ['ignore', 'pipe', 'pipe'] });
  return stdout + stderr;
}
