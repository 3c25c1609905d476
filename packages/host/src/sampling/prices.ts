/** List prices of models, from a table that comes with the app: nobody is asked, and what is not in it has no price. */
import type { Usage as GenaiUsage } from '@pydantic/genai-prices';
import type { ModelRef } from '@portolan/contract/conversations';
import type { ModelPrice } from '@portolan/contract/samplings';
import { effectiveBaseUrl } from '../models/provider-kinds.ts';
import type { UsedTokens } from '../usage/usage-store.ts';
import { isLoopback } from '../models/local/loopback-services.ts';
import type { ConfigStore, ProviderConfig } from '../ports.ts';

/** The price that the person entered for this model; null when they did not. */
export function ownPrice(config: Pick<ConfigStore, 'current'>, ref: ModelRef): ModelPrice | null {
  const own = config.current().settings.prices?.find(({ providerId, model }) => providerId === ref.providerId && model === ref.model);
  return own === undefined ? null : { input: own.input, output: own.output };
}

const million = 1_000_000;

/** What its service lists; null when it lists none. */
export function servicePrice(config: Pick<ConfigStore, 'current'>, ref: ModelRef): ModelPrice | null {
  const provider = config.current().providers.find(({ id }) => id === ref.providerId);
  const price = provider?.models.find(({ id }) => id === ref.model)?.capabilities?.price;
  return price === undefined ? null : { input: price.input, output: price.output };
}

/** US dollars for a million tokens of one model; null when it is not known. Loads the table when first asked. */
export async function listPrice(config: Pick<ConfigStore, 'current'>, ref: ModelRef): Promise<ModelPrice | null> {
  const found = await priced(config, ref, { input_tokens: million, output_tokens: million });
  return found === null ? null : { input: found.input_price, output: found.output_price };
}

/** The price that counts: the person's own, else what the service lists, else the table's. */
export async function priceOf(config: Pick<ConfigStore, 'current'>, ref: ModelRef): Promise<ModelPrice | null> {
  return ownPrice(config, ref) ?? servicePrice(config, ref) ?? listPrice(config, ref);
}

/**
 * What one request cost in US dollars; null without a price, or where the service did not count. The table's prices count
 * what was read from the provider's cache as such; the person's own, and those a service lists, know input and output alone.
 */
export async function priceOfUse(config: Pick<ConfigStore, 'current'>, ref: ModelRef, tokens: UsedTokens): Promise<number | null> {
  if (tokens.inputTokens === null || tokens.outputTokens === null) return null;
  const own = ownPrice(config, ref);
  if (own !== null) return costOf(own, tokens);
  const cached = { ...(tokens.cacheReadTokens === null ? {} : { cache_read_tokens: tokens.cacheReadTokens }), ...(tokens.cacheWriteTokens === null ? {} : { cache_write_tokens: tokens.cacheWriteTokens }) };
  const byTable = (await priced(config, ref, { input_tokens: tokens.inputTokens, output_tokens: tokens.outputTokens, ...cached }))?.total_price;
  return byTable ?? costOf(servicePrice(config, ref), tokens);
}

function isHere({ kind, baseUrl }: ProviderConfig): boolean {
  return kind === 'gguf' || (kind === 'ollama' && isLoopback(effectiveBaseUrl(kind, baseUrl)));
}

/** By the table; null for what is not in it. */
async function priced(config: Pick<ConfigStore, 'current'>, ref: ModelRef, used: GenaiUsage): Promise<{ input_price: number; output_price: number; total_price: number } | null> {
  const provider = config.current().providers.find(({ id }) => id === ref.providerId);
  if (provider === undefined) return null;
  // What runs on this computer costs nothing that anybody could bill.
  if (isHere(provider)) return { input_price: 0, output_price: 0, total_price: 0 };
  const providerApiUrl = effectiveBaseUrl(provider.kind, provider.baseUrl);
  const { calcPrice } = await import('@pydantic/genai-prices');
  try {
    // By the address that gets the request: a model of the same name elsewhere may cost anything.
    return calcPrice(used, ref.model, { providerApiUrl });
  } catch {
    return null;
  }
}

/** @param usage null where the service did not count */
export function costOf(price: ModelPrice | null, usage: { inputTokens: number | null; outputTokens: number | null }): number | null {
  if (price === null || usage.inputTokens === null || usage.outputTokens === null) return null;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / million;
}
