/** What of a chat goes to its model: how full its window is, what is summarised, which tools it is offered. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { ModelRef } from './conversations.ts';
import { ConversationId, MessageId, ServerId } from './ids.ts';

/**
 * How many tokens one request may hold. `own`: the person said so; `service`: its service did; `list`: a list that comes with
 * the app; `usual`: nobody knows, and this is a careful guess.
 */
export const ContextWindow = z.object({ tokens: z.number(), source: z.enum(['own', 'service', 'list', 'usual']) });
export type ContextWindow = z.infer<typeof ContextWindow>;

const tokens = z.number();

/** Where instructions come from that go with a chat beside its messages. */
export const FrameKind = z.enum(['project', 'profile']);
export type FrameKind = z.infer<typeof FrameKind>;

/** One text that the model is given before the messages. `name` is empty for the app's own. */
export const InstructionsView = z.object({ from: z.enum(['app', 'project', 'profile', 'server']), name: z.string(), text: z.string(), tokens });
export type InstructionsView = z.infer<typeof InstructionsView>;

/** Tokens of the next request by what they are for, all estimated; the sum is corrected by what the last request took. */
export const ContextMeter = z.object({
  window: ContextWindow,
  used: tokens,
  /** Instructions of the app and of servers. */
  system: tokens,
  /** The person's own instructions that go with the chat, and files that go with them: of its project, for example. */
  frames: z.optional(z.array(z.object({ from: FrameKind, name: z.string(), instructions: tokens, files: tokens }))),
  /** The summary, where there is one. */
  summary: tokens,
  /** What was said, and the arguments of calls. */
  history: tokens,
  attachments: tokens,
  results: tokens,
  /** Definitions of tools, by server; without an id, the app's own. */
  tools: z.array(z.object({ serverId: z.nullable(ServerId), serverName: z.string(), tokens, loaded: z.number() })),
  /** From 80 % on. */
  isNearlyFull: z.boolean(),
  /** False until a request of this chat told how many tokens it took. */
  isMeasured: z.boolean(),
});
export type ContextMeter = z.infer<typeof ContextMeter>;

/** Earlier messages that the model is given as a summary. They stay where they are, and every other version of the chat has its own. */
export const SummaryView = z.object({
  id: z.string(),
  /** The first message that still goes as it is; the mark stands before it. */
  before: MessageId,
  /** How many messages, whole or in part, it stands for. */
  messages: z.number(),
  /** What the model reads in their place. */
  text: z.string(),
  /** `pruned`: no model could write one, so their beginnings are told and the rest is left out. */
  kind: z.enum(['written', 'pruned']),
  by: z.enum(['app', 'person']),
  createdAt: z.number(),
  model: z.nullable(ModelRef),
});
export type SummaryView = z.infer<typeof SummaryView>;

/** Why a model is offered a tool at once: there are few; the person wants it so; it was looked for; it was called in this chat. */
export const LoadedWhy = z.enum(['few', 'always', 'found', 'called']);
export type LoadedWhy = z.infer<typeof LoadedWhy>;

export const ChatToolView = z.object({
  serverId: ServerId,
  serverName: z.string(),
  name: z.string(),
  title: z.optional(z.string()),
  /** `findable`: the model gets it when it looks for it; `off`: never in this chat. */
  state: z.enum(['loaded', 'findable', 'off']),
  why: z.optional(LoadedWhy),
  /** What the model looked for when it found it. */
  query: z.optional(z.string()),
  /** Whether the person wants it always loaded, in every chat. */
  isAlways: z.boolean(),
  tokens,
});
export type ChatToolView = z.infer<typeof ChatToolView>;

export const ContextState = z.object({
  /** Null while there is no model to measure for. */
  meter: z.nullable(ContextMeter),
  summary: z.nullable(SummaryView),
  /** A summary is being written. */
  isSummarising: z.boolean(),
  /** Whether the app summarises by itself at 80 % in this chat. */
  isAutomatic: z.boolean(),
});
export type ContextState = z.infer<typeof ContextState>;

const chat = z.object({ conversationId: ConversationId });
const tool = { serverId: ServerId, tool: z.string().check(z.maxLength(8192)) };

export const context = {
  /** The whole state at once and whenever it may have changed, at most twice a second. */
  'context/watch': stream(chat, ContextState),
  /** Every tool that models can have in this chat, by server and name, and whether they have it. */
  'context/tools': request(chat, z.object({ isSearched: z.boolean(), tools: z.array(ChatToolView) })),
  /** Everything the model is told before the messages, in that order, and the files that go with the chat. */
  'context/instructions': request(chat, z.object({ instructions: z.array(InstructionsView), files: z.array(z.object({ name: z.string(), tokens, way: z.enum(['whole', 'on-demand', 'told']) })) })),
  /** Wherever it is offered, this tool is always among those that models see at once. */
  'context/setAlways': request(z.object({ ...tool, isOn: z.boolean() }), z.object({})),
  /** Off in this chat, whatever else holds. */
  'context/setOff': request(z.object({ conversationId: ConversationId, ...tool, isOff: z.boolean() }), z.object({})),
  /**
   * Has the chat's model summarise all but the last turns. Resolves when that is done. Fails with `conversation-busy` while an
   * answer runs, `context-nothing-to-summarise` where little would be left, `model-none`.
   */
  'context/summarise': request(chat, z.object({ summary: SummaryView })),
  /** The model gets the messages themselves again; the app does not summarise this chat by itself any more. */
  'context/undoSummary': request(z.object({ conversationId: ConversationId, id: z.string().check(z.maxLength(128)) }), z.object({})),
  'context/setAutomatic': request(z.object({ conversationId: ConversationId, isOn: z.boolean() }), z.object({})),
  /** What the person knows of a model; null takes it back. */
  'context/setWindow': request(z.object({ model: ModelRef, tokens: z.nullable(z.number().check(z.int(), z.minimum(1_000), z.maximum(20_000_000))) }), z.object({})),
} as const;
