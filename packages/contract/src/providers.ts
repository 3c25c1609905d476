/** Model providers. Keys go in and never come out: a window sees `hasKey`. */
import * as z from 'zod/mini';
import { ModelRef } from './conversations.ts';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ProviderId } from './ids.ts';
import { ModelCapabilities } from './model-capabilities.ts';
import { maxPath } from './paths.ts';

export const ProviderKind = z.enum(['openai', 'openai-chat', 'anthropic', 'google', 'mistral', 'groq', 'deepseek', 'xai', 'openrouter', 'azure', 'bedrock', 'openai-compatible', 'ollama', 'gguf']);
export type ProviderKind = z.infer<typeof ProviderKind>;
/** Those that are reached at an address; a model file is run here. */
export type WireKind = Exclude<ProviderKind, 'gguf'>;

/** How a model file is run. */
export const ModelFile = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(maxPath)),
  /** Tokens of its context; 0 leaves the choice to the app, by what the file and the memory allow. */
  contextSize: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
  /** Processor threads; 0 leaves the choice to the app. */
  threads: z.number().check(z.int(), z.minimum(0), z.maximum(512)),
  /** Minutes without a question after which it is taken out of memory; 0 keeps it until Portolan ends. */
  idleMinutes: z.number().check(z.int(), z.minimum(0), z.maximum(1440)),
});
export type ModelFile = z.infer<typeof ModelFile>;

/** What some kinds need beside an address. */
const placement = {
  /** Azure: the dated version of its older addresses, which name the deployment; absent for the current ones. */
  apiVersion: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(?:-preview)?$/))),
  /** Bedrock: where the address does not name it. */
  region: z.optional(z.string().check(z.regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/))),
};

/** Signs requests to Amazon (SigV4). Kept as one secret. */
export const AwsKeys = z.object({
  accessKeyId: z.string().check(z.minLength(1), z.maxLength(128)),
  secretAccessKey: z.string().check(z.minLength(1), z.maxLength(256)),
  /** Only with temporary keys. */
  sessionToken: z.optional(z.string().check(z.minLength(1), z.maxLength(8192))),
});
export type AwsKeys = z.infer<typeof AwsKeys>;

export const ProviderView = z.object({
  id: ProviderId,
  kind: ProviderKind,
  name: z.string(),
  /** The origin the key is bound to; empty for the provider's own address. */
  baseUrl: z.string(),
  ...placement,
  hasKey: z.boolean(),
  needsKey: z.boolean(),
  models: z.array(z.object({ id: z.string(), source: z.enum(['listed', 'added']), capabilities: z.optional(ModelCapabilities) })),
  /** With a model file alone. */
  file: z.optional(ModelFile),
  /** The last test or use that failed; null when it works or was never tried. */
  problem: z.nullable(Problem),
});
export type ProviderView = z.infer<typeof ProviderView>;

const none = z.object({});

export const providers = {
  'providers/watch': stream(none, z.object({ providers: z.array(ProviderView), defaultModel: z.nullable(ModelRef) })),
  /** Adds (no id) or changes. A key already kept is dropped when the origin of baseUrl changes, so that it can't be sent elsewhere (A09). */
  'providers/save': request(
    z.object({
      id: z.optional(ProviderId),
      kind: ProviderKind,
      name: z.string().check(z.minLength(1), z.maxLength(100)),
      baseUrl: z.string().check(z.maxLength(2048)),
      ...placement,
      /** Absent keeps the key, empty removes it. */
      key: z.optional(z.string().check(z.maxLength(8192))),
      /** Bedrock: instead of a key. */
      awsKeys: z.optional(AwsKeys),
      models: z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(z.maxLength(500)),
    }),
    ProviderView,
  ),
  'providers/remove': request(z.object({ id: ProviderId }), none),
  /** Asks the provider for its models: proves address and key in one go. */
  'providers/test': request(z.object({ id: ProviderId }), z.object({ models: z.array(z.string()), problem: z.nullable(Problem) })),
  'providers/setDefault': request(z.object({ model: z.nullable(ModelRef) }), none),
} as const;
