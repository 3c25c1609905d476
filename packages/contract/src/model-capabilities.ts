/** What a model can take and do, as far as somebody said so: a field that is left out is not known. */
import * as z from 'zod/mini';

export const ModelCapabilities = z.object({
  /** Tokens that a request and its answer may have together, as the service runs the model. */
  contextTokens: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000))),
  /** Takes tools and makes calls. */
  tools: z.optional(z.boolean()),
  /** Takes pictures. */
  vision: z.optional(z.boolean()),
  /** Takes sound. */
  audio: z.optional(z.boolean()),
  /** Takes PDF documents. */
  pdf: z.optional(z.boolean()),
  /** US dollars for a million tokens, as the service lists them. */
  price: z.optional(z.object({ input: z.number().check(z.minimum(0)), output: z.number().check(z.minimum(0)) })),
  /** Shows how it reasons. */
  reasoning: z.optional(z.boolean()),
});
export type ModelCapabilities = z.infer<typeof ModelCapabilities>;
