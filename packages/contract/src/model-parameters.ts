/** How a model is to answer, where the person says so. What a model has no place for is left out of the request. */
import * as z from 'zod/mini';

export const ModelParameters = z.object({
  /** 0 is the most even, 2 the most varied. */
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
  /** Only the likeliest words that together have this share. */
  topP: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  /** Tokens of one step of an answer, at most. */
  maxOutputTokens: z.optional(z.number().check(z.int(), z.minimum(16), z.maximum(1_000_000))),
});
export type ModelParameters = z.infer<typeof ModelParameters>;
