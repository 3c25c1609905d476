/** The contract's methods on profiles. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { profiles as methods } from '@portolan/contract/profiles';
import type { ConversationService } from '../conversations/service.ts';
import type { Profiles } from './profiles.ts';

export interface ProfileRouteDeps {
  profiles: Profiles;
  conversations: Pick<ConversationService, 'setProfile'>;
}

export function profileRoutes({ profiles, conversations }: ProfileRouteDeps): HandlersFor<typeof methods> {
  return {
    'profiles/watch': (_input, { signal }) => profiles.watch(signal),
    'profiles/save': ({ profileId, profile }) => profiles.save(profileId, profile),
    'profiles/duplicate': ({ profileId, name }) => profiles.duplicate(profileId, name),
    'profiles/remove': ({ profileId }) => {
      profiles.remove(profileId);
      return {};
    },
    'profiles/restore': ({ profileId }) => profiles.restore(profileId),
    'profiles/setDefault': ({ profileId }) => {
      profiles.setDefault(profileId);
      return {};
    },
    'profiles/export': ({ profileId }) => ({ text: profiles.export(profileId) }),
    'profiles/readFile': ({ text }) => profiles.readFile(text),
    'profiles/import': ({ text }) => profiles.import(text),
    'conversations/setProfile': ({ conversationId, profileId }) => conversations.setProfile(conversationId, profileId, profileId === null ? null : profiles.modelOf(profileId)),
  };
}
