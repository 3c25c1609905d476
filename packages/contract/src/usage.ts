/** What models used of tokens and money. Counted when a request ends, kept apart from the chats, so that deleting one loses no figure. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ConversationId, ProviderId } from './ids.ts';

/** US dollars for a million tokens, as the person entered them. */
export const OwnPrice = z.object({
  providerId: ProviderId,
  model: z.string().check(z.minLength(1), z.maxLength(256)),
  input: z.number().check(z.minimum(0), z.maximum(100_000)),
  output: z.number().check(z.minimum(0), z.maximum(100_000)),
});
export type OwnPrice = z.infer<typeof OwnPrice>;

/** How many tokens a model takes in one request, as the person entered it. */
export const OwnWindow = z.object({ providerId: ProviderId, model: OwnPrice.shape.model, tokens: z.number().check(z.int(), z.minimum(1_000), z.maximum(20_000_000)) });
export type OwnWindow = z.infer<typeof OwnWindow>;

export const UsageAmount = z.object({
  requests: z.number(),
  /** All that was read, what came from a cache included. */
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars of the requests whose price is known. */
  cost: z.number(),
  /** Requests without a known price, or whose tokens the service did not count. */
  unpriced: z.number(),
});
export type UsageAmount = z.infer<typeof UsageAmount>;

export const UsageRow = z.object({
  /** What it is for: a day `2026-11-30`, a month `2026-11`, a chat's id, or the provider's id and the model's name. */
  key: z.string(),
  /** The chat's title, the model's name; empty for times and for chats that are gone. */
  label: z.string(),
  /** With `by: 'model'`. */
  provider: z.optional(z.object({ id: ProviderId, name: z.string() })),
  /** With `by: 'model'`: where the price of its next request comes from. */
  price: z.optional(z.object({ source: z.enum(['own', 'list', 'none']), input: z.nullable(z.number()), output: z.nullable(z.number()) })),
  amount: UsageAmount,
});
export type UsageRow = z.infer<typeof UsageRow>;

const moment = z.number().check(z.minimum(0));

export const usage = {
  /**
   * Of `since` (included) to `until` (excluded), milliseconds since the epoch. Times ascend, everything else begins with what
   * cost most. Days and months are those of this computer's time zone.
   */
  'usage/totals': request(
    z.object({ since: moment, until: moment, by: z.enum(['day', 'month', 'model', 'chat']), conversationId: z.optional(ConversationId), limit: z.number().check(z.int(), z.minimum(1), z.maximum(400)) }),
    z.object({ rows: z.array(UsageRow), total: UsageAmount }),
  ),
  /** What this month has cost, beside the budget of the settings. */
  'usage/month': request(z.object({}), z.object({ amount: UsageAmount, budget: z.nullable(z.number()) })),
  /** Enters a price of the person's own, or takes it back (`price: null`). Counts from the next request. */
  'usage/setPrice': request(z.object({ providerId: ProviderId, model: OwnPrice.shape.model, price: z.nullable(z.pick(OwnPrice, { input: true, output: true })) }), z.object({})),
} as const;
