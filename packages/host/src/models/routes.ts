/** The contract's methods on model providers. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { providers } from '@portolan/contract/providers';
import type { ProviderService } from './providers.ts';

export function providersRoutes({ service }: { service: ProviderService }): HandlersFor<typeof providers> {
  return {
    'providers/watch': (_input, { signal }) => service.watch(signal),
    'providers/save': (input) => service.save(input),
    'providers/remove': async ({ id }) => {
      await service.remove(id);
      return {};
    },
    'providers/test': ({ id }, { signal }) => service.test(id, signal),
    'providers/setDefault': async ({ model }) => {
      await service.setDefault(model);
      return {};
    },
  };
}
