/** List prices of models, from a table that comes with the app: nobody is asked, and what is not in it has no price. */
import type { ModelRef } from '@portolan/contract/conversations';
import type { ModelPrice } from '@portolan/contract/samplings';
import { effectiveBaseUrl } from '../models/provider-kinds.ts';
import type { ConfigStore } from '../ports.ts';

const million = 1_000_000;

/** US dollars for a million tokens of one model; null when it is not known. Loads the table when first asked. */
export async function listPrice(config: Pick<ConfigStore, 'current'>, ref: ModelRef): Promise<ModelPrice | null> {
  const provider = config.current().providers.find(({ id }) => id === ref.providerId);
  if (provider === undefined) return null;
  const providerApiUrl = effectiveBaseUrl(provider.kind, provider.baseUrl);
  const { calcPrice } = await import('@pydantic/genai-prices');
  try {
    // By the address that gets the request: a model of the same name elsewhere may cost anything.
    const found = calcPrice({ input_tokens: million, output_tokens: million }, ref.model, { providerApiUrl });
    return found === null ? null : { input: found.input_price, output: found.output_price };
  } catch {
    return null;
  }
}

/** @param usage null where the service did not count */
export function costOf(price: ModelPrice | null, usage: { inputTokens: number | null; outputTokens: number | null }): number | null {
  if (price === null || usage.inputTokens === null || usage.outputTokens === null) return null;
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / million;
}
