/** What is known of models and by whom, and what the person says of them instead. */
import * as z from 'zod/mini';
import { ContextWindow } from './context.ts';
import { ModelRef } from './conversations.ts';
import { request } from './define.ts';
import { ProviderId } from './ids.ts';

const model = z.string().check(z.minLength(1), z.maxLength(256));

/** What a model takes, in the order in which a person is shown it. */
export const abilities = ['vision', 'pdf', 'audio', 'tools'] as const;
export type Ability = (typeof abilities)[number];

const own = { vision: z.optional(z.boolean()), pdf: z.optional(z.boolean()), audio: z.optional(z.boolean()), tools: z.optional(z.boolean()) };
/** What the person says of one model; what is left out is as it is found. */
export const OwnAbilities = z.object({ providerId: ProviderId, model, ...own });
export type OwnAbilities = z.infer<typeof OwnAbilities>;

/**
 * `own`: the person said so; `service`: its service did; `format`: what is spoken with this kind of provider has no place for it;
 * `usual`: nobody knows, and this is what most of its kind do.
 */
const AbilityFact = z.object({ value: z.boolean(), source: z.enum(['own', 'service', 'format', 'usual']) });
export type AbilityFact = z.infer<typeof AbilityFact>;

export const ModelFacts = z.object({
  model: z.string(),
  vision: AbilityFact,
  pdf: AbilityFact,
  audio: AbilityFact,
  tools: AbilityFact,
  window: ContextWindow,
  /** US dollars for a million tokens; null where nobody knows. */
  price: z.nullable(z.object({ input: z.number(), output: z.number(), source: z.enum(['own', 'service', 'list']) })),
});
export type ModelFacts = z.infer<typeof ModelFacts>;

const none = z.object({});

export const modelFacts = {
  /** In the order asked. */
  'models/facts': request(z.object({ providerId: ProviderId, models: z.array(model).check(z.maxLength(100)) }), z.object({ facts: z.array(ModelFacts) })),
  /** Replaces all that the person said of this model; nothing in it takes everything back. */
  'models/setAbilities': request(z.object({ model: ModelRef, abilities: z.object(own) }), none),
  /** A favourite stands first where models are chosen. */
  'models/setFavourite': request(z.object({ model: ModelRef, isFavourite: z.boolean() }), none),
} as const;
