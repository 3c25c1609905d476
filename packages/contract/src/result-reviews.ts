/**
 * A tool's result, shown to the person before the model reads it (H02). The call is over by then: what is decided is what the
 * model learns of it.
 */
import * as z from 'zod/mini';
import { ToolResultView } from './content.ts';
import { request, stream } from './define.ts';
import { CallId, ConversationId, InteractionId, ServerId } from './ids.ts';
import { JsonObject } from './json.ts';

export const ResultReviewView = z.object({
  id: InteractionId,
  kind: z.literal('result-review'),
  createdAt: z.number(),
  conversationId: ConversationId,
  conversationTitle: z.string(),
  callId: CallId,
  serverId: ServerId,
  serverName: z.string(),
  tool: z.string(),
  title: z.optional(z.string()),
  arguments: JsonObject,
  /** As the server answered, its secrets of ours struck out. */
  result: ToolResultView,
  /** sha256 over the call and the result; must come back with the answer. */
  hash: z.string(),
});
export type ResultReviewView = z.infer<typeof ResultReviewView>;

/** What the model reads, in order: a block of the result as it is, by its place, or a text of the person's. */
export const PassedBlock = z.union([z.object({ keep: z.number().check(z.int(), z.minimum(0)) }), z.object({ text: z.string().check(z.maxLength(4_000_000)) })]);
export type PassedBlock = z.infer<typeof PassedBlock>;

const kind = z.literal('result-review');

export const ResultReviewAnswer = z.discriminatedUnion('action', [
  z.object({ kind, action: z.literal('send') }),
  z.object({ kind, action: z.literal('edit'), blocks: z.array(PassedBlock).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({ kind, action: z.literal('withhold'), note: z.optional(z.string().check(z.maxLength(2000))) }),
]);
export type ResultReviewAnswer = z.infer<typeof ResultReviewAnswer>;

const toolName = z.string().check(z.maxLength(8192));

/** For which calls results are shown first. Several may cover one call. */
export const ReviewChoice = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('server'), serverId: ServerId }),
  z.object({ scope: z.literal('tool'), serverId: ServerId, tool: toolName }),
  z.object({ scope: z.literal('chat'), conversationId: ConversationId }),
]);
export type ReviewChoice = z.infer<typeof ReviewChoice>;

export const resultReviews = {
  /** All choices, now and whenever one is made or taken back in any window. */
  'results/watchChoices': stream(z.object({}), z.object({ choices: z.array(ReviewChoice) })),
  /** Holds from the next result on. */
  'results/choose': request(z.object({ choice: ReviewChoice, isOn: z.boolean() }), z.object({})),
  /**
   * What was withheld is passed on after all, whole: the model reads it with the next message. Fails with `result-unknown`, or
   * `conversation-busy` while an answer runs.
   */
  'results/pass': request(z.object({ conversationId: ConversationId, callId: CallId }), z.object({})),
  /** What the server had answered, where the person changed or withheld it. Fails with `result-unknown`. */
  'results/original': request(z.object({ callId: CallId }), z.object({ result: ToolResultView })),
} as const;
