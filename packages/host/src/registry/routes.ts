/** The registry's part of the contract. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { registry } from '@portolan/contract/registry';
import type { ServerViewOf } from '../servers/views/server-view.ts';
import type { RegistryService } from './registry-service.ts';

export function registryRoutes({ service, viewOf }: { service: RegistryService; viewOf: ServerViewOf }): HandlersFor<typeof registry> {
  return {
    'registry/list': (input, { signal }) => service.list(input, signal),
    'registry/versions': ({ name }, { signal }) => service.versions(name, signal),
    'registry/server': ({ name, version }, { signal }) => service.server(name, version, signal),
    'registry/plan': (input, { signal }) => service.plan(input, signal),
    'registry/install': async (input, { signal }) => viewOf((await service.install(input, signal)).id),
    'registry/bundle': (input, { signal }) => service.bundle(input, signal),
  };
}
