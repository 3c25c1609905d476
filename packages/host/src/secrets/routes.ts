/** What windows may do about where secrets are kept. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { secrets } from '@portolan/contract/secrets';
import type { SecretOwners } from './secret-owners.ts';
import type { Vault } from './vault.ts';

export interface SecretsRouteDeps {
  vault: Vault;
  owners: SecretOwners;
}

export function secretsRoutes({ vault, owners }: SecretsRouteDeps): HandlersFor<typeof secrets> {
  return {
    'secrets/watch': async function* watch(_input, { signal }) {
      let wake = Promise.withResolvers<void>();
      const poke = () => wake.resolve();
      const stop = vault.onChange(poke);
      signal.addEventListener('abort', poke, { once: true });
      try {
        while (!signal.aborted) {
          wake = Promise.withResolvers<void>();
          yield vault.view();
          await wake.promise;
        }
      } finally {
        stop();
        signal.removeEventListener('abort', poke);
      }
    },
    'secrets/owners': () => ({ owners: owners.list() }),
    'secrets/forgetOwner': async ({ kind, id }) => ({ owners: await owners.forget(kind, id) }),
    'secrets/options': async () => ({ options: await vault.options() }),
    'secrets/protect': async ({ kind, passphrase }) => {
      await vault.protect(kind, passphrase);
      return vault.view();
    },
    'secrets/unlock': async ({ passphrase }) => {
      await vault.unlock(passphrase);
      return vault.view();
    },
    'secrets/startAnew': async () => {
      await vault.startAnew();
      return vault.view();
    },
  };
}
