/** What one server may have of models, and what it had: requests and money by the day, tokens by the minute (F01). */
import type { ServerId } from '@portolan/contract/ids';
import type { SamplingBudget, SamplingSpent } from '@portolan/contract/sampling';
import type { ModelPrice } from '@portolan/contract/samplings';
import type { SamplingStore } from '../storage/sampling-store.ts';

export const usualBudget: SamplingBudget = { requestsPerDay: 200, tokensPerMinute: 50_000, moneyPerDay: 1 };

const minute = 60_000;
const million = 1_000_000;

export type Exceeded = 'requests' | 'tokens' | 'money';

export function spentOf(store: SamplingStore, serverId: ServerId, budget: SamplingBudget, now: number): SamplingSpent {
  const today = startOfDay(now);
  const day = store.spent(serverId, today);
  return {
    requestsToday: store.requests(serverId, today),
    tokensToday: day.tokens,
    tokensThisMinute: store.spent(serverId, now - minute).tokens,
    moneyToday: day.cost,
    unpricedToday: day.unpriced,
    budget,
  };
}

/** Where this computer is: what a person calls today. */
function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

/** Whether another request may even be shown. */
export function mayAsk({ requestsToday, budget }: SamplingSpent): boolean {
  return requestsToday < budget.requestsPerDay;
}

/**
 * How long an answer may be so that the budget holds, in tokens; or what is used up. The request itself is not counted
 * before it is sent: it is what the person has just read.
 */
export function tokensLeft({ tokensThisMinute, moneyToday, budget }: SamplingSpent, price: ModelPrice | null): { tokens: number } | { exceeded: Exceeded } {
  const tokens = budget.tokensPerMinute - tokensThisMinute;
  if (tokens < 1) return { exceeded: 'tokens' };
  if (price === null || price.output === 0) return { tokens };
  const paid = Math.floor(((budget.moneyPerDay - moneyToday) * million) / price.output);
  return paid < 1 ? { exceeded: 'money' } : { tokens: Math.min(tokens, paid) };
}
