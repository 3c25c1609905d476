/**
 * A server asks for a model's answer (`sampling/createMessage` in either era). The person reads and changes what is asked, sees
 * and changes what is answered, or answers by hand. All of it stays here: nothing of it enters a chat (F02).
 */
import * as z from 'zod/mini';
import { askFields, StopAsking } from './asks.ts';
import { Problem } from './errors.ts';
import { ProviderId } from './ids.ts';
import { JsonObject } from './json.ts';

export const SamplingBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), mimeType: z.string(), data: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: JsonObject }),
  z.object({ type: z.literal('tool_result'), toolUseId: z.string(), isError: z.boolean(), text: z.string() }),
]);
export type SamplingBlock = z.infer<typeof SamplingBlock>;

export const AnswerBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().check(z.maxLength(4_000_000)) }),
  /** The server runs it, not this app. */
  z.object({ type: z.literal('tool_use'), id: z.string().check(z.maxLength(512)), name: z.string().check(z.maxLength(512)), input: JsonObject }),
]);
export type AnswerBlock = z.infer<typeof AnswerBlock>;

const model = z.object({ providerId: ProviderId, model: z.string().check(z.minLength(1), z.maxLength(512)) });

/** What one server may have of models. Money in US dollars, days as this computer counts them. */
export const SamplingBudget = z.object({
  requestsPerDay: z.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
  tokensPerMinute: z.number().check(z.int(), z.minimum(0), z.maximum(100_000_000)),
  moneyPerDay: z.number().check(z.minimum(0), z.maximum(10_000)),
});
export type SamplingBudget = z.infer<typeof SamplingBudget>;

export const SamplingSpent = z.object({
  requestsToday: z.number(),
  tokensToday: z.number(),
  tokensThisMinute: z.number(),
  moneyToday: z.number(),
  /** Runs of today whose price is not known, so that `moneyToday` does not hold them. */
  unpricedToday: z.number(),
  budget: SamplingBudget,
});
export type SamplingSpent = z.infer<typeof SamplingSpent>;

export const SamplingView = z.object({
  ...askFields,
  kind: z.literal('sampling'),
  request: z.object({
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(SamplingBlock) })),
    systemPrompt: z.string(),
    /** Put in front of the system prompt by this app, always. */
    hostPrompt: z.string(),
    /** As the server asked. */
    maxTokens: z.number(),
    /** What the person starts from, and the most a request may have. */
    tokenCap: z.number(),
    temperature: z.nullable(z.number()),
    stopSequences: z.array(z.string()),
    hints: z.array(z.string()),
    /** How much each matters to the server, 0 to 1; null where it did not say. */
    priorities: z.object({ cost: z.nullable(z.number()), speed: z.nullable(z.number()), intelligence: z.nullable(z.number()) }),
    /** What the server wanted added of chats or servers. Nothing ever is (F04). */
    contextAsked: z.nullable(z.enum(['thisServer', 'allServers'])),
    tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: JsonObject })),
    toolChoice: z.enum(['auto', 'required', 'none']),
    repairs: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
  /** Chosen by the server's hints and priorities among the models of the person; null when there is none. */
  choice: z.nullable(z.object({ ...model.shape, why: z.enum(['hint', 'priorities', 'default', 'first']), hint: z.nullable(z.string()) })),
  /** Of this server, and what it may have. */
  spent: SamplingSpent,
  phase: z.discriminatedUnion('at', [
    z.object({ at: z.literal('request') }),
    z.object({ at: z.literal('running'), model: z.string() }),
    z.object({ at: z.literal('failed'), model: z.string(), problem: Problem }),
    z.object({
      at: z.literal('answer'),
      /** The model that answered; null when the person writes the answer. */
      model: z.nullable(z.string()),
      content: z.array(AnswerBlock),
      stopReason: z.string(),
      tokens: z.nullable(z.number()),
      /** In US dollars; null where the price or the count is not known. */
      cost: z.nullable(z.number()),
    }),
  ]),
});
export type SamplingView = z.infer<typeof SamplingView>;

const kind = z.literal('sampling');

/** Every step by name; which of them is possible depends on the phase. */
export const SamplingAnswer = z.discriminatedUnion('action', [
  /** The request as the person left it, to a model. `texts` are changed text blocks, by message and block. */
  z.object({
    kind,
    action: z.literal('run'),
    ...model.shape,
    systemPrompt: z.string().check(z.maxLength(1_000_000)),
    maxTokens: z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
    texts: z.array(z.object({ message: z.number(), block: z.number(), text: z.string().check(z.maxLength(4_000_000)) })).check(z.maxLength(2000)),
    /** Names of the tools that the model may use. */
    tools: z.array(z.string()).check(z.maxLength(512)),
    /** As the server asked where it is left out; null: the service's own. */
    temperature: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(2)))),
    stopSequences: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(64))),
    toolChoice: z.optional(z.enum(['auto', 'required', 'none'])),
  }),
  z.object({ kind, action: z.literal('stop') }),
  /** An answer by the person, without any model. */
  z.object({ kind, action: z.literal('by-hand') }),
  z.object({ kind, action: z.literal('back') }),
  z.object({ kind, action: z.literal('send'), content: z.array(AnswerBlock).check(z.minLength(1), z.maxLength(200)) }),
  z.object({ kind, action: z.literal('deny'), stopAsking: StopAsking }),
]);
export type SamplingAnswer = z.infer<typeof SamplingAnswer>;
