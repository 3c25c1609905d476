/** How the events of each watched stream change what a window knows. Pure; the host's snapshots replace everything. */
import type { ConversationView, MessageView, PartView } from '@portolan/contract/conversations';
import type { EventOf } from '@portolan/contract/contract';
import type { InteractionView } from '@portolan/contract/interactions';
import type { JobView } from '@portolan/contract/jobs';
import type { LogLine, ServerView } from '@portolan/contract/servers';
import type { SignInView } from '@portolan/contract/sign-in';

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byName = (servers: ServerView[]): ServerView[] => servers.toSorted((a, b) => names.compare(a.name, b.name));
const newestFirst = (list: ConversationView[]): ConversationView[] => list.toSorted((a, b) => b.updatedAt - a.updatedAt);

/** Sorted by name, as every list of servers is shown. */
export function reduceServers(state: ServerView[] | undefined, event: EventOf<'servers/watch'>): ServerView[] | undefined {
  if (event.type === 'snapshot') return byName(event.servers);
  if (event.type === 'removed') return state?.filter((server) => server.id !== event.serverId);
  return state && byName([...state.filter((server) => server.id !== event.server.id), event.server]);
}

export function reduceSignIns(state: SignInView[] | undefined, event: EventOf<'signIn/watch'>): SignInView[] | undefined {
  if (event.type === 'snapshot') return event.signIns;
  if (event.type === 'removed') return state?.filter((each) => each.serverId !== event.serverId);
  return state && [...state.filter((each) => each.serverId !== event.signIn.serverId), event.signIn];
}

export interface LogState {
  lines: LogLine[];
  /** Lines the host has let go of. */
  dropped: number;
}
const keptLogLines = 5_000;

/** Lines come once, in order; the oldest go when there are more than a window should hold. */
export function reduceLog(state: LogState | undefined, event: EventOf<'servers/watchLog'>): LogState {
  const known = state?.lines ?? [];
  const last = known.at(-1)?.seq ?? -1;
  const lines = [...known, ...event.lines.filter((line) => line.seq > last)];
  return { lines: lines.length > keptLogLines ? lines.slice(-keptLogLines) : lines, dropped: event.dropped };
}

/** Newest first. */
export function reduceConversations(state: ConversationView[] | undefined, event: EventOf<'conversations/watchList'>): ConversationView[] | undefined {
  if (event.type === 'snapshot') return newestFirst(event.conversations);
  if (event.type === 'removed') return state?.filter((each) => each.id !== event.conversationId);
  return state && newestFirst([...state.filter((each) => each.id !== event.conversation.id), event.conversation]);
}

/** Oldest first. */
export function reduceInteractions(state: InteractionView[] | undefined, event: EventOf<'interactions/watch'>): InteractionView[] | undefined {
  if (event.type === 'snapshot') return event.interactions;
  if (event.type === 'settled') return state?.filter((each) => each.id !== event.id);
  if (event.type === 'changed') return state?.map((each) => (each.id === event.interaction.id ? event.interaction : each));
  return state && [...state.filter((each) => each.id !== event.interaction.id), event.interaction];
}

/** Newest first. */
export function reduceJobs(state: JobView[] | undefined, event: EventOf<'jobs/watch'>): JobView[] | undefined {
  if (event.type === 'snapshot') return event.jobs;
  if (event.type === 'removed') return state?.filter((each) => each.id !== event.jobId);
  return state && [...state.filter((each) => each.id !== event.job.id), event.job].toSorted((a, b) => b.startedAt - a.startedAt);
}

export interface ConversationState {
  conversation: ConversationView;
  messages: MessageView[];
  /** What came before `messages` is still on its way. */
  hasEarlier: boolean;
  /** How many of `messages` came after the snapshot, before its first. */
  earlier: number;
}

/** Untouched messages keep their identity, so that memoised rows don't render again. A change before the snapshot means nothing. */
export function reduceConversation(state: ConversationState | undefined, event: EventOf<'conversations/watch'>): ConversationState | undefined {
  if (event.type === 'snapshot') return snapshotOf(state, event);
  if (!state) return undefined;
  if (event.type === 'earlier') return withEarlier(state, event);
  if (event.type === 'conversation') return { ...state, conversation: event.conversation };
  if (event.type === 'message') {
    const at = indexOf(state, event.message.id);
    if (at < 0) return { ...state, messages: [...state.messages, event.message] };
    // Which versions there are is told with a snapshot alone.
    const versions = event.message.versions ?? state.messages[at]?.versions;
    return { ...state, messages: state.messages.with(at, versions === undefined ? event.message : { ...event.message, versions }) };
  }
  if (event.type === 'message-removed') return { ...state, messages: state.messages.filter((message) => message.id !== event.messageId) };
  if (event.type === 'part') return changePart(state, event.messageId, event.part, () => event.value);
  return changePart(state, event.messageId, event.part, (part) => (part && (part.type === 'text' || part.type === 'reasoning') ? { ...part, text: part.text + event.text } : part));
}

/** What is known of the time before the snapshot stays until it is told anew: nothing that is being read disappears. */
function snapshotOf(state: ConversationState | undefined, { conversation, messages, hasEarlier = false }: EventOf<'conversations/watch'> & { type: 'snapshot' }): ConversationState {
  const first = hasEarlier ? messages[0]?.id : undefined;
  const at = state && first !== undefined ? state.messages.findIndex((message) => message.id === first) : -1;
  const before = state && at > 0 ? state.messages.slice(0, at) : [];
  return { conversation, messages: [...before, ...messages], hasEarlier, earlier: before.length };
}

function withEarlier(state: ConversationState, { messages, isLast }: EventOf<'conversations/watch'> & { type: 'earlier' }): ConversationState {
  const told = new Set<string>(messages.map(({ id }) => id));
  const place = Math.max(0, state.messages.findIndex(({ id }) => told.has(id)));
  const others = state.messages.filter(({ id }) => !told.has(id));
  const all = [...others.slice(0, place), ...messages, ...others.slice(place)];
  return { ...state, messages: all, hasEarlier: !isLast, earlier: state.earlier + all.length - state.messages.length };
}

/** The streaming message is nearly always the last: looked for from the end. */
function indexOf(state: ConversationState, messageId: string): number {
  return state.messages.findLastIndex((message) => message.id === messageId);
}

function changePart(state: ConversationState, messageId: string, index: number, change: (part: PartView | undefined) => PartView | undefined): ConversationState {
  const at = indexOf(state, messageId);
  const message = state.messages[at];
  // A part beyond the next one would leave a hole: wait for the message as a whole.
  if (!message || index < 0 || index > message.parts.length) return state;
  const value = change(message.parts[index]);
  if (!value) return state;
  const parts = [...message.parts];
  parts[index] = value;
  return { ...state, messages: state.messages.with(at, { ...message, parts }) };
}
