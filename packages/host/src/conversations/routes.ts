/** The contract's methods on conversations and drafts. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { conversations } from '@portolan/contract/conversations';
import type { ConversationService } from './service.ts';

export function conversationsRoutes({ service }: { service: ConversationService }): HandlersFor<typeof conversations> {
  return {
    'conversations/watchList': (_input, { signal }) => service.watchList(signal),
    'conversations/watch': ({ conversationId }, { signal }) => service.watch(conversationId, signal),
    'conversations/create': ({ model }) => service.create(model),
    'conversations/rename': ({ conversationId, title }) => service.rename(conversationId, title),
    'conversations/setModel': ({ conversationId, model }) => service.setModel(conversationId, model),
    'conversations/setPlace': ({ conversationId, place }) => service.setPlace(conversationId, place),
    'conversations/setReadsResources': ({ conversationId, isOn }) => service.setReadsResources(conversationId, isOn),
    'conversations/remove': async ({ conversationId }) => {
      await service.remove(conversationId);
      return {};
    },
    'conversations/restore': ({ conversationId }) => service.restore(conversationId),
    'conversations/search': ({ query, limit }) => ({ hits: service.search(query, limit) }),
    'conversations/send': async ({ conversationId, text, attachments }, { signal }) => ({ messageId: await service.send(conversationId, text, attachments, signal) }),
    'conversations/edit': ({ conversationId, messageId, text }) => {
      service.edit(conversationId, messageId, text);
      return {};
    },
    'conversations/regenerate': ({ conversationId, messageId }) => {
      service.regenerate(conversationId, messageId);
      return {};
    },
    'conversations/choose': ({ conversationId, messageId }) => {
      service.choose(conversationId, messageId);
      return {};
    },
    'conversations/stop': async ({ conversationId }) => {
      await service.stop(conversationId);
      return {};
    },
    'conversations/continue': ({ conversationId }) => {
      service.continue(conversationId);
      return {};
    },
    'drafts/get': ({ conversationId }) => ({ text: service.draft(conversationId) }),
    'drafts/save': ({ conversationId, text }) => {
      service.saveDraft(conversationId, text);
      return {};
    },
  };
}
