/** Puts the vault together: which guards there are here, and which is taken for the first secret. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NoticesPort } from '../ports.ts';
import { fileHolder } from './file-holder.ts';
import { keyringHolder } from './keyring-holder.ts';
import { passphraseHolder } from './passphrase-holder.ts';
import { shellHolder } from './shell-holder.ts';
import type { ShellKeeper } from './shell-holder.ts';
import { Vault } from './vault.ts';

export interface SecretsOptions {
  /** Holds `secrets.json`, and the key where a file guards it. */
  folder: string;
  notices: NoticesPort;
  shell?: 'browser' | 'desktop';
  /** The desktop app's way to safeStorage. */
  keeper?: ShellKeeper | undefined;
  /** False leaves the system's store alone. */
  usesKeyring?: boolean;
  onUnlocked?: () => void;
  now?: () => number;
}

export async function openSecrets({ folder, notices, shell = 'browser', keeper, usesKeyring = true, onUnlocked = () => undefined, now }: SecretsOptions): Promise<Vault> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const vault = new Vault({
    path: join(folder, 'secrets.json'),
    holders: [shellHolder(keeper), keyringHolder({ isAllowed: usesKeyring }), passphraseHolder(), fileHolder(folder)],
    // E27: where the desktop app finds no real store, nothing is written before the person has chosen.
    preferred: shell === 'desktop' ? ['shell', 'memory'] : ['keyring', 'file'],
    notices,
    onUnlocked,
    ...(now === undefined ? {} : { now }),
  });
  await vault.load();
  return vault;
}
