/** The handlers for attached, compared and watched resources. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { ResourceContentView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { MessageId, ServerId } from '@portolan/contract/ids';
import type { resourceVersions } from '@portolan/contract/resource-versions';
import type { ConversationStore } from '../ports.ts';
import type { ResourceVersions } from './resource-versions.ts';

export interface ResourceRouteDeps {
  versions: ResourceVersions;
  conversations: Pick<ConversationStore, 'message'>;
}

export function resourceRoutes({ versions, conversations }: ResourceRouteDeps): HandlersFor<typeof resourceVersions> {
  return {
    'resources/attach': ({ serverId, uri, uriTemplate }, { signal }) => versions.attach(serverId, uri, uriTemplate, signal),
    'resources/attached': ({ serverId, uri, hash }) => ({ contents: versions.attached(serverId, uri, hash) }),
    'resources/compare': ({ serverId, uri, hash, messageId }, { signal }) =>
      versions.compare(serverId, uri, hash, messageId === undefined ? null : sentWith(conversations, messageId, { serverId, uri, hash }), signal),
    'resources/watch': ({ serverId, uri }, { signal }) => versions.watch(serverId, uri, signal),
  };
}

/** What went with a message is in the message. */
function sentWith(conversations: Pick<ConversationStore, 'message'>, id: MessageId, of: { serverId: ServerId; uri: string; hash: string }): ResourceContentView[] {
  const message = conversations.message(id);
  if (message === null) throw new HostError('message-unknown');
  return message.parts.flatMap((part) => (part.type === 'attachment' && part.serverId === of.serverId && part.uri === of.uri && part.version === of.hash && part.content.type === 'resource' ? [part.content.resource] : []));
}
