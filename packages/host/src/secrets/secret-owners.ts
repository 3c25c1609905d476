/**
 * For whom secrets are kept, read from their names. What belonged to a server that was removed stays until somebody says
 * otherwise, because a removal can be undone and a copy of the configuration restored; it is listed, so that it is not kept in
 * silence either (S09).
 */
import { HostError } from '@portolan/contract/errors';
import type { SecretOwner } from '@portolan/contract/secrets';
import type { ConfigState } from '../ports.ts';
import type { Vault } from './vault.ts';

export interface SecretOwnersDeps {
  vault: Pick<Vault, 'names' | 'remove'>;
  config: {
    current(): Pick<ConfigState, 'servers' | 'providers'>;
    /** Names that dated copies of the configuration know, by the id of a server or a provider; the newest counts. */
    formerNames(): ReadonlyMap<string, string>;
  };
}

type Kind = SecretOwner['kind'];

export class SecretOwners {
  readonly #deps: SecretOwnersDeps;

  constructor(deps: SecretOwnersDeps) {
    this.#deps = deps;
  }

  /** Those that are gone first, for they are what a person may want to act on. */
  list(): SecretOwner[] {
    const { vault, config } = this.#deps;
    const { servers, providers } = config.current();
    const configured = new Map<string, string>([...servers, ...providers].map(({ id, name }) => [id, name]));
    const found = new Map<string, SecretOwner>();
    for (const secret of vault.names()) {
      const { kind, id, isSignIn } = ownerOf(secret);
      const key = `${kind} ${id}`;
      const owner = found.get(key) ?? { kind, id, name: configured.get(id) ?? null, isConfigured: kind === 'proxy' || configured.has(id), values: 0, signIns: 0 };
      found.set(key, { ...owner, ...(isSignIn ? { signIns: owner.signIns + 1 } : { values: owner.values + 1 }) });
    }
    const owners = [...found.values()];
    const former = owners.some(({ name, id }) => name === null && id !== '') ? config.formerNames() : new Map<string, string>();
    return owners
      .map((owner) => ({ ...owner, name: owner.name ?? former.get(owner.id) ?? null }))
      .toSorted((a, b) => Number(a.isConfigured) - Number(b.isConfigured) || a.kind.localeCompare(b.kind) || (a.name ?? a.id).localeCompare(b.name ?? b.id));
  }

  /** @throws {HostError} `invalid-input` for somebody who is there: their own page takes their secrets away */
  async forget(kind: Kind, id: string): Promise<SecretOwner[]> {
    const owner = this.list().find((each) => each.kind === kind && each.id === id);
    if (owner?.isConfigured === true) throw new HostError('invalid-input', { subject: owner.name ?? id, reason: 'still-configured' });
    for (const secret of this.#deps.vault.names()) {
      const found = ownerOf(secret);
      // One after the other: each is a write of the whole file.
      // oxlint-disable-next-line no-await-in-loop
      if (found.kind === kind && found.id === id) await this.#deps.vault.remove(secret);
    }
    return this.list();
  }
}

/** The forms in which the parts of the host name their secrets. */
function ownerOf(secret: string): { kind: Kind; id: string; isSignIn: boolean } {
  const [, id = ''] = /^(?:server|input)\/([^/]+)\//.exec(secret) ?? /^sign-in(?:-client)?:([^:]+)/.exec(secret) ?? /^provider:(.+)$/.exec(secret) ?? [];
  if (secret === 'network:proxy') return { kind: 'proxy', id: '', isSignIn: false };
  if (id === '') return { kind: 'other', id: secret, isSignIn: false };
  return { kind: secret.startsWith('provider:') ? 'provider' : 'server', id, isSignIn: secret.startsWith('sign-in') };
}
