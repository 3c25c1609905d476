/** What servers asked of models before, and what they may have. Apart from every chat (F02). */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ProviderId, ServerId } from './ids.ts';
import { AnswerBlock, SamplingBlock, SamplingBudget, SamplingSpent } from './sampling.ts';
import { ServerView } from './servers.ts';

/** `sent`: the server got an answer. `denied`: the person said no. `refused`: it was over its budget, or had been told no. `gone`: nobody waited any more. */
export const SamplingOutcome = z.enum(['sent', 'denied', 'refused', 'gone']);
export type SamplingOutcome = z.infer<typeof SamplingOutcome>;

export const SamplingEntry = z.object({
  id: z.number(),
  at: z.number(),
  outcome: SamplingOutcome,
  /** The model that was run last; null when none was, or the person wrote the answer. */
  model: z.nullable(z.string()),
  /** Of all runs for this request. */
  tokens: z.number(),
  /** US dollars; null when a run has no known price. */
  cost: z.nullable(z.number()),
  /** The last words of the request, shortened. */
  about: z.string(),
});
export type SamplingEntry = z.infer<typeof SamplingEntry>;

export const SamplingTranscript = z.object({
  systemPrompt: z.string(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(SamplingBlock) })),
  /** Names of the tools that came with it. */
  tools: z.array(z.string()),
  /** What the server was sent; empty unless the outcome is `sent`. */
  answer: z.array(AnswerBlock),
  /** True when it was too long to be kept whole. */
  isCut: z.boolean(),
});
export type SamplingTranscript = z.infer<typeof SamplingTranscript>;

/** US dollars for a million tokens. */
export const ModelPrice = z.object({ input: z.number(), output: z.number() });
export type ModelPrice = z.infer<typeof ModelPrice>;

const server = z.object({ serverId: ServerId });

export const samplings = {
  /** Newest first, at most 200. */
  'samplings/list': request(server, z.object({ entries: z.array(SamplingEntry), spent: SamplingSpent })),
  /** Null when it is not kept any more. */
  'samplings/get': request(z.object({ serverId: ServerId, id: z.number() }), z.object({ transcript: z.nullable(SamplingTranscript) })),
  /** Forgets what was asked and answered; what it cost still counts. */
  'samplings/clear': request(server, z.object({})),
  /** List price of a model, as far as it is known without asking anybody. */
  'samplings/price': request(z.object({ providerId: ProviderId, model: z.string().check(z.maxLength(512)) }), z.object({ price: z.nullable(ModelPrice) })),
  'servers/setSamplingBudget': request(z.object({ serverId: ServerId, budget: SamplingBudget }), ServerView),
} as const;
