/** From a provider's configuration and key to a language model. Provider packages load when first used, not at start. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { ConfigStore, ProviderConfig } from '../ports.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { ProviderKeys } from './keys.ts';
import type { StepMaker } from './lower/provider-state.ts';
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import { effectiveBaseUrl, keyHeaders, needsKey, originOf, thisComputer } from './provider-kinds.ts';
import { redactor } from './redact.ts';
import type { StepLimits } from './step-reader.ts';

export interface ResolvedModel {
  languageModel: LanguageModelV4;
  maker: StepMaker;
  /** The provider's name in the configuration, for messages. */
  providerName: string;
  /** As the service said when it was last asked; a field that is missing is not known. */
  capabilities?: ModelCapabilities;
  /** Where the usual limits of an answer do not fit it. */
  limits?: Partial<StepLimits>;
  /** Takes the key, and what `sent` returns, out of a text. */
  redact(text: string, sent: () => string): string;
}

/** Makes models of model files. */
export interface FileModels {
  languageModel(provider: ProviderConfig, model: string): LanguageModelV4;
}

export class ModelRegistry {
  readonly #config: ConfigStore;
  readonly #keys: ProviderKeys;
  readonly #files: FileModels | undefined;
  readonly #fetch: typeof fetch | undefined;

  /** @param deps.files runs model files; where it is missing there are none */
  constructor(deps: { config: ConfigStore; keys: ProviderKeys; files?: FileModels; fetch?: typeof fetch }) {
    this.#files = deps.files;
    this.#config = deps.config;
    this.#keys = deps.keys;
    this.#fetch = deps.fetch;
  }

  /** Throws `provider-unknown` or `model-key-missing`. Reads the key anew: a changed one counts from the next request. */
  async resolve(ref: ModelRef): Promise<ResolvedModel> {
    const provider = this.#config.current().providers.find((entry) => entry.id === ref.providerId);
    if (!provider) throw new HostError('provider-unknown', { provider: ref.providerId });
    const origin = originOf(provider.kind, provider.baseUrl);
    if (provider.kind === 'gguf') return this.#ofFile(provider, ref.model);
    const key = await this.#keys.get(provider.id, origin);
    if (key === null && needsKey(provider.kind, provider.baseUrl)) {
      throw new HostError('model-key-missing', { provider: provider.name, host: new URL(origin).host, model: ref.model });
    }
    const guarded = guardedFetch({ origin, hasKey: key !== null, ...(this.#fetch ? { fetch: this.#fetch } : {}) });
    const capabilities = provider.models.find(({ id }) => id === ref.model)?.capabilities;
    return {
      languageModel: await load(provider, ref.model, key, guarded, this.#config.current().settings.contextWindows?.find((own) => own.providerId === ref.providerId && own.model === ref.model)?.tokens),
      ...(capabilities === undefined ? {} : { capabilities }),
      maker: { providerId: provider.id, kind: provider.kind, origin, model: ref.model },
      providerName: provider.name,
      redact: (text, sent) => redactor(key, sent)(text),
    };
  }

  #ofFile(provider: ProviderConfig, model: string): ResolvedModel {
    if (this.#files === undefined) throw new HostError('model-engine-missing', { platform: process.platform });
    const capabilities = provider.models.find(({ id }) => id === model)?.capabilities;
    return {
      languageModel: this.#files.languageModel(provider, model),
      ...(capabilities === undefined ? {} : { capabilities }),
      maker: { providerId: provider.id, kind: provider.kind, origin: thisComputer, model },
      providerName: provider.name,
      limits: fileLimits,
      redact: (text, sent) => redactor(null, sent)(text),
    };
  }
}

/** Prompts are read slowly on a processor, and nothing comes meanwhile. */
const fileLimits = { silenceMs: 3_600_000 };

/**
 * Address and key are always given: left out, the packages would take them from the environment. Without a key a
 * placeholder satisfies them; the fetch takes it off again.
 */
async function load(provider: ProviderConfig, model: string, key: string | null, fetch: typeof globalThis.fetch, wanted: number | undefined): Promise<LanguageModelV4> {
  const baseURL = effectiveBaseUrl(provider.kind, provider.baseUrl);
  const settings = { baseURL, apiKey: key ?? 'none', fetch };
  switch (provider.kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).responses(model);
    }
    case 'openai-chat': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings)(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...settings, name: 'openaiCompatible', includeUsage: true })(model);
    }
    case 'ollama': {
      const { ollamaModel } = await import('./local/ollama.ts');
      return ollamaModel(model, { baseUrl: baseURL, fetch, headers: keyHeaders('ollama', key), contextTokens: provider.models.find(({ id }) => id === model)?.capabilities?.contextTokens, wanted });
    }
    case 'gguf':
      // Resolved before anything is looked for at an address.
      throw new HostError('provider-unknown', { provider: provider.name });
    default:
      return provider.kind satisfies never;
  }
}
