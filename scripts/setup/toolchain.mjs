/** The pinned pnpm and Node, from the lockfile in .toolchain: verified by integrity hashes, no install scripts run. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError, say } from './say.mjs';

/** `node:sqlite` without a flag and TypeScript run as it stands begin here. */
const leastNode = [24, 15];

/**
 * @param {string} root the repository
 * @returns {{ node: string, pnpm: string, env: NodeJS.ProcessEnv }} paths of both, and the environment to run them in
 */
export function prepareToolchain(root) {
  // Before anything is fetched: without a Node to run it, nothing else helps.
  const own = hasPinnedNode ? null : systemNode();
  const folder = join(root, '.toolchain');
  const bin = join(folder, 'node_modules', '.bin');
  const stamp = join(folder, 'node_modules', '.stamp');
  const wanted = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json'))).update(`${process.platform} ${process.arch}`).digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    say('Getting the pinned Node and pnpm, once for this folder (usually 10 to 20 seconds) …');
    runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder);
    writeFileSync(stamp, wanted);
  }
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  return { node: own ?? pinnedNode(bin), pnpm: join(bin, `pnpm${suffix}`), env: cleanEnvironment(bin) };
}

const hasPinnedNode = process.platform === 'linux' && process.arch === 'x64';

/** It does not run where the C library is another one (Alpine). */
function pinnedNode(bin) {
  const pinned = join(bin, 'node');
  return spawnSync(pinned, ['-v'], { stdio: 'ignore' }).status === 0 ? pinned : systemNode();
}

/** Only Linux on x64 has a pinned Node on npm; elsewhere the one that runs this has to be new enough. */
function systemNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) {
    say(`Using your own Node ${process.versions.node}: there is no pinned one that runs on ${process.platform} ${process.arch}.`);
    return process.execPath;
  }
  throw new SetupError(
    `Portolan needs Node ${leastNode.join('.')} or newer on ${process.platform} ${process.arch}, and this is Node ${process.versions.node}.\n` +
      'Install the current Node 24 from https://nodejs.org (or with your version manager), then run the same command again.',
  );
}

function runNpm(args, cwd) {
  const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const result = own
    ? spawnSync(process.execPath, [own, ...args], { cwd, stdio: ['ignore', 2, 'inherit'] })
    : spawnSync('npm', args, { cwd, stdio: ['ignore', 2, 'inherit'], shell: process.platform === 'win32' });
  if (result.error) throw new SetupError(`npm could not be run: ${result.error.message}`);
  if (result.status !== 0) throw new SetupError('npm could not get the pinned tools (its own words are above). Check the network or the proxy, then run the same command again.');
}

/** What npm tells its scripts must not steer pnpm; where packages come from, when a person set that, must. */
function cleanEnvironment(bin) {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || /^npm_config_(registry|.*proxy|cafile|ca)$/i.test(name));
  const env = Object.fromEntries(kept);
  const path = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[path] = bin + delimiter + (env[path] ?? '');
  return env;
}
