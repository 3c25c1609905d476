/** What windows and the command line may do with standing permissions. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { rules } from '@portolan/contract/rules';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { Permissions } from './permissions.ts';

export function permissionRoutes({ permissions, activity = noActivity }: { permissions: Permissions; activity?: ActivityPort }): HandlersFor<typeof rules> {
  return {
    'rules/list': () => permissions.list(),
    'rules/save': ({ id, ...input }) => permissions.save(input, id),
    'rules/revoke': ({ ruleId }) => {
      permissions.revoke(ruleId);
      return {};
    },
    'rules/restore': ({ ruleId }) => {
      permissions.restore(ruleId);
      return {};
    },
    'rules/setProfile': ({ profile }) => {
      permissions.setProfile(profile);
      activity.record({ type: 'settings-changed', fields: ['permissionProfile'] });
      return {};
    },
    'rules/setServerProfile': ({ serverId, profile }) => {
      permissions.setServerProfile(serverId, profile);
      activity.record({ type: 'server-changed', fields: ['profile'], names: [] }, { serverId });
      return {};
    },
  };
}
