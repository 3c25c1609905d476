/** From a provider's configuration and key to a language model. Provider packages load when first used, not at start. */
import type { ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ConfigStore, ProviderConfig } from '../ports.ts';
import { capabilitiesOf } from './capabilities.ts';
import { loadAdapter } from './adapters.ts';
import type { Adapter } from './adapters.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { secretsOf } from './keys.ts';
import type { ProviderKeys } from './keys.ts';
import type { StepMaker } from './lower/provider-state.ts';
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import { needsKey, originOf, thisComputer } from './provider-kinds.ts';
import { redactor } from './redact.ts';
import type { StepLimits } from './step-reader.ts';

export interface ResolvedModel extends Adapter {
  maker: StepMaker;
  /** The provider's name in the configuration, for messages. */
  providerName: string;
  /** As the person says, else the service did; a field that is missing is not known. */
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
    const credentials = await this.#keys.get(provider.id, origin);
    if (credentials === null && needsKey(provider.kind, provider.baseUrl)) {
      throw new HostError('model-key-missing', { provider: provider.name, host: new URL(origin).host, model: ref.model });
    }
    const guarded = guardedFetch({ origin, hasKey: credentials !== null, ...(this.#fetch ? { fetch: this.#fetch } : {}) });
    const capabilities = capabilitiesOf(this.#config.current(), ref);
    const patience = this.#config.current().settings.modelSilenceSeconds;
    const contextTokens = this.#config.current().settings.contextWindows?.find((own) => own.providerId === ref.providerId && own.model === ref.model)?.tokens;
    return {
      ...(await loadAdapter(provider, ref.model, { credentials, fetch: guarded, contextTokens })),
      ...(capabilities === undefined ? {} : { capabilities }),
      ...(patience === undefined ? {} : { limits: { silenceMs: patience * 1000 } }),
      maker: { providerId: provider.id, kind: provider.kind, origin, model: ref.model },
      providerName: provider.name,
      redact: (text, sent) => redactor(secretsOf(credentials), sent)(text),
    };
  }

  #ofFile(provider: ProviderConfig, model: string): ResolvedModel {
    if (this.#files === undefined) throw new HostError('model-engine-missing', { platform: process.platform });
    const capabilities = capabilitiesOf(this.#config.current(), { providerId: provider.id, model });
    return {
      languageModel: this.#files.languageModel(provider, model),
      options: () => ({}),
      ...(capabilities === undefined ? {} : { capabilities }),
      maker: { providerId: provider.id, kind: provider.kind, origin: thisComputer, model },
      providerName: provider.name,
      limits: fileLimits,
      redact: (text, sent) => redactor([], sent)(text),
    };
  }
}

/** Prompts are read slowly on a processor, and nothing comes meanwhile. */
const fileLimits = { silenceMs: 3_600_000 };
