/** The bundles' part of the contract. */
import type { bundles } from '@portolan/contract/bundles';
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServerViewOf } from '../servers/views/server-view.ts';
import type { BundleService } from './bundle-service.ts';

export function bundleRoutes({ service, viewOf }: { service: BundleService; viewOf: ServerViewOf }): HandlersFor<typeof bundles> {
  return {
    'bundles/begin': async ({ fileName, bytes }) => ({ stagedId: (await service.staging.begin(fileName, bytes)).id }),
    'bundles/append': async ({ stagedId, offset, data }) => {
      const chunk = Buffer.from(data, 'base64');
      // The decoder skips what is no base64; then it would not be the file.
      if (chunk.toString('base64') !== data) throw new HostError('invalid-input', { where: 'data' });
      return { received: await service.staging.append(stagedId, offset, chunk) };
    },
    'bundles/read': ({ stagedId }) => service.read(stagedId),
    'bundles/plan': ({ stagedId, values, secretKeys, update }) => service.plan(stagedId, values, secretKeys, update),
    'bundles/install': async ({ stagedId, values, secrets, launchHash, name, update }) =>
      viewOf((await service.install(stagedId, { name, values, secrets, launchHash, ...(update === undefined ? {} : { update }) })).id),
    'bundles/discard': async ({ stagedId }) => {
      await service.discard(stagedId);
      return {};
    },
    'bundles/ofServer': ({ serverId }) => ({ bundle: service.ofServer(serverId) }),
    'bundles/planSettings': ({ serverId, values, secretKeys }) => service.planSettings(serverId, values, secretKeys),
    'bundles/saveSettings': async ({ serverId, values, secrets, launchHash }) => viewOf((await service.saveSettings(serverId, values, secrets, launchHash)).id),
  };
}
