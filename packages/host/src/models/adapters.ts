/**
 * From a provider's configuration to the package that speaks its wire format, and what that package has to be told with each
 * request. Packages load when they are first used. Address and key are always given: left out, the packages would take them
 * from the environment. Without a key a placeholder satisfies them; the fetch takes it off again.
 */
import type { JSONObject, LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { HostError } from '@portolan/contract/errors';
import { awsRegion } from './aws.ts';
import { azureAddress } from './azure-address.ts';
import type { Credentials } from './keys.ts';
import { forMistral } from './lower/mistral-messages.ts';
import { effectiveBaseUrl, keyHeaders, originOf } from './provider-kinds.ts';
import type { ProviderConfig } from '../ports.ts';
import { repairedStream, withChoice, withoutRepetition } from './repaired-stream.ts';

export interface Adapter {
  languageModel: LanguageModelV4;
  /**
   * Options of the provider for one request.
   * @param cacheKey the same for every request of a conversation
   */
  options(cacheKey: string): Record<string, JSONObject>;
  /** What the model asks of a history beyond what all do; absent leaves it. */
  arrange?(messages: readonly ModelMessage[]): ModelMessage[];
  /** Tokens of one answer where the person set no limit; absent leaves it to the service. */
  maxOutputTokens?: number;
}

/** Servers of one's own run Mistral's models with Mistral's templates. */
const isMistrals = /mi[sx]tral|codestral|devstral|magistral/i;
const placeholder = 'none';
const none = () => ({});
/** Without `store: false` answers would be kept at the provider, and replayed by reference. */
const kept = (name: string) => (cacheKey: string) => ({ [name]: { store: false, promptCacheKey: cacheKey } });

export interface AdapterSettings {
  credentials: Credentials | null;
  fetch: typeof globalThis.fetch;
  /** What the person wants the model to read at once, where the service can be told. */
  contextTokens: number | undefined;
}

/** Throws `model-engine-missing` for a model file, which is no service. */
export async function loadAdapter(provider: ProviderConfig, model: string, { credentials, fetch, contextTokens }: AdapterSettings): Promise<Adapter> {
  const baseURL = effectiveBaseUrl(provider.kind, provider.baseUrl);
  const settings = { baseURL, apiKey: credentials?.key ?? placeholder, fetch };
  switch (provider.kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return { languageModel: createOpenAI(settings).responses(model), options: kept('openai') };
    }
    case 'openai-chat': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return { languageModel: createOpenAI(settings).chat(model), options: none };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const languageModel = createAnthropic(settings)(model);
      const isOwn = new URL(baseURL).origin === originOf('anthropic', '');
      // The package would allow models newer than itself 4,096 tokens; it lowers this where it knows that a model has less.
      return isOwn ? { languageModel, options: () => ({ anthropic: { cacheControl: { type: 'ephemeral' } } }), maxOutputTokens: 64_000 } : { languageModel, options: none };
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return { languageModel: createGoogle(settings)(model), options: none };
    }
    case 'mistral': {
      const { createMistral } = await import('@ai-sdk/mistral');
      return { languageModel: createMistral({ ...settings, fetch: repairedStream(fetch, withChoice, 20_000) }).chat(model), options: none, arrange: forMistral };
    }
    case 'groq': {
      const { createGroq } = await import('@ai-sdk/groq');
      return { languageModel: createGroq(settings)(model), options: none };
    }
    case 'deepseek': {
      const { createDeepSeek } = await import('@ai-sdk/deepseek');
      return { languageModel: createDeepSeek(settings).chat(model), options: none };
    }
    case 'xai': {
      const { createXai } = await import('@ai-sdk/xai');
      return { languageModel: createXai({ ...settings, fetch: repairedStream(fetch, withoutRepetition, 8_000_000) }).responses(model), options: kept('xai') };
    }
    case 'azure':
      return azure(provider, model, settings);
    case 'bedrock':
      return bedrock(provider, model, credentials, settings);
    case 'openrouter':
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return { languageModel: createOpenAICompatible({ ...settings, name: 'openaiCompatible', includeUsage: true })(model), options: none, ...(isMistrals.test(model) ? { arrange: forMistral } : {}) };
    }
    case 'ollama': {
      const { ollamaModel } = await import('./local/ollama.ts');
      const known = provider.models.find(({ id }) => id === model)?.capabilities?.contextTokens;
      return { languageModel: await ollamaModel(model, { baseUrl: baseURL, fetch, headers: keyHeaders('ollama', credentials?.key ?? null), contextTokens: known, wanted: contextTokens }), options: none };
    }
    case 'gguf':
      throw new HostError('model-engine-missing', { platform: process.platform });
    default:
      return provider.kind satisfies never;
  }
}

interface Settings {
  baseURL: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
}

async function azure({ apiVersion }: ProviderConfig, deployment: string, settings: Settings): Promise<Adapter> {
  const { createAzure } = await import('@ai-sdk/azure');
  const { baseURL } = azureAddress(settings.baseURL, apiVersion);
  const made = createAzure({ ...settings, baseURL, ...(apiVersion === undefined ? {} : { apiVersion, useDeploymentBasedUrls: true }) });
  return apiVersion === undefined ? { languageModel: made.responses(deployment), options: kept('azure') } : { languageModel: made.chat(deployment), options: none };
}

async function bedrock({ baseUrl, region }: ProviderConfig, model: string, credentials: Credentials | null, { baseURL, fetch }: Settings): Promise<Adapter> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  const aws = credentials?.aws ?? null;
  const languageModel =
    aws === null
      ? createAmazonBedrock({ baseURL, apiKey: credentials?.key ?? placeholder, region: region ?? 'us-east-1', fetch })(model)
      : // A blank key keeps the package from looking for one in the environment, which it would prefer to the signature.
        createAmazonBedrock({ baseURL, apiKey: ' ', region: awsRegion(effectiveBaseUrl('bedrock', baseUrl), region), accessKeyId: aws.accessKeyId, secretAccessKey: aws.secretAccessKey, ...(aws.sessionToken === undefined ? {} : { sessionToken: aws.sessionToken }), fetch })(model);
  return { languageModel, options: none };
}
