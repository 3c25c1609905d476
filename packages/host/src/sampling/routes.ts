/** What servers asked of models before, what it cost, and what they may have. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { samplings } from '@portolan/contract/samplings';
import type { ConfigStore } from '../ports.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { toServerView } from '../servers/views/server-view.ts';
import type { LaunchFlags } from '../servers/views/server-view.ts';
import type { SamplingStore } from '../storage/sampling-store.ts';
import { spentOf, usualBudget } from './budget.ts';
import { priceOf } from './prices.ts';

export interface SamplingRouteDeps {
  config: ConfigStore;
  supervisor: Supervisor;
  store: SamplingStore;
  flagsOf: LaunchFlags;
}

export function samplingRoutes({ config, supervisor, store, flagsOf }: SamplingRouteDeps): HandlersFor<typeof samplings> {
  return {
    'samplings/list': ({ serverId }) => ({
      entries: store.list(serverId),
      spent: spentOf(store, serverId, supervisor.get(serverId).config.care?.samplingBudget ?? usualBudget, Date.now()),
    }),
    'samplings/get': ({ serverId, id }) => ({ transcript: store.get(serverId, id) }),
    'samplings/clear': ({ serverId }) => {
      store.clear(serverId);
      return {};
    },
    'samplings/price': async (ref) => ({ price: await priceOf(config, ref) }),
    'servers/setSamplingBudget': async ({ serverId, budget }) => {
      await config.updateServer(serverId, ({ care = {} }) => ({ care: { ...care, samplingBudget: budget } }));
      return toServerView(supervisor.get(serverId), flagsOf);
    },
  };
}
