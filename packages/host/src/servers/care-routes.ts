/** What the person decides about one server beyond its launch: `servers/set…`, copies, and trials before saving. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { serverCare } from '@portolan/contract/server-care';
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { LaunchView } from '@portolan/contract/servers';
import { serverHash } from '../launch-hash.ts';
import type { ConfigStore, ServerCare } from '../ports.ts';
import { mergeLimits } from './server-limits.ts';
import type { Supervisor } from './supervisor.ts';
import { runTrial } from './trial.ts';
import type { LaunchFlags } from './views/server-view.ts';
import { toServerView } from './views/server-view.ts';
import { checkPolicy } from './sandbox/check-policy.ts';
import { sandboxOffer } from './sandbox/routes.ts';
import type { BundleReachOf } from './sandbox/routes.ts';
import { fromLaunchView } from './views/launch-view.ts';

export interface CareRouteDeps {
  config: ConfigStore;
  supervisor: Supervisor;
  flagsOf: LaunchFlags;
  bundleReach?: BundleReachOf;
}

export function careRoutes({ config, supervisor, flagsOf, bundleReach }: CareRouteDeps): HandlersFor<typeof serverCare> {
  const change = async (serverId: ServerId, edit: (care: ServerCare) => ServerCare) => {
    await config.updateServer(serverId, ({ care = {} }) => ({ care: edit(care) }));
    return toServerView(supervisor.get(serverId), flagsOf);
  };
  /** What would run: a masked value stands for what is stored, and the walls of a server stand in its trials too. */
  const meantBy = (view: LaunchView, of: ServerId | undefined, sandbox: SandboxChoice | undefined) => {
    const standing = of === undefined ? null : supervisor.get(of).config;
    const launch = fromLaunchView(view, standing?.launch ?? null);
    const choice = launch.kind === 'stdio' ? (sandbox ?? standing?.sandbox) : undefined;
    return { launch, ...(choice === undefined ? {} : { sandbox: choice }) };
  };
  return {
    'servers/setStartup': ({ serverId, startup }) => change(serverId, (care) => ({ ...care, startup })),
    'servers/setLimits': ({ serverId, limits }) => change(serverId, (care) => ({ ...care, limits: mergeLimits(care.limits ?? {}, limits) })),
    'servers/setItemEnabled': async ({ serverId, kind, name, isEnabled }) => {
      const toggled = (list: readonly string[] = []): string[] => [...list.filter((each) => each !== name), ...(isEnabled ? [] : [name])];
      await config.updateServer(serverId, ({ disabledTools, care = {} }) => {
        if (kind === 'tool') return { disabledTools: toggled(disabledTools) };
        if (kind === 'prompt') return { care: { ...care, disabledPrompts: toggled(care.disabledPrompts) } };
        return { care: { ...care, disabledResources: toggled(care.disabledResources) } };
      });
      return {};
    },
    'servers/duplicate': async ({ serverId, name }) => {
      const { id: _id, ...original } = supervisor.get(serverId).config;
      if (config.current().servers.some((server) => server.name === name)) throw new HostError('server-name-taken', { name });
      const added = await config.addServer({ ...original, name, reviewedHash: null });
      return toServerView(supervisor.get(added.id), flagsOf);
    },
    'servers/prepareTrial': async ({ launch, of, sandbox }) => {
      const meant = meantBy(launch, of, sandbox);
      const offer = await sandboxOffer(meant.launch, of, { supervisor, bundleReach });
      const choice = offer === null ? undefined : (meant.sandbox ?? (offer.isProposed ? offer.recommended : 'off'));
      const decided = choice === undefined ? meant : { ...meant, sandbox: choice };
      return { launchHash: serverHash(decided), flags: flagsOf(meant.launch), offer, ...(choice === undefined ? {} : { sandbox: choice }) };
    },
    'servers/trial': ({ name, launch, of, launchHash: allowed, sandbox }, { signal }) => {
      const meant = meantBy(launch, of, sandbox);
      if (meant.sandbox !== undefined && meant.sandbox !== 'off') checkPolicy(meant.sandbox, name, supervisor.launch.platform);
      // What was shown is what is run (A06).
      if (serverHash(meant) !== allowed) throw new HostError('server-changed', { server: name });
      return runTrial({ name, ...meant, of: of ?? null }, supervisor.trialDeps, signal);
    },
  };
}
