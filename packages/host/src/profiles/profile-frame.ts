/** What a chat's profile lays down for its turns. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { ChatFrame, FrameSource } from '../context/chat-frame.ts';
import type { ProfileConfig, Profiles } from './profiles.ts';
import { offeredBy } from './profile-servers.ts';

/** As it is kept at this moment: what the person changes of a profile counts in its chats from the next request on. */
export function profileFrames(profiles: Pick<Profiles, 'of'>, config: Pick<ProfileConfig, 'current'>): FrameSource {
  return {
    frame: (conversation: ConversationView): ChatFrame | null => {
      const found = profiles.of(conversation);
      if (found === null) return null;
      const { instructions, servers, parameters, runsScripts } = found.value;
      const offered = offeredBy(config.current(), servers);
      return {
        from: 'profile',
        name: found.name,
        instructions,
        // It chooses no servers: of those that are chosen it leaves some out, so that no chat is offered more by it.
        servers: null,
        ...(offered === null ? {} : { offersServer: (serverId) => offered.has(serverId), offers: ({ serverId, name }) => offered.get(serverId)?.has(name) ?? offered.has(serverId) }),
        parameters,
        ...(runsScripts === undefined ? {} : { runsScripts }),
      };
    },
  };
}
