/** The contract's methods on what of a chat goes to its model. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { context as contextContract } from '@portolan/contract/context';
import { HostError } from '@portolan/contract/errors';
import type { ConversationService } from '../conversations/service.ts';
import type { ConfigStore } from '../ports.ts';
import type { ChatContext } from './chat-context.ts';
import { summaryView } from './context-states.ts';
import type { ContextStates } from './context-states.ts';

export interface ContextRouteDeps {
  context: ChatContext;
  states: ContextStates;
  conversations: Pick<ConversationService, 'summarise'>;
  config: Pick<ConfigStore, 'updateSettings'>;
}

export function contextRoutes({ context, states, conversations, config }: ContextRouteDeps): HandlersFor<typeof contextContract> {
  return {
    'context/watch': ({ conversationId }, { signal }) => states.watch(conversationId, signal),
    'context/tools': ({ conversationId }) => states.tools(conversationId),
    'context/instructions': ({ conversationId }) => states.told(conversationId),
    'context/setAlways': ({ serverId, tool, isOn }) => {
      context.store.setAlways(serverId, tool, isOn);
      return {};
    },
    'context/setOff': ({ conversationId, serverId, tool, isOff }) => {
      context.store.setOff(conversationId, serverId, tool, isOff);
      context.changed(conversationId);
      return {};
    },
    'context/summarise': async ({ conversationId }, { signal }) => {
      return { summary: summaryView(await conversations.summarise(conversationId, signal)) };
    },
    'context/undoSummary': ({ conversationId, id }) => {
      context.store.undoSummary(conversationId, id);
      context.store.setAutomatic(conversationId, false);
      context.changed(conversationId);
      return {};
    },
    'context/setAutomatic': ({ conversationId, isOn }) => {
      context.store.setAutomatic(conversationId, isOn);
      context.changed(conversationId);
      return {};
    },
    'context/setWindow': async ({ model, tokens }) => {
      await config.updateSettings(({ contextWindows = [] }) => {
        const others = contextWindows.filter(({ providerId, model: name }) => providerId !== model.providerId || name !== model.model);
        if (tokens !== null && others.length >= 500) throw new HostError('invalid-input', { where: 'contextWindows', limit: 500 });
        return { contextWindows: tokens === null ? others : [...others, { ...model, tokens }] };
      });
      return {};
    },
  };
}
