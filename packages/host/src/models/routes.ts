/** The contract's methods on model providers. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { localModels } from '@portolan/contract/local-models';
import type { modelFiles } from '@portolan/contract/model-files';
import type { providers } from '@portolan/contract/providers';
import type { ModelFiles } from './gguf/model-files.ts';
import type { LocalServices } from './local/local-services.ts';
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

export function localModelsRoutes({ services }: { services: LocalServices }): HandlersFor<typeof localModels> {
  return {
    'localModels/look': async (_input, { signal }) => ({ found: await services.look(signal) }),
    'localModels/add': ({ service }, { signal }) => services.add(service, signal),
  };
}

export function modelFilesRoutes({ files, service }: { files: ModelFiles; service: ProviderService }): HandlersFor<typeof modelFiles> {
  return {
    'modelFiles/read': ({ path, contextSize }) => files.read(path, contextSize),
    'modelFiles/save': ({ id, file }) => service.saveFile(file, id),
    'modelFiles/watch': (_input, { signal }) => files.watch(signal),
    'modelFiles/unload': async ({ id }) => {
      await files.unload(id);
      return {};
    },
  };
}
