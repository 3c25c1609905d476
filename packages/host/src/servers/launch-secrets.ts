/**
 * Secrets of one server, kept in the secret store and named in its launch by `${secret:NAME}`. The configuration holds the
 * name alone. A secret belongs to the server it was entered for: an entry that came from somewhere and names another's gets
 * nothing (S09).
 */
import { HostError } from '@portolan/contract/errors';
import type { HandlersFor } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { launchSecrets } from '@portolan/contract/launch-secrets';
import type { ConfigStore, LaunchConfig, SecretStore } from '../ports.ts';
import { secretNames } from './launch/expand.ts';

export interface NamedSecret {
  name: string;
  value: string;
}

export class LaunchSecrets {
  readonly #store: SecretStore;

  constructor(store: SecretStore) {
    this.#store = store;
  }

  get(serverId: ServerId, name: string): Promise<string | null> {
    return this.#store.get(keyOf(serverId, name));
  }

  has(serverId: ServerId, name: string): boolean {
    return this.#store.has(keyOf(serverId, name));
  }

  /** An empty value takes the secret away. Fails with `storage-failed`. */
  async set(serverId: ServerId, secrets: readonly NamedSecret[]): Promise<void> {
    for (const { name, value } of secrets) {
      // One after the other: each is written to one file.
      // oxlint-disable-next-line no-await-in-loop
      await (value === '' ? this.#store.remove(keyOf(serverId, name)) : this.#store.set(keyOf(serverId, name), value));
    }
  }

  /** Takes away what a launch that is gone for good referred to. */
  async forget(serverId: ServerId, launch: LaunchConfig): Promise<void> {
    await this.set(serverId, secretNames(launch).map((name) => ({ name, value: '' })));
  }
}

export function launchSecretRoutes({ config, secrets }: { config: ConfigStore; secrets: LaunchSecrets }): HandlersFor<typeof launchSecrets> {
  const server = (serverId: ServerId) => {
    const found = config.current().servers.find(({ id }) => id === serverId);
    if (!found) throw new HostError('server-unknown', { serverId });
    return found;
  };
  return {
    'servers/secrets': ({ serverId }) => ({ secrets: secretNames(server(serverId).launch).map((name) => ({ name, isSet: secrets.has(serverId, name) })) }),
    'servers/setSecrets': async ({ serverId, secrets: values }) => {
      server(serverId);
      await secrets.set(serverId, values);
      return {};
    },
  };
}

function keyOf(serverId: ServerId, name: string): string {
  return `server/${serverId}/${name}`;
}
