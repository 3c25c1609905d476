/** What windows may do about servers that ask too often. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { mutes as methods } from '@portolan/contract/mutes';
import type { ConversationStore, ServersPort } from '../ports.ts';
import type { Mutes } from './mutes.ts';

export interface MuteRouteDeps {
  mutes: Mutes;
  servers: Pick<ServersPort, 'serverName'>;
  conversations: Pick<ConversationStore, 'get'>;
}

export function muteRoutes({ mutes, servers, conversations }: MuteRouteDeps): HandlersFor<typeof methods> {
  const nameOf = (serverId: ServerId): string => {
    const name = servers.serverName(serverId);
    if (name === null) throw new HostError('server-unknown', { server: serverId });
    return name;
  };
  return {
    'mutes/watch': (_input, { signal }) => mutes.watch(signal),
    'mutes/set': ({ serverId, conversationId }) => {
      const name = nameOf(serverId);
      if (conversationId !== null && conversations.get(conversationId) === null) throw new HostError('conversation-unknown', { conversation: conversationId });
      return { id: mutes.mute(serverId, name, conversationId) };
    },
    'mutes/remove': ({ id }) => {
      mutes.unmute(id);
      return {};
    },
    'mutes/allowMore': ({ serverId }) => {
      nameOf(serverId);
      return { until: mutes.allowMore(serverId) };
    },
    'mutes/endAllowance': ({ serverId }) => {
      mutes.endAllowance(serverId);
      return {};
    },
    'mutes/dismissStorm': ({ serverId }) => {
      mutes.dismissStorm(serverId);
      return {};
    },
  };
}
