/** The contract's methods on what models used. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { usage as contract } from '@portolan/contract/usage';
import type { Usage } from './usage.ts';

export function usageRoutes({ usage }: { usage: Usage }): HandlersFor<typeof contract> {
  return {
    'usage/totals': ({ by, since, until, conversationId, limit }) => usage.totals(by, { since, until, conversationId }, limit),
    'usage/month': () => usage.month(),
    'usage/setPrice': async ({ providerId, model, price }) => {
      await usage.setPrice({ providerId, model }, price);
      return {};
    },
  };
}
