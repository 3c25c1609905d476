/** The contract's methods on conversations, drafts and messages that wait. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { conversations } from '@portolan/contract/conversations';
import { longestAttachments } from '@portolan/contract/drafts';
import type { drafts, PendingAttachment } from '@portolan/contract/drafts';
import { HostError } from '@portolan/contract/errors';
import type { queue as queueMethods } from '@portolan/contract/queue';
import type { Profiles } from '../profiles/profiles.ts';
import { DraftWatch } from './draft-watch.ts';
import type { MessageQueue } from './message-queue.ts';
import type { ConversationService } from './service.ts';

export interface ConversationsRouteDeps {
  service: ConversationService;
  queue: MessageQueue;
  /** What a new chat begins with. */
  profiles: Pick<Profiles, 'begin'>;
}

export function conversationsRoutes({ service, queue, profiles }: ConversationsRouteDeps): HandlersFor<typeof conversations & typeof drafts & typeof queueMethods> {
  const elsewhere = new DraftWatch();
  return {
    'conversations/watchList': (_input, { signal }) => service.watchList(signal),
    'conversations/watch': ({ conversationId }, { signal }) => service.watch(conversationId, signal),
    'conversations/create': ({ model, projectId, profileId }) => {
      const begin = profiles.begin(model, profileId);
      return service.create(begin.model, projectId, begin.profileId);
    },
    'conversations/rename': ({ conversationId, title }) => service.rename(conversationId, title),
    'conversations/setModel': ({ conversationId, model }) => service.setModel(conversationId, model),
    'conversations/setPlace': ({ conversationId, place }) => service.setPlace(conversationId, place),
    'conversations/setReadsResources': ({ conversationId, isOn }) => service.setReadsResources(conversationId, isOn),
    'conversations/setRunsScripts': ({ conversationId, isOn }) => service.setRunsScripts(conversationId, isOn),
    'conversations/remove': async ({ conversationId }) => {
      await service.remove(conversationId);
      return {};
    },
    'conversations/restore': ({ conversationId }) => service.restore(conversationId),
    'conversations/search': ({ query, limit, filters }) => ({ hits: service.search(query, limit, filters) }),
    'conversations/send': async ({ conversationId, text, attachments }, { signal }) => ({ messageId: await service.send(conversationId, text, attachments, signal) }),
    'conversations/edit': ({ conversationId, messageId, text }) => {
      service.edit(conversationId, messageId, text);
      return {};
    },
    'conversations/regenerate': ({ conversationId, messageId, model }) => {
      service.regenerate(conversationId, messageId, model ?? null);
      return {};
    },
    'conversations/version': ({ conversationId, messageId }) => ({ message: service.version(conversationId, messageId) }),
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
    'drafts/get': ({ conversationId }) => {
      const attachments = service.draftAttachments(conversationId);
      return { text: service.draft(conversationId), ...(attachments.length > 0 ? { attachments } : {}) };
    },
    'drafts/watch': ({ conversationId }, { connection, signal }) => elsewhere.watch(conversationId, connection, signal),
    'drafts/save': ({ conversationId, text, attachments }, { connection }) => {
      if (text !== undefined) service.saveDraft(conversationId, text);
      if (attachments !== undefined) service.saveDraftAttachments(conversationId, bounded(attachments));
      elsewhere.saved({ conversationId, text, attachments }, connection);
      return {};
    },
    'queue/watch': ({ conversationId }, { signal }) => queue.watch(conversationId, signal),
    'queue/add': ({ conversationId, text, attachments, before }) => ({ id: before === undefined ? queue.add(conversationId, text, bounded(attachments)) : queue.putBack(conversationId, text, bounded(attachments), before) }),
    'queue/change': ({ conversationId, id, text, attachments }) => {
      queue.change(conversationId, id, text, bounded(attachments));
      return {};
    },
    'queue/move': ({ conversationId, id, before }) => {
      queue.move(conversationId, id, before);
      return {};
    },
    'queue/remove': ({ conversationId, id }) => {
      queue.remove(conversationId, id);
      return {};
    },
    'queue/sendNow': async ({ conversationId, id }) => {
      await queue.sendNow(conversationId, id);
      return {};
    },
    'queue/resume': ({ conversationId }) => {
      queue.resume(conversationId);
      return {};
    },
  };
}

/** What is kept of what is not sent yet has a limit; a window keeps more than that only for itself. */
function bounded(attachments: PendingAttachment[]): PendingAttachment[] {
  if (JSON.stringify(attachments).length > longestAttachments) throw new HostError('invalid-input', { where: 'attachments', limit: longestAttachments });
  return attachments;
}
