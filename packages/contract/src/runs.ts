/**
 * A profile run without anybody at a window (C11): one message, its answer, and nothing asked. What no standing permission allows is
 * refused, and the model is told so.
 */
import * as z from 'zod/mini';
import { CallState, MessageStatus, ToolCallView } from './conversations.ts';
import { stream } from './define.ts';
import { Problem } from './errors.ts';
import { CallId, ConversationId, ProfileId, TemplateId } from './ids.ts';
import { longestValue, TemplateProblem } from './templates.ts';

export const RunCall = z.object({
  callId: CallId,
  server: z.string(),
  tool: z.string(),
  state: CallState,
  decidedBy: ToolCallView.shape.decidedBy,
  /** Why it failed. */
  problem: z.nullable(Problem),
});
export type RunCall = z.infer<typeof RunCall>;

export const runs = {
  /**
   * Makes a chat with the profile (null: none), sends the message and tells how it is answered. Ends after `done`. Closing the stream stops
   * the answer. Unless `isSaved` the chat is deleted for good at the end. Errors: `profile-unknown`, `provider-unknown`, `model-none`,
   * `template-unknown`, `template-unusable`, those of sending.
   */
  'runs/start': stream(
    z.object({
      profileId: z.nullable(ProfileId),
      /** Stands before the prompt. */
      template: z.nullable(z.object({ templateId: TemplateId, values: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(longestValue))) })),
      prompt: z.string().check(z.maxLength(2_000_000)),
      isSaved: z.boolean(),
    }),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('started'), conversationId: ConversationId, model: z.string(), problems: z.array(TemplateProblem), text: z.string() }),
      /** More of the answer; `isNewPart` after a call. */
      z.object({ type: z.literal('text'), text: z.string(), isNewPart: z.boolean() }),
      /** A call is another one now. */
      z.object({ type: z.literal('call'), call: RunCall }),
      z.object({
        type: z.literal('done'),
        status: MessageStatus,
        /** All of the answer's words. */
        text: z.string(),
        calls: z.array(RunCall),
        usage: z.nullable(z.object({ inputTokens: z.nullable(z.number()), outputTokens: z.nullable(z.number()), cost: z.nullable(z.number()) })),
        problem: z.nullable(Problem),
      }),
    ]),
  ),
} as const;
