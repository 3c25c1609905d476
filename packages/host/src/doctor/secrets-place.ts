/** The vault of secrets as the doctor tells of it. */
import type { Vault } from '../secrets/vault.ts';
import type { SecretsPlace } from './check.ts';

/** Before the first secret is kept, where it would be: the best that works here. May ask the system, which takes a moment. */
export async function secretsPlace(vault: Pick<Vault, 'view' | 'options'>): Promise<SecretsPlace> {
  const { protection, locked, file } = vault.view();
  if (locked !== null) return { kind: 'unavailable', name: file, message: locked };
  const kind = protection ?? (await vault.options()).find((each) => each.problem === null && each.kind !== 'passphrase')?.kind ?? 'file';
  return { kind: kind === 'shell' ? 'keyring' : kind, name: file };
}
