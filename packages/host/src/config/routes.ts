/** The configuration's part of the contract. */
import type { configuration } from '@portolan/contract/configuration';
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ConfigFile } from './config-file.ts';
import type { Mask } from './config-history.ts';
import { launchChanges } from './launch-changes.ts';

export function configurationRoutes({ config, mask }: { config: ConfigFile; mask: Mask }): HandlersFor<typeof configuration> {
  return {
    'configuration/state': async () => ({ file: config.path, broken: await config.fault(mask), unusable: await config.unusable(), hasLastGood: config.hasLastGood, backups: config.backups() }),
    'configuration/compare': ({ backup }) => config.compare(backup, mask),
    'configuration/restore': ({ backup }) => config.restore(backup),
    'configuration/restoreServer': async ({ name }) => ({ serverId: (await config.restoreNamed(name)).id }),
    'configuration/useLastGood': async () => {
      // One that can be used is not put aside: it may have been mended a moment ago.
      if (!(await config.fault(mask))) throw new HostError('invalid-input', { subject: config.path, reason: 'not-broken' });
      return { aside: await config.setBrokenAside() };
    },
    'configuration/launchChange': ({ serverId }) => {
      const change = config.reviewedLaunch(serverId);
      const changes = change ? launchChanges(change.before, change.after) : [];
      return { changes: changes.length > 0 ? changes : null };
    },
  };
}
