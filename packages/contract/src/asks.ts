/** What every question has in common that a server puts to the person: elicitation, sampling. */
import * as z from 'zod/mini';
import { CallId, ConversationId, InteractionId, ServerId } from './ids.ts';

/** The request of ours that waits for the answer. */
export const AskCause = z.object({
  method: z.enum(['tools/call', 'prompts/get', 'resources/read']),
  /** The tool, the prompt, or the URI of the resource. */
  name: z.string(),
  /** False when only the time speaks for it: an older server over stdio does not say what it asks for. */
  isCertain: z.boolean(),
});
export type AskCause = z.infer<typeof AskCause>;

/** Times a server may ask for more during one call; then the call ends. */
export const mostRounds = 10;

/** Questions of one round belong on one sheet: the server goes on when the last of them is answered. */
export const AskRound = z.object({
  id: z.string(),
  /** 1 for the first round of a call. */
  number: z.number(),
  /** Of this question, from 1. */
  position: z.number(),
  /** Questions of the round that a person answers. */
  count: z.number(),
});
export type AskRound = z.infer<typeof AskRound>;

export const askFields = {
  id: InteractionId,
  createdAt: z.number(),
  serverId: ServerId,
  serverName: z.string(),
  /** The chat whose call needs the answer; null when the server asks outside of any, or it can't be told. */
  conversationId: z.nullable(ConversationId),
  conversationTitle: z.string(),
  callId: z.nullable(CallId),
  cause: z.nullable(AskCause),
  round: z.nullable(AskRound),
  /** sha256 over server identity, request and content; must come back with the answer. */
  hash: z.string(),
};

/** Along with a no: nothing of this server is shown any more until the person lifts it or the server starts anew. */
export const StopAsking = z.optional(z.boolean());
