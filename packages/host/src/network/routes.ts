import type { HandlersFor } from '@portolan/contract/contract';
import type { network as methods } from '@portolan/contract/network';
import type { ConfigStore } from '../ports.ts';
import { checkNetwork } from './check-network.ts';
import type { Network } from './network.ts';

export function networkRoutes({ network, config }: { network: Network; config: ConfigStore }): HandlersFor<typeof methods> {
  return {
    'network/get': () => network.view(),
    'network/save': (input) => network.save(input),
    'network/check': async (_input, { signal }) => ({ checks: await checkNetwork(network, config.current(), signal) }),
  };
}
