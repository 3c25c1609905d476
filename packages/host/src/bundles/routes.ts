/** The bundles' part of the contract. */
import type { bundles } from '@portolan/contract/bundles';
import type { HandlersFor } from '@portolan/contract/contract';
import { appendUpload, beginUpload } from '../uploads/upload-steps.ts';
import type { ServerViewOf } from '../servers/views/server-view.ts';
import type { BundleService } from './bundle-service.ts';

export function bundleRoutes({ service, viewOf }: { service: BundleService; viewOf: ServerViewOf }): HandlersFor<typeof bundles> {
  return {
    'bundles/begin': (file) => beginUpload(service.staging, file),
    'bundles/append': (chunk) => appendUpload(service.staging, chunk),
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
