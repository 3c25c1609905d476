/** What the host knows, as hooks. Streams stay current by themselves; one-shot reads are keyed by the server's generation. */
import type { ConversationView, MessageView, ModelRef, PartView } from '@portolan/contract/conversations';
import type { EventOf, InputOf, OutputOf, RequestName } from '@portolan/contract/contract';
import type { HostError } from '@portolan/contract/errors';
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import type { InteractionView } from '@portolan/contract/interactions';
import type { LogLine, ServerView } from '@portolan/contract/servers';
import type { ProviderView } from '@portolan/contract/providers';
import type { Notice, Settings } from '@portolan/contract/settings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useHost } from './host-context.tsx';
import { useLive } from './live.ts';
import type { Live } from './live.ts';

/** Sorted by name, as every list of servers is shown. */
export function useServers(): Live<ServerView[]> {
  return useLive('servers', 'servers/watch', {}, reduceServers);
}
export function useServer(id: ServerId): ServerView | undefined {
  return useServers().data?.find((server) => server.id === id);
}

function reduceServers(state: ServerView[] | undefined, event: EventOf<'servers/watch'>): ServerView[] {
  const sort = (servers: ServerView[]) => servers.toSorted((a, b) => a.name.localeCompare(b.name));
  switch (event.type) {
    case 'snapshot':
      return sort(event.servers);
    case 'changed':
      return sort([...(state ?? []).filter((server) => server.id !== event.server.id), event.server]);
    case 'removed':
      return (state ?? []).filter((server) => server.id !== event.serverId);
  }
}

export interface LogState {
  lines: LogLine[];
  dropped: number;
}
const keptLogLines = 5_000;
export function useServerLog(serverId: ServerId): Live<LogState> {
  return useLive(`log:${serverId}`, 'servers/watchLog', { serverId }, reduceLog);
}
function reduceLog(state: LogState | undefined, event: EventOf<'servers/watchLog'>): LogState {
  const last = state?.lines.at(-1)?.seq ?? -1;
  const lines = [...(state?.lines ?? []), ...event.lines.filter((line) => line.seq > last)];
  return { lines: lines.length > keptLogLines ? lines.slice(-keptLogLines) : lines, dropped: event.dropped };
}

/** Newest first. */
export function useConversations(): Live<ConversationView[]> {
  return useLive('conversations', 'conversations/watchList', {}, reduceConversations);
}
function reduceConversations(state: ConversationView[] | undefined, event: EventOf<'conversations/watchList'>): ConversationView[] {
  const sort = (list: ConversationView[]) => list.toSorted((a, b) => b.updatedAt - a.updatedAt);
  switch (event.type) {
    case 'snapshot':
      return sort(event.conversations);
    case 'changed':
      return sort([...(state ?? []).filter((each) => each.id !== event.conversation.id), event.conversation]);
    case 'removed':
      return (state ?? []).filter((each) => each.id !== event.conversationId);
  }
}

export interface ConversationState {
  conversation: ConversationView;
  messages: MessageView[];
}
export function useConversation(conversationId: ConversationId): Live<ConversationState> {
  return useLive(`conversation:${conversationId}`, 'conversations/watch', { conversationId }, reduceConversation);
}

/** Exported for tests. Untouched messages keep their identity, so that memoised rows don't render again. */
export function reduceConversation(state: ConversationState | undefined, event: EventOf<'conversations/watch'>): ConversationState {
  if (event.type === 'snapshot') return { conversation: event.conversation, messages: event.messages };
  if (!state) throw new Error('the host sent a change before its snapshot');
  switch (event.type) {
    case 'conversation':
      return { ...state, conversation: event.conversation };
    case 'message': {
      const at = state.messages.findIndex((message) => message.id === event.message.id);
      return { ...state, messages: at < 0 ? [...state.messages, event.message] : state.messages.with(at, event.message) };
    }
    case 'message-removed':
      return { ...state, messages: state.messages.filter((message) => message.id !== event.messageId) };
    case 'delta':
      return changePart(state, event.messageId, event.part, (part) => (part && (part.type === 'text' || part.type === 'reasoning') ? { ...part, text: part.text + event.text } : part));
    case 'part':
      return changePart(state, event.messageId, event.part, () => event.value);
  }
}
function changePart(state: ConversationState, messageId: string, index: number, change: (part: PartView | undefined) => PartView | undefined): ConversationState {
  const at = state.messages.findIndex((message) => message.id === messageId);
  const message = state.messages[at];
  if (!message) return state;
  const value = change(message.parts[index]);
  if (!value) return state;
  const parts = [...message.parts];
  parts[index] = value;
  return { ...state, messages: state.messages.with(at, { ...message, parts }) };
}

/** Open questions, oldest first. */
export function useInteractions(): Live<InteractionView[]> {
  return useLive('interactions', 'interactions/watch', {}, reduceInteractions);
}
function reduceInteractions(state: InteractionView[] | undefined, event: EventOf<'interactions/watch'>): InteractionView[] {
  switch (event.type) {
    case 'snapshot':
      return event.interactions;
    case 'added':
      return [...(state ?? []).filter((each) => each.id !== event.interaction.id), event.interaction];
    case 'settled':
      return (state ?? []).filter((each) => each.id !== event.id);
  }
}

export function useProviders(): Live<{ providers: ProviderView[]; defaultModel: ModelRef | null }> {
  return useLive('providers', 'providers/watch', {}, (_state: { providers: ProviderView[]; defaultModel: ModelRef | null } | undefined, event) => event);
}

export function useSettings(): Live<{ settings: Settings; notices: Notice[] }> {
  return useLive('settings', 'settings/watch', {}, (_state: { settings: Settings; notices: Notice[] } | undefined, event) => event);
}

/** A one-shot read. Add the server's generation to `stamp` so that a changed list is read again. */
export function useHostQuery<M extends RequestName>(method: M, input: InputOf<M>, options: { stamp?: unknown; enabled?: boolean } = {}) {
  const { link } = useHost();
  return useQuery<OutputOf<M>, HostError>({
    queryKey: [method, input, options.stamp],
    queryFn: ({ signal }) => link.request(method, input, { signal }),
    enabled: options.enabled ?? true,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** An act. `error` is shown beside what caused it; the caller decides what else happens. */
export function useHostMutation<M extends RequestName>(method: M) {
  const { link } = useHost();
  return useMutation<OutputOf<M>, HostError, InputOf<M>>({ mutationFn: (input) => link.request(method, input) });
}
