/** How much a model takes in one request, by who knows it best: the person, the service itself, the list, a careful guess. */
import { isIP } from 'node:net';
import type { ModelRef } from '@portolan/contract/conversations';
import type { ContextWindow } from '@portolan/contract/context';
import type { Problem } from '@portolan/contract/errors';
import { isLoopbackName, scopeOfAddress } from '@portolan/mcp-client/auth/public-address';
import { ollamaContext } from '../models/local/ollama-context.ts';
import { effectiveBaseUrl } from '../models/provider-kinds.ts';
import type { ConfigStore, ProviderConfig } from '../ports.ts';

/** For a model that nobody knows anything about: on this machine or network, and elsewhere. */
export const usualWindow = { local: 8_192, cloud: 128_000 } as const;
/** What else is told of a window is a mistake. */
const [smallest, largest] = [1_000, 20_000_000];

export class ModelWindows {
  readonly #config: Pick<ConfigStore, 'current'>;
  /** Told by services: with their list of models, or when a request was too long. Forgotten with the host. */
  readonly #told = new Map<string, number>();
  readonly #listed = new Map<string, Promise<number | null>>();

  constructor(config: Pick<ConfigStore, 'current'>) {
    this.#config = config;
  }

  async of(ref: ModelRef): Promise<ContextWindow> {
    const { settings, providers } = this.#config.current();
    const own = settings.contextWindows?.find(({ providerId, model }) => providerId === ref.providerId && model === ref.model);
    if (own !== undefined) return { tokens: own.tokens, source: 'own' };
    const provider = providers.find(({ id }) => id === ref.providerId);
    if (provider === undefined) return { tokens: usualWindow.cloud, source: 'usual' };
    const told = this.#told.get(keyOf(ref)) ?? saidOf(provider, ref.model);
    if (told !== null && told >= smallest && told <= largest) return { tokens: told, source: 'service' };
    const address = addressOf(provider);
    const listed = address === null ? null : await this.#list(ref.model, address);
    if (listed !== null) return { tokens: listed, source: 'list' };
    const isLocal = provider.kind === 'gguf' || (address !== null && isNear(new URL(address).hostname));
    return { tokens: isLocal ? usualWindow.local : usualWindow.cloud, source: 'usual' };
  }

  /** What a service said when a request was too long for it. */
  learn(ref: ModelRef, problem: Problem): void {
    if (problem.code !== 'model-context-too-long') return;
    const tokens = problem.details['tokens'];
    if (typeof tokens === 'number' && tokens >= smallest && tokens <= largest) this.#told.set(keyOf(ref), tokens);
  }

  /** By the table of prices, which knows windows, too; by the address, as a model of the same name elsewhere is another one. */
  #list(model: string, providerApiUrl: string): Promise<number | null> {
    const key = JSON.stringify([providerApiUrl, model]);
    let found = this.#listed.get(key);
    if (found === undefined) this.#listed.set(key, (found = listedWindow(model, providerApiUrl)));
    return found;
  }
}

async function listedWindow(model: string, providerApiUrl: string): Promise<number | null> {
  try {
    const { calcPrice } = await import('@pydantic/genai-prices');
    return calcPrice({ input_tokens: 1, output_tokens: 1 }, model, { providerApiUrl })?.model.context_window ?? null;
  } catch {
    return null;
  }
}

/** Null for one that is none: the file can be edited by hand. */
function addressOf({ kind, baseUrl }: ProviderConfig): string | null {
  try {
    return effectiveBaseUrl(kind, baseUrl);
  } catch {
    return null;
  }
}

/** What the service said when it was asked for its models; Ollama takes what we ask it for, whatever the model has. */
function saidOf({ kind, models, file }: ProviderConfig, model: string): number | null {
  const said = models.find(({ id }) => id === model)?.capabilities?.contextTokens;
  if (kind === 'ollama') return ollamaContext(said);
  if (kind === 'gguf' && file !== undefined && file.contextSize > 0) return file.contextSize;
  return said ?? null;
}

/** On this machine, or on the person's network. */
function isNear(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isLoopbackName(hostname) || (isIP(address) !== 0 && scopeOfAddress(address) !== 'public');
}

const keyOf = ({ providerId, model }: ModelRef): string => JSON.stringify([providerId, model]);

/** Characters of one result that a model is given: 50,000, or a quarter of its window. */
export function resultCharacters(window: ContextWindow): number {
  return Math.max(2_000, Math.min(50_000, window.tokens));
}
