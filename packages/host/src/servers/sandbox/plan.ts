/** From a policy to the list of what is visible inside, the same for every system. */
import { cp, lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { SandboxPolicy } from '@portolan/contract/sandbox';
import { certificateNames, MARKER, proxyNames } from '../launch/environment.ts';
import { expandHome } from '../launch/expand.ts';
import type { Platform } from '../launch/platform.ts';
import { variable } from '../launch/platform.ts';
import { localSockets } from './local-sockets.ts';
import { betweenGrants, linkOutOf, straightenHome } from './links.ts';
import { ownData } from './own-data.ts';
import type { OwnData } from './own-data.ts';
import { Pins } from './pins.ts';
import { isInside } from './visible.ts';
import type { Visible } from './visible.ts';
import { runtimeFolders } from './runtime-folders.ts';

export interface SandboxPlan {
  /** An empty folder of this server's own that stands in for the person's home; what it keeps (package caches) stays. */
  home: { real: string; own: string };
  /** Parents before what lies in them. */
  visible: Visible[];
  /** Emptied again even where a grant would show them: our own files (A18), sockets of other programs. */
  hidden: { path: string; isFolder: boolean }[];
  network: SandboxPolicy['network'];
  env: Record<string, string>;
  cwd: string;
  /** Files that tell who this is without saying it. */
  accounts: { passwd: string; group: string };
  command: string;
  args: string[];
}

export interface PlanInput {
  policy: SandboxPolicy;
  server: string;
  command: string;
  args: string[];
  /** Everything the server would get outside. */
  env: Record<string, string>;
  /** Names the configuration sets: they pass. */
  configured: string[];
  cwd: string;
  /** Files the launcher put on the command line itself, such as npm's script beside our own runtime. */
  ownFiles: string[];
  platform: Platform;
  dataDir: string;
  /** The folder that is this server's alone. */
  folder: string;
  /** Looked up where neither the host nor the configuration knows a variable that may pass. */
  shellVariable: (name: string) => Promise<string | undefined>;
}

const alwaysPass = /^(?:PATH|LANG|LC_[A-Z]+|TERM|TZ)$/;

/** @throws {HostError} `sandbox-bad-folder` for a granted folder that is not there or would show our own files */
export async function planSandbox(input: PlanInput): Promise<SandboxPlan> {
  const { policy, platform, folder, dataDir } = input;
  const own = path.join(folder, 'home');
  await mkdir(own, { recursive: true, mode: 0o700 });
  const data = await ownData(dataDir);
  const sockets = await localSockets(platform);
  const places: Granted[] = [];
  for (const { path: text, access } of policy.folders) places.push(await grant(expandHome(text, platform), access, input, data));
  const swapped = await linkOutOf(places);
  if (swapped !== null) throw new HostError('sandbox-bad-folder', { server: input.server, folder: swapped, reason: 'link' });
  const { pins, changed } = await new Pins(folder).check(places.map((each) => each.path));
  if (changed !== null) throw new HostError('sandbox-bad-folder', { server: input.server, folder: changed, reason: 'replaced' });
  const granted = places.map(({ real: _real, ...visible }): Visible => ({ ...visible, ...inodeOf(pins.find((pin) => pin.path === visible.path)?.seen) }));
  const runtime = (await Promise.all([input.command, ...input.ownFiles].map((file) => runtimeFolders(file, platform.home, (input.env['PATH'] ?? '').split(':').filter((each) => path.isAbsolute(each)))))).flat();
  const env = await environmentInside(input);
  // Those of the person's own environment. One that the configuration names is a file like any other, and needs a grant.
  const certificates = policy.network === 'all' ? certificateNames.filter((name) => !input.configured.includes(name)).map((name) => env[name]).filter((value) => value !== undefined && path.isAbsolute(value)) : [];
  const read: Visible[] = [];
  const bundle = bundleFolder(input);
  for (const place of new Set([...runtime, ...certificates, ...(bundle === null ? [] : [bundle])])) {
    if (place === undefined || granted.some((each) => each.path === place)) continue;
    const isOurs = await data.holds(await realpath(place).catch(() => place));
    if (isOurs && (bundle === null || !isInside(place, bundle))) continue;
    const found = await lstat(await realpath(place).catch(() => place)).catch(() => null);
    if (found !== null) read.push(place === bundle && installsInto(input.command) ? await ownCopy(place, folder) : { path: place, access: 'read', isFolder: found.isDirectory() });
  }
  const hidden: SandboxPlan['hidden'] = [];
  for (const { path: place, real } of places) {
    for (const below of await data.seenBelow(real)) hidden.push({ path: path.join(place, below), isFolder: true });
    for (const socket of sockets) if (socket.path !== real && isInside(socket.path, real)) hidden.push({ path: path.join(place, path.relative(real, socket.path)), isFolder: socket.isFolder });
  }
  const between = await betweenGrants(granted, [...granted, ...hidden].map((each) => each.path));
  const visible = [...read, ...granted, ...between].toSorted((a, b) => a.path.split('/').length - b.path.split('/').length);
  await straightenHome(own, platform.home, visible.map((each) => each.path));
  return {
    home: { real: platform.home, own },
    visible,
    hidden,
    network: policy.network,
    env,
    cwd: input.cwd,
    accounts: await accountFiles(folder, platform),
    command: input.command,
    args: input.args,
  };
}

/** The files of the bundle that it runs lie in our data folder; they alone are shown of it, to be read. */
function bundleFolder({ args, cwd, command, dataDir }: PlanInput): string | null {
  const bundles = path.join(dataDir, 'bundles');
  const inside = [cwd, command, ...args].find((each) => path.resolve(each) === each && isInside(each, bundles) && each !== bundles);
  const [name, version] = inside === undefined ? [] : path.relative(bundles, inside).split('/');
  return name === undefined || version === undefined ? null : path.join(bundles, name, version);
}

/** uv makes an environment and a lock file beside what it runs. */
const installsInto = (command: string): boolean => /^uvx?(?:\.exe)?$/.test(path.basename(command));

/** A copy of the bundle that this server may change; the files that were installed, and may be signed, stay as they are. */
async function ownCopy(bundle: string, folder: string): Promise<Visible> {
  const source = path.join(folder, `bundle-${path.basename(bundle)}`);
  const isThere = await lstat(source).then(() => true, () => false);
  if (!isThere) {
    // Those of earlier versions, and what an interrupted start left.
    for (const name of await readdir(folder)) if (name.startsWith('bundle-')) await rm(path.join(folder, name), { recursive: true, force: true });
    const making = `${source}.making`;
    await cp(bundle, making, { recursive: true, verbatimSymlinks: true });
    await rename(making, source);
  }
  return { path: bundle, source, access: 'write', isFolder: true };
}

type Granted = Visible & { real: string };

const inodeOf = (inode: string | null | undefined): Pick<Visible, 'inode'> => (inode === null || inode === undefined ? {} : { inode });

/** Devices, processes, and what programs leave for each other while they run; removable disks hang below `/run` too. */
const closed = ['/proc', '/dev', '/sys', '/run', '/var/run'];

async function grant(place: string, access: 'read' | 'write', { server, dataDir }: PlanInput, data: OwnData): Promise<Granted> {
  const refuse = (reason: string): HostError => new HostError('sandbox-bad-folder', { server, folder: place, reason });
  const bare = place.length > 1 ? path.resolve(place) : place;
  if (!path.isAbsolute(place) || place.split('/').includes('..')) throw refuse('relative');
  const real = await realpath(bare).catch(() => null);
  if (real === null) throw refuse('missing');
  // Whoever sees the root sees the processes and devices of the computer, whatever else is closed.
  if (real === '/') throw refuse('everything');
  // A link must not be a way around the rule that our own files are never shown.
  if (isInside(bare, dataDir) || (await data.holds(real))) throw refuse('own-data');
  for (const each of [bare, real]) if (closed.some((folder) => isInside(each, folder)) && !/^\/run\/media\/./.test(each)) throw refuse('system');
  const found = await lstat(real);
  // It would be an open line to the program behind it, however little else is granted.
  if (!found.isDirectory() && !found.isFile()) throw refuse('not-a-file');
  return { path: bare, real, access, isFolder: found.isDirectory() };
}

async function environmentInside({ policy, env, configured, platform, shellVariable }: PlanInput): Promise<Record<string, string>> {
  const inside: Record<string, string> = {};
  const network = policy.network === 'all' ? [...certificateNames, ...proxyNames] : [];
  const passing = new Set([...configured, ...policy.environment, ...network, MARKER]);
  for (const [name, value] of Object.entries(env)) if (alwaysPass.test(name) || passing.has(name)) inside[name] = value;
  for (const name of policy.environment) {
    const value = inside[name] ?? variable(platform, name) ?? (await shellVariable(name));
    if (value !== undefined) inside[name] = value;
  }
  return { ...inside, SHELL: '/bin/sh' };
}

/** Programs ask who they are; they are told a number that is right and a name that says nothing. */
async function accountFiles(folder: string, { home }: Platform): Promise<{ passwd: string; group: string }> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const passwd = path.join(folder, 'passwd');
  const group = path.join(folder, 'group');
  await writeFile(passwd, `user:x:${uid}:${gid}:user:${home}:/bin/sh\n${uid === 65_534 ? '' : 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n'}`, { mode: 0o600 });
  await writeFile(group, `user:x:${gid}:\n${gid === 65_534 ? '' : 'nogroup:x:65534:\n'}`, { mode: 0o600 });
  return { passwd, group };
}
