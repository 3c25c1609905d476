/** Where the packages of servers lie on this computer, and which version of them ran (A14). */
import path from 'node:path';
import type { ServerId } from '@portolan/contract/ids';
import type { ServerConfig } from '../../ports.ts';
import { resolvedImage } from './resolved-image.ts';
import type { AskProgram } from './resolved-image.ts';
import { resolvedPackage } from './resolved-version.ts';
import type { ResolvedPackage } from './resolved-version.ts';

export interface PackageFolders {
  /** npm's cache of the person, from our own environment. */
  npmCache: string;
  /** The home folder of a contained server. */
  containedHome: (serverId: ServerId) => string;
  /** Asks a program of this computer; without it nothing is known of images. */
  ask?: AskProgram;
}

/** Looks where this server's runner keeps what it fetched. Null when it cannot be told; never rejects. */
export type FindPackage = (server: ServerConfig) => Promise<ResolvedPackage | null>;

export function packageFinder({ npmCache, containedHome, ask }: PackageFolders): FindPackage {
  return async ({ id, launch, sandbox }) => {
    if (launch.kind !== 'stdio') return null;
    const image = ask === undefined ? null : await resolvedImage(launch, ask);
    if (image !== null) return image;
    const isContained = sandbox !== undefined && sandbox !== 'off';
    const configured = Object.entries(launch.env).find(([name]) => name.toLowerCase() === 'npm_config_cache')?.[1];
    const cache = isContained ? path.join(containedHome(id), '.npm') : npmCache;
    return resolvedPackage(launch, configured === undefined ? [cache] : [configured, cache]);
  };
}
