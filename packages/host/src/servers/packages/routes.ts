/** Pinning a package to the version that lies on this computer. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { packages } from '@portolan/contract/packages';
import type { ConfigStore } from '../../ports.ts';
import type { ServerViewOf } from '../views/server-view.ts';
import type { FindPackage } from './package-finder.ts';
import { pinned } from './resolved-version.ts';

export function packageRoutes({ find, config, viewOf }: { find: FindPackage; config: ConfigStore; viewOf: ServerViewOf }): HandlersFor<typeof packages> {
  const server = (serverId: ServerId) => {
    const found = config.current().servers.find(({ id }) => id === serverId);
    if (!found) throw new HostError('server-unknown', { serverId });
    return found;
  };
  return {
    'packages/resolved': async ({ serverId }) => {
      const found = await find(server(serverId));
      return { resolved: found && { spec: found.spec, version: found.version, integrity: found.integrity } };
    },
    'packages/pin': async ({ serverId, version }) => {
      const { name } = server(serverId);
      const found = await find(server(serverId));
      if (found?.version !== version) throw new HostError('server-changed', { server: name });
      await config.updateServer(serverId, ({ launch }) => ({ launch: pinned(launch, found) }));
      return viewOf(serverId);
    },
  };
}
