/** Each server: whether it answers, why not, and whether what it would start can be found. Nothing is started for it (S16). */
import type { DoctorFinding, DoctorFix } from '@portolan/contract/doctor';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import { resolveLaunch } from '../../servers/launch/resolve-launch.ts';
import { finding } from '../check.ts';
import type { Check, DoctorContext, DoctorServer } from '../check.ts';
import { installHelp } from '../install-help.ts';
import { runtimeOf } from '../runtime-of.ts';

export const serversCheck: Check = {
  name: 'servers',
  run: async (context) => {
    const servers = context.servers();
    if (servers.length === 0) return [finding({ id: 'servers', area: 'servers', level: 'info', code: 'servers-none' })];
    return (await Promise.all(servers.map((server) => lookAt(server, context)))).flat();
  },
};

/** One server alone. */
export function serverCheck(serverId: ServerId): Check {
  return {
    name: 'server',
    run: async (context) => {
      const server = context.servers().find(({ id }) => id === serverId);
      return server === undefined ? [] : lookAt(server, context);
    },
  };
}

async function lookAt(server: DoctorServer, context: DoctorContext): Promise<DoctorFinding[]> {
  const launch = await launchOf(server, context);
  // What can't be started can't answer either: one reason is enough.
  return launch.code === 'server-launch-bad' && server.isEnabled && server.isReviewed ? [launch] : [launch, await handshakeOf(server)];
}

/** Whether the program, its folder and its variables are there; for an address, whether it can be written out. */
async function launchOf(server: DoctorServer, { launch: deps }: DoctorContext): Promise<DoctorFinding> {
  const { id, name, launch, isEnabled, isReviewed } = server;
  const base = { id: `server:${id}:launch`, area: 'servers' as const };
  try {
    const { target } = await resolveLaunch(launch, name, deps, id);
    const file = target.kind === 'stdio' ? target.command : new URL(target.url).origin;
    return finding({ ...base, level: 'ok', code: 'server-launch-good', details: { server: name, file } });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const runtime = launch.kind === 'stdio' ? runtimeOf(launch.command) : undefined;
    const fixes: DoctorFix[] = [...(error.problem.code === 'launch-not-found' && runtime !== undefined ? installHelp(runtime, deps.platform) : []), ...(isEnabled && isReviewed ? [{ kind: 'start-server', serverId: id } satisfies DoctorFix] : []), { kind: 'open-server', serverId: id }];
    return finding({ ...base, level: isEnabled ? 'error' : 'info', code: 'server-launch-bad', details: { server: name }, problem: error.problem, fixes });
  }
}

async function handshakeOf(server: DoctorServer): Promise<DoctorFinding> {
  const { id, name: serverName, isEnabled, isReviewed, state, problem } = server;
  const base = { id: `server:${id}`, area: 'servers' as const, details: { server: serverName } };
  const open: DoctorFix = { kind: 'open-server', serverId: id };
  if (!isReviewed) return finding({ ...base, level: 'info', code: 'server-not-reviewed', fixes: [open] });
  if (!isEnabled) return finding({ ...base, level: 'info', code: 'server-off', fixes: [open] });
  const sign = server.ping();
  if (sign !== null) {
    try {
      return finding({ ...base, level: 'ok', code: 'server-answers', details: { server: serverName, milliseconds: Math.round(await sign) } });
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      return finding({ ...base, level: 'error', code: 'server-failing', problem: error.problem, fixes: [{ kind: 'start-server', serverId: id }, open] });
    }
  }
  if (problem !== null) return finding({ ...base, level: state === 'failed' ? 'error' : 'warn', code: 'server-failing', problem, fixes: [{ kind: 'start-server', serverId: id }, open] });
  return finding({ ...base, level: 'info', code: 'server-waits', fixes: [{ kind: 'start-server', serverId: id }] });
}
