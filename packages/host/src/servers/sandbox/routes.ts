/** The sandbox's part of the contract: what could be had, and the person's decision. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { ServerView, servers } from '@portolan/contract/servers';
import type { ServerId } from '@portolan/contract/ids';
import { serverHash } from '../../launch-hash.ts';
import type { ConfigStore, ServerConfig } from '../../ports.ts';
import { currentPlatform } from '../launch/platform.ts';
import type { Supervisor } from '../supervisor.ts';
import { checkPolicy } from './check-policy.ts';
import { recommend } from './recommend.ts';

type SandboxMethods = Pick<typeof servers, 'servers/sandboxOffer' | 'servers/setSandbox'>;

export function sandboxRoutes({ config, supervisor, view }: { config: ConfigStore; supervisor: Supervisor; view: (id: ServerId) => ServerView }): HandlersFor<SandboxMethods> {
  const platform = currentPlatform();
  return {
    'servers/sandboxOffer': async ({ serverId }) => {
      const { launch, name } = supervisor.get(serverId).config;
      if (launch.kind !== 'stdio') throw new HostError('invalid-input', { server: name, subject: 'serverId', reason: 'not-a-program' });
      return recommend(launch, (await supervisor.sandbox.tools.find()).support, platform);
    },
    'servers/setSandbox': async ({ serverId, launchHash, sandbox }) => {
      const connector = supervisor.get(serverId);
      const { config: standing } = connector;
      if (connector.launchHash !== launchHash) throw new HostError('server-changed', { server: standing.name });
      const wasActive = connector.isActive;
      const hash = identityWith(standing, sandbox);
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
