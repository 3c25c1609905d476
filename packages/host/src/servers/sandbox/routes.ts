/** The sandbox's part of the contract: what could be had, and the person's decision. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { SandboxChoice, SandboxOffer } from '@portolan/contract/sandbox';
import type { ServerView, servers } from '@portolan/contract/servers';
import type { ServerId } from '@portolan/contract/ids';
import { serverHash } from '../../launch-hash.ts';
import type { ConfigStore, LaunchConfig, ServerConfig } from '../../ports.ts';
import { currentPlatform } from '../launch/platform.ts';
import type { Supervisor } from '../supervisor.ts';
import { checkPolicy } from './check-policy.ts';
import type { BundleReach } from './bundle-reach.ts';
import { recommend } from './recommend.ts';

type SandboxMethods = Pick<typeof servers, 'servers/sandboxOffer' | 'servers/setSandbox'>;

/** What is known of the bundle that a server came from; null for one that came from elsewhere. */
export type BundleReachOf = (serverId: ServerId) => BundleReach | null;

/** @returns what could be proposed for a launch, of a server that is there already or not; null for an address */
export async function sandboxOffer(launch: LaunchConfig, of: ServerId | undefined, { supervisor, bundleReach }: { supervisor: Supervisor; bundleReach: BundleReachOf | undefined }): Promise<SandboxOffer | null> {
  if (launch.kind !== 'stdio') return null;
  const { support } = await supervisor.sandbox.tools.find();
  return recommend(launch, { support, platform: supervisor.launch.platform, dataDir: supervisor.dataDir, bundle: (of === undefined ? null : bundleReach?.(of)) ?? null });
}

export interface SandboxRouteDeps {
  config: ConfigStore;
  supervisor: Supervisor;
  view: (id: ServerId) => ServerView;
  bundleReach: BundleReachOf | undefined;
}

export function sandboxRoutes({ config, supervisor, view, bundleReach }: SandboxRouteDeps): HandlersFor<SandboxMethods> {
  return {
    'servers/sandboxOffer': async ({ serverId }) => {
      const { launch, name } = supervisor.get(serverId).config;
      const offer = await sandboxOffer(launch, serverId, { supervisor, bundleReach });
      if (offer === null) throw new HostError('invalid-input', { server: name, subject: 'serverId', reason: 'not-a-program' });
      return offer;
    },
    'servers/setSandbox': async ({ serverId, launchHash, sandbox }) => {
      const connector = supervisor.get(serverId);
      const { config: standing } = connector;
      if (connector.launchHash !== launchHash) throw new HostError('server-changed', { server: standing.name });
      const wasActive = connector.isActive;
      const hash = identityWith(standing, sandbox);
      // What stands there now is what was opened.
      if (sandbox !== 'off') await supervisor.sandbox.pin(serverId, sandbox);
      await config.updateServer(serverId, { sandbox, ...(connector.isReviewed ? { reviewedHash: hash } : {}) });
      // The old container is not the new one; what ran in it ends before anything runs in the other.
      if (wasActive) {
        await connector.stop();
        if (connector.isReviewed && connector.config.isEnabled) await connector.start();
      }
      return view(serverId);
    },
  };
}

/**
 * The launch identity of a server under a policy that is about to become its own.
 * @throws {HostError} `invalid-input` for what is no program here, `sandbox-bad-folder` for a policy that can't be meant
 */
export function identityWith({ launch, name }: ServerConfig, sandbox: SandboxChoice): string {
  if (launch.kind !== 'stdio') throw new HostError('invalid-input', { server: name, subject: 'sandbox', reason: 'not-a-program' });
  if (sandbox !== 'off') checkPolicy(sandbox, name, currentPlatform());
  return serverHash({ launch, sandbox });
}
