/**
 * Which version of a package without a fixed one really ran (A14). Told from what the runner keeps on this computer; nobody is
 * asked. Known for `npx`, whose cache has one folder a specification; what other runners keep does not tell it.
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
}

const exact = /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;
const npmName = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i;
/** Caches are looked through no further than this. */
const mostFolders = 500;

/** Null for a launch that is pinned, runs no npm package, or whose package does not lie here. */
export async function resolvedPackage(launch: LaunchConfig, caches: readonly string[]): Promise<ResolvedPackage | null> {
  const spec = unpinnedSpec(launch);
  if (spec === null) return null;
  const name = /^(@[^/]+\/[^@]+|[^@]+)/.exec(spec)?.[1] ?? '';
  if (!npmName.test(name)) return null;
  let newest: { at: number; version: string } | null = null;
  for (const cache of caches) {
    // oxlint-disable-next-line no-await-in-loop -- few caches, one after the other
    for (const found of await installed(path.join(cache, '_npx'), name)) if (!newest || found.at > newest.at) newest = found;
  }
  return newest ? { spec, name, version: newest.version } : null;
}

/** The same launch with the package at exactly this version. */
export function pinned(launch: LaunchConfig, { spec, name, version }: ResolvedPackage): LaunchConfig {
  if (launch.kind !== 'stdio') return launch;
  const fixed = `${name}@${version}`;
  return { ...launch, args: launch.args.map((arg) => (arg === spec ? fixed : arg === `--package=${spec}` ? `--package=${fixed}` : arg)) };
}

function unpinnedSpec(launch: LaunchConfig): string | null {
  if (launch.kind !== 'stdio' || programName(launch.command) !== 'npx') return null;
  const runner = runnerOf(launch.command, launch.args);
  return runner?.kind === 'npm' && !runner.isPinned && runner.spec !== '' ? runner.spec : null;
}

async function installed(folder: string, name: string): Promise<{ at: number; version: string }[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.slice(0, mostFolders).map(async (each) => {
      const file = path.join(folder, each, 'node_modules', ...name.split('/'), 'package.json');
      try {
        const { mtimeMs } = await stat(file);
        const version = versionIn(await readFile(file, 'utf8'));
        return version === null ? [] : [{ at: mtimeMs, version }];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}

function versionIn(text: string): string | null {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string' && exact.test(value.version) ? value.version : null;
}
