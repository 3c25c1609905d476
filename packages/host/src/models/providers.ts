/** The person's model providers: kept in the configuration, their keys in the secret store, their state in memory. */
import { randomBytes } from 'node:crypto';
import type { EventOf, InputOf } from '@portolan/contract/contract';
import type { ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { ProviderId } from '@portolan/contract/ids';
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import type { ModelFile, ProviderView, WireKind } from '@portolan/contract/providers';
import { Broadcast } from '../broadcast.ts';
import type { ConfigStore, ProviderConfig } from '../ports.ts';
import type { ProviderKeys } from './keys.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { awsRegion } from './aws.ts';
import { listModels } from './list-models.ts';
import type { Listed } from './list-models.ts';
import { saidBy } from './local/loopback-services.ts';
import { effectiveBaseUrl, keyHeaders, needsKey, originOf } from './provider-kinds.ts';

type WatchEvent = EventOf<'providers/watch'>;

export interface ProviderServiceDeps {
  config: ConfigStore;
  keys: ProviderKeys;
  fetch?: typeof fetch;
  listTimeoutMs?: number;
  /** Reads model files; where it is missing none can be added. */
  files?: { describe(file: ModelFile): Promise<Pick<ProviderConfig, 'kind' | 'name' | 'baseUrl' | 'models' | 'file'>> };
}

export class ProviderService implements Disposable {
  readonly #deps: ProviderServiceDeps;
  readonly #problems = new Map<ProviderId, Problem>();
  readonly #hasKey = new Map<ProviderId, boolean>();
  readonly #broadcast: Broadcast<WatchEvent>;
  readonly #unsubscribe: () => void;
  /** Changes come one after the other: a key must never meet an address it was not entered for. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(deps: ProviderServiceDeps) {
    this.#deps = deps;
    // Only the newest state matters.
    this.#broadcast = new Broadcast<WatchEvent>({ merge: (_last, next) => next });
    this.#unsubscribe = deps.config.onChange(() => void this.refresh());
  }

  async *watch(signal: AbortSignal): AsyncIterable<WatchEvent> {
    await this.#readKeys();
    yield* this.#broadcast.subscribe(signal, [this.#event()]);
  }

  /** Errors: `provider-unknown`, `invalid-input` for an address or a key that can't be one. */
  save(input: InputOf<'providers/save'>): Promise<ProviderView> {
    return this.#inTurn(async () => {
      const existing = input.id === undefined ? null : this.#known(input.id);
      // A file comes by its own way, which reads it first.
      if (input.kind === 'gguf' && existing?.kind !== 'gguf') throw new HostError('invalid-input', { where: 'kind' });
      const id = existing?.id ?? newProviderId();
      if (input.baseUrl.trim() !== '' || input.kind === 'openai-compatible') effectiveBaseUrl(input.kind, input.baseUrl);
      const origin = originOf(input.kind, input.baseUrl);
      if (input.awsKeys !== undefined) awsRegion(effectiveBaseUrl(input.kind, input.baseUrl), input.region);
      // Before the address changes: whatever fails after this, the old key is not sent to the new address.
      await this.#deps.keys.dropUnless(id, origin);
      if (input.key === '') await this.#deps.keys.remove(id);
      else if (input.key !== undefined) await this.#deps.keys.set(id, origin, input.key);
      else if (input.awsKeys !== undefined) await this.#deps.keys.setAws(id, origin, input.awsKeys);
      const listed = new Map(existing?.models.filter((model) => model.source === 'listed').map((model) => [model.id, model]));
      const named = [...new Set(input.models)].map((model): ProviderConfig['models'][number] => listed.get(model) ?? { id: model, source: 'added' });
      // What the same address has listed stays, until it is asked again.
      const isSamePlace = existing !== null && existing.kind === input.kind && safeOrigin(existing) === origin;
      const models = isSamePlace ? [...named, ...[...listed.values()].filter((model) => !input.models.includes(model.id))] : named;
      this.#problems.delete(id);
      const { kind, name, apiVersion, region } = input;
      await this.#deps.config.saveProvider({ id, kind, name, baseUrl: input.baseUrl.trim(), apiVersion, region, models });
      await this.#chooseTheOnlyModel();
      await this.refresh();
      return this.#view(this.#known(id));
    });
  }

  /** Whoever is configured for this kind of service at this origin. */
  at(kind: WireKind, address: string): ProviderConfig | null {
    const here = (url: string): string => url.replace('//localhost', '//127.0.0.1');
    return this.#deps.config.current().providers.find((each) => each.kind === kind && here(safeOrigin(each)) === here(new URL(address).origin)) ?? null;
  }

  /** Adds a service that was found, with what it said of its models; where it is one already, that is brought up to date. */
  adopt(found: { kind: WireKind; name: string; baseUrl: string }, models: readonly { id: string; capabilities: ModelCapabilities }[]): Promise<ProviderView> {
    return this.#inTurn(async () => {
      const { kind, name, baseUrl } = found;
      const existing = this.at(kind, baseUrl) ?? { id: newProviderId(), kind, name, baseUrl, models: [] };
      const added = existing.models.filter(({ id, source }) => source === 'added' && !models.some((model) => model.id === id));
      this.#problems.delete(existing.id);
      await this.#deps.config.saveProvider({ ...existing, models: [...added, ...models.map(({ id, capabilities }) => ({ id, source: 'listed' as const, ...withCapabilities(capabilities) }))].slice(0, 500) });
      await this.#chooseTheOnlyModel();
      await this.refresh();
      return this.#view(this.#known(existing.id));
    });
  }

  /** Adds a model file, or changes how one is run; the same file is one provider. Errors: `model-file-unusable`. */
  saveFile(file: ModelFile, id?: ProviderId): Promise<ProviderView> {
    return this.#inTurn(async () => {
      const { files } = this.#deps;
      if (files === undefined) throw new HostError('model-engine-missing', { platform: process.platform });
      const described = await files.describe(file);
      const standing = id === undefined ? this.#deps.config.current().providers.find((each) => each.file?.path === described.file?.path) : this.#known(id);
      const saved = { ...described, id: standing?.id ?? newProviderId(), name: standing?.name ?? described.name };
      this.#problems.delete(saved.id);
      await this.#deps.config.saveProvider(saved);
      await this.#chooseTheOnlyModel();
      await this.refresh();
      return this.#view(this.#known(saved.id));
    });
  }

  remove(id: ProviderId): Promise<void> {
    return this.#inTurn(async () => {
      this.#known(id);
      await this.#deps.keys.remove(id);
      await this.#deps.config.removeProvider(id);
      if (this.#deps.config.current().defaultModel?.providerId === id) await this.#deps.config.setDefaultModel(null);
      this.#problems.delete(id);
      await this.refresh();
    });
  }

  /** Keeps what the provider lists, and a missing `/v1` of the address, beside what the person added by hand. */
  async test(id: ProviderId, signal: AbortSignal): Promise<{ models: string[]; problem: Problem | null }> {
    const provider = this.#known(id);
    if (provider.file !== undefined) return this.#testFile(provider, provider.file);
    const origin = originOf(provider.kind, provider.baseUrl);
    const credentials = await this.#deps.keys.get(id, origin);
    const { kind, name, baseUrl, apiVersion, region } = provider;
    const ask = (address: string) =>
      listModels({
        kind,
        name,
        baseUrl: address,
        apiVersion,
        region,
        credentials,
        signal,
        ...(this.#deps.fetch ? { fetch: this.#deps.fetch } : {}),
        ...(this.#deps.listTimeoutMs === undefined ? {} : { timeoutMs: this.#deps.listTimeoutMs }),
      });
    let address = baseUrl;
    let listed: Listed =
      credentials === null && needsKey(kind, baseUrl) ? { models: [], problem: new HostError('model-key-missing', { provider: name, host: new URL(origin).host }).problem } : await ask(baseUrl);
    if (listed.problem?.code === 'model-not-a-model' && (kind === 'openai-compatible' || kind === 'openai' || kind === 'openai-chat') && /^https?:\/\/[^/]+\/?$/.test(baseUrl)) {
      // Local servers print their address without the path of their interface.
      const second = await ask(`${effectiveBaseUrl(kind, baseUrl)}/v1`);
      if (!second.problem) [listed, address] = [second, `${effectiveBaseUrl(kind, baseUrl)}/v1`];
    }
    const models = listed.models.map((model) => model.id);
    const said = listed.problem === null ? await this.#said(provider, address, models, credentials?.key ?? null, signal) : new Map<string, ModelCapabilities | null>();
    const capabilities = new Map(listed.models.map((model) => [model.id, { ...model.capabilities, ...said.get(model.id) }]));
    // Null is a model that does not converse.
    const result = { models: models.filter((model) => said.get(model) !== null), problem: listed.problem };
    signal.throwIfAborted();
    return this.#inTurn(async () => {
      const current = this.#deps.config.current().providers.find((entry) => entry.id === id);
      // Changed or removed while it was asked: the answer is about another one.
      if (!current || current.kind !== kind || current.baseUrl !== baseUrl) return result;
      this.report(id, result.problem);
      if (!result.problem) {
        const added = current.models.filter((model) => model.source === 'added' && !result.models.includes(model.id));
        await this.#deps.config.saveProvider({ ...current, baseUrl: address, models: [...added, ...result.models.map((model) => ({ id: model, source: 'listed' as const, ...withCapabilities(capabilities.get(model)) }))].slice(0, 1_500) });
        await this.#chooseTheOnlyModel();
      }
      return result;
    });
  }

  async #testFile({ id, models }: ProviderConfig, file: ModelFile): Promise<{ models: string[]; problem: Problem | null }> {
    const problem = await this.#deps.files?.describe(file).then(
      () => null,
      (error: unknown) => (error instanceof HostError ? error.problem : new HostError('internal').problem),
    );
    this.report(id, problem ?? null);
    return { models: models.map((model) => model.id), problem: problem ?? null };
  }

  /** What a service of this computer, or one of Ollama anywhere, says of its models. */
  async #said({ kind }: ProviderConfig, address: string, models: readonly string[], key: string | null, signal: AbortSignal): Promise<Map<string, ModelCapabilities | null>> {
    if (kind !== 'ollama' && kind !== 'openai-compatible') return new Map();
    const origin = originOf(kind, address);
    const guarded = guardedFetch({ origin, hasKey: key !== null, ...(this.#deps.fetch ? { fetch: this.#deps.fetch } : {}) });
    const send: typeof fetch = (input, init) => guarded(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...keyHeaders(kind, key) } });
    return saidBy(kind, kind === 'ollama' ? effectiveBaseUrl(kind, address) : origin, models, send, signal);
  }

  /** How the last use of a provider went. What is wrong with one request says nothing of the provider. */
  report(id: ProviderId, problem: Problem | null): void {
    if (problem && !aboutTheProvider.has(problem.code)) return;
    if (problem) this.#problems.set(id, problem);
    else if (!this.#problems.delete(id)) return;
    this.#broadcast.publish(this.#event());
  }

  setDefault(model: ModelRef | null): Promise<void> {
    return this.#inTurn(async () => {
      if (model) this.#known(model.providerId);
      await this.#deps.config.setDefaultModel(model);
    });
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    this.#broadcast.close();
  }

  /** Where there is one model in all, a new chat needs no choice; among several the person chooses. */
  async #chooseTheOnlyModel(): Promise<void> {
    const { providers, defaultModel } = this.#deps.config.current();
    const all = providers.flatMap((provider) => provider.models.map((model) => ({ providerId: provider.id, model: model.id })));
    if (!defaultModel && all.length === 1) await this.#deps.config.setDefaultModel(all[0] ?? null);
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(change);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Keys may be readable that were not before. */
  async refresh(): Promise<void> {
    await this.#readKeys();
    this.#broadcast.publish(this.#event());
  }

  async #readKeys(): Promise<void> {
    for (const provider of this.#deps.config.current().providers) {
      this.#hasKey.set(provider.id, await this.#deps.keys.has(provider.id, safeOrigin(provider)));
    }
  }

  #event(): WatchEvent {
    const { providers, defaultModel } = this.#deps.config.current();
    return { providers: providers.map((provider) => this.#view(provider)), defaultModel };
  }

  #view({ id, kind, name, baseUrl, apiVersion, region, models, file }: ProviderConfig): ProviderView {
    const isAddress = safeOrigin({ kind, baseUrl }) !== '';
    return { id, kind, name, baseUrl, ...(apiVersion === undefined ? {} : { apiVersion }), ...(region === undefined ? {} : { region }), models, ...(file === undefined ? {} : { file }), hasKey: this.#hasKey.get(id) ?? false, needsKey: isAddress && needsKey(kind, baseUrl), problem: this.#problems.get(id) ?? null };
  }

  #known(id: ProviderId): ProviderConfig {
    const provider = this.#deps.config.current().providers.find((entry) => entry.id === id);
    if (!provider) throw new HostError('provider-unknown', { provider: id });
    return provider;
  }
}

const newProviderId = (): ProviderId => ProviderId.parse(`p_${randomBytes(12).toString('base64url')}`);

const withCapabilities = (capabilities: ModelCapabilities | null | undefined): { capabilities?: ModelCapabilities } => (capabilities === null || capabilities === undefined || Object.keys(capabilities).length === 0 ? {} : { capabilities });

const aboutTheProvider: ReadonlySet<Problem['code']> = new Set(['model-key-missing', 'model-key-refused', 'model-unreachable', 'model-not-a-model', 'model-rate-limited', 'model-overloaded', 'model-file-unusable', 'model-engine-missing']);

/** Empty for an address that is none: the file can be edited by hand, and one bad entry must not hide the others. */
function safeOrigin({ kind, baseUrl }: Pick<ProviderConfig, 'kind' | 'baseUrl'>): string {
  try {
    return originOf(kind, baseUrl);
  } catch {
    return '';
  }
}
