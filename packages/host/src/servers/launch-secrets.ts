/**
 * Secrets of one server, kept in the secret store and named in its launch by `${secret:NAME}`. The configuration holds the
 * name alone. A secret belongs to the server it was entered for: an entry that came from somewhere and names another's gets
 * nothing (S09).
 */
import { HostError } from '@portolan/contract/errors';
import type { HandlersFor } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { launchSecrets } from '@portolan/contract/launch-secrets';
import type { SecretsView } from '@portolan/contract/secrets';
import type { ConfigStore, LaunchConfig, SecretStore } from '../ports.ts';
import { serverHash } from '../launch-hash.ts';
import { secretNames } from './launch/expand.ts';
import type { NamedSecret } from './named-secret.ts';
import { takeOpen } from './open-secrets.ts';
import type { Supervisor } from './supervisor.ts';
import type { ServerViewOf } from './views/server-view.ts';

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

export interface LaunchSecretDeps {
  config: ConfigStore;
  secrets: LaunchSecrets;
  /** Where the store keeps them now. */
  place: () => SecretsView;
  viewOf: ServerViewOf;
  supervisor: Pick<Supervisor, 'get'>;
}

export function launchSecretRoutes({ config, secrets, place, viewOf, supervisor }: LaunchSecretDeps): HandlersFor<typeof launchSecrets> {
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
    'servers/keepSecrets': async ({ serverId, launchHash }) => {
      const standing = server(serverId);
      const hash = serverHash(standing);
      if (hash !== launchHash) throw new HostError('server-changed', { server: standing.name });
      const { protection, locked } = place();
      // The file is the only place that has them: they leave it for one that outlasts a restart, or not at all.
      if (locked !== null) throw new HostError('secrets-locked', { reason: locked });
      if (protection === 'memory') throw new HostError('secrets-not-guarded', { kind: protection, reason: 'memory' });
      const taken = takeOpen(standing.launch);
      const connector = supervisor.get(serverId);
      const wasActive = connector.isActive;
      await secrets.set(serverId, taken.secrets);
      const after = serverHash({ ...standing, launch: taken.launch });
      await config.updateServer(serverId, (now) => {
        // An edit from outside while they were kept: what it wrote is not overwritten, and nothing of it is allowed.
        if (serverHash(now) !== hash) throw new HostError('server-changed', { server: standing.name });
        return { launch: taken.launch, ...(now.reviewedHash === hash ? { reviewedHash: after } : {}) };
      });
      // The entry it runs from is another one now; it goes on from the new one.
      if (wasActive) {
        await connector.stop();
        if (connector.isReviewed && connector.config.isEnabled) await connector.start();
      }
      return viewOf(serverId);
    },
  };
}

function keyOf(serverId: ServerId, name: string): string {
  return `server/${serverId}/${name}`;
}
