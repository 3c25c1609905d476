/** The contract's methods on what a search through chats is narrowed to. */
import type { chatFilters } from '@portolan/contract/chat-filters';
import type { HandlersFor } from '@portolan/contract/contract';
import type { ConversationStore } from '../ports.ts';

export function chatFilterRoutes(store: Pick<ConversationStore, 'filter' | 'excluding' | 'filterChoices'>): HandlersFor<typeof chatFilters> {
  return {
    'conversations/filter': ({ filters }) => ({ ids: store.filter(filters) }),
    'conversations/excluding': ({ query, filters }) => ({ filters: store.excluding(query, filters) }),
    'conversations/filterChoices': () => store.filterChoices(),
  };
}
