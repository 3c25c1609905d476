/**
 * Which version of a package without a fixed one really ran (A14). Told from what the runner keeps on this computer; nobody is
 * asked. Known for `npx`, whose cache has one folder a specification, and for images (`resolved-image.ts`); what other runners
 * keep does not tell it, and the server's page says so.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { programName, runnerOf } from '../../config/package-spec.ts';
import type { LaunchConfig } from '../../ports.ts';

export interface ResolvedPackage {
  /** As written in the launch. */
  spec: string;
  name: string;
  version: string;
  /** Of the archive it was unpacked from (https://www.w3.org/TR/SRI/), as npm noted it; null where it noted none. */
  integrity: string | null;
}

type Found = Pick<ResolvedPackage, 'version' | 'integrity'> & { at: number };

const exact = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;
const npmName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i;
const subresource = /^sha\d{3}-[A-Za-z0-9+/]{20,200}={0,2}(?: sha\d{3}-[A-Za-z0-9+/]{20,200}={0,2}){0,3}$/;
/** Caches are looked through no further than this. */
const mostFolders = 500;
/** What lies there is the package's to write: a file of another size is none of npm's. In bytes. */
const mostBytes = 16 * 1024 * 1024;

/** Null for a launch that is pinned, runs no npm package, or whose package does not lie here. */
export async function resolvedPackage(launch: LaunchConfig, caches: readonly string[]): Promise<ResolvedPackage | null> {
  const spec = unpinnedSpec(launch);
  if (spec === null) return null;
  const name = /^(@[^/]+\/[^@]+|[^@]+)/.exec(spec)?.[1] ?? '';
  if (!npmName.test(name)) return null;
  let newest: Found | null = null;
  for (const cache of caches) {
    // oxlint-disable-next-line no-await-in-loop -- few caches, one after the other
    for (const found of await installed(path.join(cache, '_npx'), spec, name)) if (!newest || found.at > newest.at) newest = found;
  }
  return newest ? { spec, name, version: newest.version, integrity: newest.integrity } : null;
}

/** The same launch with the package at exactly this version. */
export function pinned(launch: LaunchConfig, { spec, name, version }: Omit<ResolvedPackage, 'integrity'>): LaunchConfig {
  if (launch.kind !== 'stdio') return launch;
  const fixed = `${name}@${version}`;
  return { ...launch, args: launch.args.map((arg) => (arg === spec ? fixed : arg === `--package=${spec}` ? `--package=${fixed}` : arg)) };
}

function unpinnedSpec(launch: LaunchConfig): string | null {
  if (launch.kind !== 'stdio' || programName(launch.command) !== 'npx') return null;
  const runner = runnerOf(launch.command, launch.args);
  return runner?.kind === 'npm' && !runner.isPinned && runner.spec !== '' ? runner.spec : null;
}

async function installed(folder: string, spec: string, name: string): Promise<Found[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.slice(0, mostFolders).map((each) => foundIn(path.join(folder, each), spec, name)));
  return found.flatMap((each) => (each === null ? [] : [each]));
}

async function foundIn(folder: string, spec: string, name: string): Promise<Found | null> {
  try {
    const modules = path.join(folder, 'node_modules');
    const file = path.join(modules, ...name.split('/'), 'package.json');
    const { mtimeMs } = await stat(file);
    // A folder that npx made for another specification of the same package is not this server's.
    const wanted = property(property(await json(path.join(folder, 'package.json')), '_npx'), 'packages');
    if (Array.isArray(wanted) && !wanted.includes(spec)) return null;
    const version = property(await json(file), 'version');
    if (typeof version !== 'string' || !exact.test(version)) return null;
    const noted = property(property(await json(path.join(modules, '.package-lock.json')), 'packages'), `node_modules/${name}`);
    const integrity = property(noted, 'integrity');
    return { at: mtimeMs, version, integrity: typeof integrity === 'string' && subresource.test(integrity) ? integrity : null };
  } catch {
    return null;
  }
}

/** Null where there is none that can be read. */
async function json(file: string): Promise<unknown> {
  try {
    if ((await stat(file)).size > mostBytes) return null;
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
