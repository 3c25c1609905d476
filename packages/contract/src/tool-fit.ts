/** How a tool is sent to each kind of model: what was changed and why, or why it is left out (C14). */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { ProviderKind } from './providers.ts';

/**
 * `reference`: references are not followed by models. `form`: it is written as every service reads it. `invalid`: it is no JSON
 * Schema. `top`: services want a plain object there. `service`: this service does not take it. `meta`: it says nothing to a model.
 * `size`: it is too large or too deep.
 */
export const FitChange = z.object({
  text: z.string(),
  why: z.enum(['reference', 'form', 'invalid', 'top', 'service', 'meta', 'size']),
  /** A model is told less than the server said; otherwise the same in other words. */
  isLoss: z.boolean(),
});
export type FitChange = z.infer<typeof FitChange>;

/** Kinds that are given the same. */
export const FitReport = z.object({
  kinds: z.array(ProviderKind),
  /** As people know them. */
  labels: z.array(z.string()),
  excluded: z.nullable(z.string()),
  changes: z.array(FitChange),
});
export type FitReport = z.infer<typeof FitReport>;

export const toolFit = {
  /** For every kind of provider. `refused`: what models have refused of it since the app started. Fails with `tool-unknown`. */
  'tools/fit': request(z.object({ serverId: ServerId, tool: z.string().check(z.maxLength(8192)) }), z.object({ name: z.string(), reports: z.array(FitReport), refused: z.array(z.string()) })),
} as const;
