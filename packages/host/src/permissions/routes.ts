/** What windows and the command line may do with standing permissions. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { rules } from '@portolan/contract/rules';
import type { Permissions } from './permissions.ts';

export function permissionRoutes({ permissions }: { permissions: Permissions }): HandlersFor<typeof rules> {
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
      return {};
    },
    'rules/setServerProfile': ({ serverId, profile }) => {
      permissions.setServerProfile(serverId, profile);
      return {};
    },
  };
}
