/** The workspace's packages, exactly as the lockfile says. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, say } from './say.mjs';

export function installPackages(root, { pnpm, env }) {
  const isFirst = !existsSync(join(root, 'node_modules', '.modules.yaml'));
  if (isFirst) say('Installing packages, once for this folder (usually 10 to 30 seconds) …');
  const args = ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'];
  // Nothing to do takes a fifth of a second and needs no network.
  const result = spawnSync(pnpm, args, { cwd: root, env: { ...env, CI: env.CI ?? '1' }, stdio: ['ignore', isFirst ? 2 : 'pipe', 'pipe'], shell: process.platform === 'win32', encoding: 'utf8' });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}\n`);
  throw new SetupError('pnpm could not install the packages (its own words are above). Check the network and the disk, then run the same command again.');
}
