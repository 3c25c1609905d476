/** The contract's methods on prompt templates. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { templates as methods } from '@portolan/contract/templates';
import type { ContextStore } from '../context/context-store.ts';
import type { ConversationStore } from '../ports.ts';
import type { Templates } from './templates.ts';

export interface TemplateRouteDeps {
  templates: Templates;
  conversations: Pick<ConversationStore, 'get'>;
  /** Has tools loaded for a chat. */
  context: { store: Pick<ContextStore, 'addFound'>; changed(id: NonNullable<ReturnType<ConversationStore['get']>>['id']): void };
}

export function templateRoutes({ templates, conversations, context }: TemplateRouteDeps): HandlersFor<typeof methods> {
  return {
    'templates/watch': (_input, { signal }) => templates.watch(signal),
    'templates/check': ({ text }) => ({ problems: templates.check(text) }),
    'templates/save': ({ templateId, template, anyway }) => templates.save(templateId, template, anyway),
    'templates/remove': ({ templateId }) => {
      templates.remove(templateId);
      return {};
    },
    'templates/restore': ({ templateId }) => templates.restore(templateId),
    'templates/use': ({ templateId, conversationId, values }) => {
      const conversation = conversations.get(conversationId);
      if (conversation === null) throw new HostError('conversation-unknown', { conversation: conversationId });
      const { query, ...filled } = templates.fill(templateId, conversation, values);
      context.store.addFound(conversationId, filled.tools, query);
      context.changed(conversationId);
      return filled;
    },
  };
}
