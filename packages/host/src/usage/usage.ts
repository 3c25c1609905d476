/** Counts what models use, prices it, and holds a month to its budget (C15). */
import type { ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { UsageAmount, UsageRow } from '@portolan/contract/usage';
import type { ProviderId } from '@portolan/contract/ids';
import type { ConfigStore } from '../ports.ts';
import { listPrice, ownPrice, priceOfUse } from '../sampling/prices.ts';
import type { SqliteUsageStore, UsageEntry, UsageGroup, UsageQuery } from './usage-store.ts';

/** What the parts that ask models need of it. */
export interface UsagePort {
  /** Writes one request down. Resolves with what it cost in US dollars, null when that is not known; never rejects. */
  record(used: Omit<UsageEntry, 'providerName' | 'cost'>): Promise<number | null>;
  /** Throws `usage-budget` when this month's budget is used up: asked before a request that a person starts. */
  check(): void;
}

export class Usage implements UsagePort {
  readonly #deps: { store: SqliteUsageStore; config: ConfigStore; now: () => number; onError: (error: unknown) => void };

  constructor({ store, config, now = Date.now, onError }: { store: SqliteUsageStore; config: ConfigStore; now?: () => number; onError: (error: unknown) => void }) {
    this.#deps = { store, config, now, onError };
  }

  async record(used: Omit<UsageEntry, 'providerName' | 'cost'>): Promise<number | null> {
    const { store, config, onError } = this.#deps;
    try {
      const cost = await priceOfUse(config, used, used.tokens);
      const providerName = config.current().providers.find(({ id }) => id === used.providerId)?.name ?? used.providerId;
      store.add({ ...used, providerName, cost });
      return cost;
    } catch (error) {
      // A disk that is full must not take an answer with it.
      onError(error);
      return null;
    }
  }

  check(): void {
    const { amount, budget } = this.month();
    if (budget !== null && amount.cost >= budget) throw new HostError('usage-budget', { budget, spent: Math.round(amount.cost * 100) / 100 });
  }

  month(): { amount: UsageAmount; budget: number | null } {
    const { store, config, now } = this.#deps;
    const day = new Date(now());
    const since = new Date(day.getFullYear(), day.getMonth(), 1).getTime();
    const budget = config.current().settings.monthlyBudget ?? 0;
    return { amount: store.total({ since, until: Number.MAX_SAFE_INTEGER }), budget: budget > 0 ? budget : null };
  }

  async totals(by: UsageGroup, query: UsageQuery, limit: number): Promise<{ rows: UsageRow[]; total: UsageAmount }> {
    const { store } = this.#deps;
    const rows = await Promise.all(
      store.groups(by, query, limit).map(async ({ key, label, providerId, providerName, ...amount }): Promise<UsageRow> => {
        const row = { key, label: label ?? '', amount };
        if (by !== 'model') return row;
        const id = providerId as ProviderId;
        return { ...row, provider: { id, name: providerName }, price: await this.#price({ providerId: id, model: label ?? '' }) };
      }),
    );
    return { rows, total: store.total(query) };
  }

  async #price(ref: ModelRef): Promise<NonNullable<UsageRow['price']>> {
    const { config } = this.#deps;
    const own = ownPrice(config, ref);
    if (own !== null) return { source: 'own', ...own };
    const listed = await listPrice(config, ref);
    return listed === null ? { source: 'none', input: null, output: null } : { source: 'list', ...listed };
  }

  /** Of the person's own prices at most 500 are kept; the error is `invalid-input`. */
  async setPrice(ref: ModelRef, price: { input: number; output: number } | null): Promise<void> {
    const { config } = this.#deps;
    await config.updateSettings(({ prices = [] }) => {
      const others = prices.filter(({ providerId, model }) => providerId !== ref.providerId || model !== ref.model);
      if (price !== null && others.length >= 500) throw new HostError('invalid-input', { where: 'prices', limit: 500 });
      return { prices: price === null ? others : [...others, { ...ref, ...price }] };
    });
  }
}
