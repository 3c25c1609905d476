/** What the permission sheet starts from: what is known of a server, what its command line names, else as little as works. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FolderGrant, SandboxOffer, SandboxPolicy, SandboxSupport } from '@portolan/contract/sandbox';
import { runnerOf } from '../../config/package-spec.ts';
import type { LaunchConfig } from '../../ports.ts';
import { certificateNames, proxyNames } from '../launch/environment.ts';
import { builtInFolders, builtInOf } from '../launch/built-in.ts';
import { expandHome } from '../launch/expand.ts';
import type { Platform } from '../launch/platform.ts';
import { recommendForBundle } from './bundle-reach.ts';
import type { BundleReach } from './bundle-reach.ts';
import { prepareArguments } from './prepare.ts';
import { isSystem, isTooBroad } from './runtime-folders.ts';
import { isInside } from './visible.ts';

type StdioLaunch = Extract<LaunchConfig, { kind: 'stdio' }>;

interface Known {
  /** Package names, without version. */
  packages: RegExp;
  network: SandboxPolicy['network'];
  /** What the folders on its command line are for. */
  folders: 'read' | 'write' | 'none';
}

/** Servers whose reach is documented by those who make them. Anything that is not here starts from its command line. */
const known: Known[] = [
  { packages: /^@modelcontextprotocol\/server-filesystem$/, network: 'none', folders: 'write' },
  { packages: /^@modelcontextprotocol\/server-(?:everything|sequential-thinking)$/, network: 'none', folders: 'none' },
  { packages: /^@modelcontextprotocol\/server-memory$/, network: 'none', folders: 'write' },
  { packages: /^mcp-server-time$/, network: 'none', folders: 'none' },
  { packages: /^mcp-server-fetch$/, network: 'all', folders: 'none' },
  { packages: /^(?:mcp-server-git|mcp-server-sqlite)$/, network: 'none', folders: 'write' },
  { packages: /^@modelcontextprotocol\/server-(?:brave-search|github|gitlab|slack|google-maps)$/, network: 'all', folders: 'none' },
  { packages: /^(?:@upstash\/context7-mcp|@notionhq\/notion-mcp-server|firecrawl-mcp|tavily-mcp|exa-mcp-server)$/, network: 'all', folders: 'none' },
];

export interface RecommendContext {
  support: SandboxSupport;
  platform: Platform;
  /** Ours: never proposed. */
  dataDir: string;
  /** What is known of the bundle it runs; null for any other server. */
  bundle: BundleReach | null;
}

/** @returns the offer without a network of its own to ask: nothing is started, only paths are looked at */
export async function recommend(launch: StdioLaunch, { support, platform, dataDir, bundle }: RecommendContext): Promise<SandboxOffer> {
  const own = builtInOf(launch);
  if (own !== null) {
    const recommended: SandboxPolicy = { folders: builtInFolders(launch.args), network: own === 'fetch' ? 'all' : 'none', environment: [] };
    return { support, recommended, isProposed: support.kind !== 'none', basis: 'built-in', download: 'none', suggestions: [], variables: variableNames(platform) };
  }
  if (bundle !== null) {
    const { policy, networkReason } = recommendForBundle(bundle);
    // Its own files are shown to it in any case; our folder around them is not.
    const folders = policy.folders.filter(({ path: place }) => !isInside(path.resolve('/', expandHome(place, platform)), dataDir));
    return { support, recommended: { ...policy, folders }, isProposed: support.kind !== 'none', basis: 'bundle', networkReason, download: bundle.installsItself ? 'needs-network' : 'none', suggestions: [], variables: variableNames(platform) };
  }
  const runner = runnerOf(launch.command, launch.args);
  const isPackage = runner?.kind === 'npm' || runner?.kind === 'python';
  const name = isPackage ? bareName(runner.spec) : '';
  const match = known.find(({ packages }) => packages.test(name));
  const named = (await foldersNamed(launch, platform)).filter(({ path: place }) => !isInside(place, dataDir));
  const folders = named.map((grant): FolderGrant => ({ path: grant.path, access: match?.folders === 'write' ? 'write' : grant.access }));
  const recommended: SandboxPolicy = { folders: match?.folders === 'none' ? [] : folders, network: match?.network ?? 'all', environment: [] };
  return {
    support,
    recommended,
    // Containers of its own, and programs of this computer that somebody put there, are not to be broken by a guess.
    isProposed: support.kind !== 'none' && (match !== undefined || isPackage),
    basis: match !== undefined ? 'known' : isPackage ? 'package' : 'own',
    download: !isPackage ? 'none' : prepareArguments(launch) !== null ? 'prepared' : 'needs-network',
    suggestions: match?.folders === 'none' ? folders.map((each) => each.path) : [],
    variables: variableNames(platform),
  };
}

/** `@scope/name@1.2.3` → `@scope/name`; `name==1.2`, `name[extra]` → `name`. */
function bareName(spec: string): string {
  const npm = /^(@[^/@]+\/[^/@]+|[^/@=<>[]+)/.exec(spec)?.[1] ?? '';
  return npm.trim();
}

/** Folders and files that stand on the command line, in its variables, or are its working folder: they exist, and are meant. */
async function foldersNamed(launch: StdioLaunch, platform: Platform): Promise<FolderGrant[]> {
  const found = new Map<string, FolderGrant>();
  const consider = async (text: string, access: 'read' | 'write', isScript: boolean): Promise<void> => {
    const place = path.resolve('/', expandHome(text, platform));
    if (!(text.startsWith('/') || text.startsWith('~/')) || isSystem(place) || found.size >= 20) return;
    const seen = await stat(place).catch(() => null);
    if (seen === null) return;
    if (seen.isDirectory()) {
      if (!isTooBroad(place, platform.home)) found.set(place, { path: place, access });
      return;
    }
    const folder = isScript ? await projectOf(place, platform.home) : place;
    found.set(folder, { path: folder, access: 'read' });
  };
  // The program's own files: read. What it is told to work on: whoever knows better says so.
  if (launch.command.includes('/')) await consider(launch.command, 'read', true);
  for (const arg of launch.args) {
    const value = /^--?[\w-]+=(.+)$/.exec(arg)?.[1] ?? arg;
    await consider(value, 'read', /\.(?:[cm]?[jt]s|py|rb|sh)$/.test(value));
  }
  for (const value of Object.values(launch.env)) {
    await consider(value, 'read', false);
    // A file that is yet to be made, or is replaced by renaming another: that takes its folder.
    const parent = path.dirname(path.resolve('/', expandHome(value, platform)));
    if (isFile(value) && !isTooBroad(parent, platform.home) && !isSystem(parent)) {
      found.delete(path.resolve('/', expandHome(value, platform)));
      await consider(parent, 'read', false);
    }
  }
  if (launch.cwd !== undefined) await consider(launch.cwd, 'read', false);
  return [...found.values()];
}

const isFile = (text: string): boolean => /^(?:\/|~\/).*\.\w{1,8}$/.test(text);

/** A script's project, whose other files it will read; the script alone when it lies where everything lies. */
async function projectOf(file: string, home: string): Promise<string> {
  let folder = path.dirname(file);
  for (let up = 0; up < 5 && !isTooBroad(folder, home); up += 1) {
    for (const sign of ['package.json', 'pyproject.toml', 'Gemfile', 'go.mod']) if (await stat(path.join(folder, sign)).catch(() => null)) return folder;
    folder = path.dirname(folder);
  }
  const own = path.dirname(file);
  const isGathering = /\/(?:Downloads|Desktop|Documents|bin|scripts)$/.test(own);
  return isTooBroad(own, home) || isGathering ? file : own;
}

const dull = new Set([...certificateNames, ...proxyNames, 'PATH', 'LANG', 'TERM', 'TZ', 'HOME', 'SHELL', 'PWD', 'OLDPWD', '_', 'SHLVL', 'LS_COLORS', 'COLORTERM']);

function variableNames({ env }: Platform): string[] {
  return Object.keys(env).filter((name) => /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name) && !dull.has(name) && !name.startsWith('LC_')).toSorted().slice(0, 300);
}
