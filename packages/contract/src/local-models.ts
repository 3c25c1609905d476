/** Programs on this computer that serve models; looked for only when a person asks. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { ProviderId } from './ids.ts';
import { ModelCapabilities } from './model-capabilities.ts';
import { ProviderView } from './providers.ts';

export const LocalService = z.enum(['ollama', 'lm-studio', 'llama-server', 'jan']);
export type LocalService = z.infer<typeof LocalService>;

export const FoundService = z.object({
  service: LocalService,
  /** Where it answered, such as http://127.0.0.1:11434. */
  address: z.string(),
  models: z.array(z.object({ id: z.string(), capabilities: ModelCapabilities })),
  /** It is there and wants a key before it says more. */
  needsKey: z.boolean(),
  /** The provider that it is already; null when it was not added. */
  providerId: z.nullable(ProviderId),
});
export type FoundService = z.infer<typeof FoundService>;

const none = z.object({});

export const localModels = {
  /** Asks the usual ports of this computer, 127.0.0.1 alone, and adds nothing. Only a person's press calls it. */
  'localModels/look': request(none, z.object({ found: z.array(FoundService) })),
  /** Adds what was found, or brings the provider it already is up to date. `model-unreachable` when it has gone. */
  'localModels/add': request(z.object({ service: LocalService }), ProviderView),
} as const;
