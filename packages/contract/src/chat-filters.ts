/** What a search through all chats is narrowed to (C10). All of it is about whole chats. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ConversationId, ProjectId } from './ids.ts';

/** Where a person put a chat. An archived one is found by search and in the history, and comes back when something is said in it. */
export const ChatPlace = z.enum(['pinned', 'archived']);
export type ChatPlace = z.infer<typeof ChatPlace>;

const used = z.string().check(z.minLength(1), z.maxLength(256));

export const ChatFilters = z.object({
  /** Null: chats without a project. */
  projectId: z.optional(z.nullable(ProjectId)),
  /** A server of that name was called in it. */
  server: z.optional(used),
  /** A model of that name has answered in it. */
  model: z.optional(used),
  hasAttachment: z.optional(z.literal(true)),
  place: z.optional(ChatPlace),
  /** Last used at that moment or later, and before this one; in milliseconds since the epoch. */
  from: z.optional(z.number()),
  until: z.optional(z.number()),
});
export type ChatFilters = z.infer<typeof ChatFilters>;
export const chatFilterNames = ['projectId', 'server', 'model', 'hasAttachment', 'place', 'from', 'until'] as const;
export type ChatFilterName = (typeof chatFilterNames)[number];

/** Chats that one answer names. */
export const mostFiltered = 10_000;

export const chatFilters = {
  /** Chats that pass, the one used last first. */
  'conversations/filter': request(z.object({ filters: ChatFilters }), z.object({ ids: z.array(ConversationId) })),
  /** Where nothing is found: filters without any one of which, and with all the others, something would be. */
  'conversations/excluding': request(z.object({ query: z.string().check(z.maxLength(500)), filters: ChatFilters }), z.object({ filters: z.array(z.enum(chatFilterNames)) })),
  /** What there is to filter by: names of models and servers that chats were had with. */
  'conversations/filterChoices': request(z.object({}), z.object({ models: z.array(z.string()), servers: z.array(z.string()) })),
} as const;
