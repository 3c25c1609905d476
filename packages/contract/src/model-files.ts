/** Model files (GGUF) of this computer that Portolan runs itself. The path goes over this line, never what lies there. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ProviderId } from './ids.ts';
import { maxPath } from './paths.ts';
import { ModelFile, ProviderView } from './providers.ts';

/** What the header of a model file says, and what running it here would take. */
export const ModelFileView = z.object({
  path: z.string(),
  fileName: z.string(),
  /** As its maker called it; empty when it does not say. */
  name: z.string(),
  architecture: z.string(),
  /** How its numbers are kept, such as Q4_K_M; empty when it does not say. */
  quantisation: z.string(),
  parameters: z.nullable(z.number()),
  /** Of all its parts. */
  bytes: z.number(),
  /** Files it is made of. */
  parts: z.number(),
  /** Tokens it was trained for; null when it does not say. */
  trainedContext: z.nullable(z.number()),
  /** Tokens it would be run with. */
  contextSize: z.number(),
  /** False when it has no template for conversations: answers may be poor. */
  isForChat: z.boolean(),
  memory: z.object({ needed: z.number(), free: z.number(), fit: z.enum(['fits', 'tight', 'too-large']) }),
});
export type ModelFileView = z.infer<typeof ModelFileView>;

/** A model file as it is now. */
export const ModelRun = z.object({
  providerId: ProviderId,
  state: z.enum(['resting', 'loading', 'ready', 'answering']),
  /** Of loading, 0 to 1. */
  progress: z.number(),
  /** Bytes its process has in memory; null where it has none or that is not known. */
  memory: z.nullable(z.number()),
  /** How its last run ended, when that was not in order. */
  problem: z.nullable(Problem),
});
export type ModelRun = z.infer<typeof ModelRun>;

const none = z.object({});
const path = z.string().check(z.minLength(1), z.maxLength(maxPath));

export const modelFiles = {
  /** Reads the header of a model file. `model-file-unusable` says why it is none. `contextSize` 0 leaves the choice to the app. */
  'modelFiles/read': request(z.object({ path, contextSize: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)) }), ModelFileView),
  /** Adds a model file, or changes how one is run (with an id). The file stays where it is. */
  'modelFiles/save': request(z.object({ id: z.optional(ProviderId), file: ModelFile }), ProviderView),
  /** Files whose model is in memory or on its way there, and the reason where this computer can run none. */
  'modelFiles/watch': stream(none, z.object({ runs: z.array(ModelRun), problem: z.nullable(Problem) })),
  /** Takes a model out of memory; an answer under way is cut. */
  'modelFiles/unload': request(z.object({ id: ProviderId }), none),
} as const;
