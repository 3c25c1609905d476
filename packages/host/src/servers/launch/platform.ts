/** What a launch depends on outside the configuration, handed in so that every system's rules can be tried on any system. */
import os from 'node:os';

export interface Platform {
  /** `process.platform`. */
  os: NodeJS.Platform;
  /** The host's own environment. Only names listed in environment.ts ever reach a server. */
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The runtime that runs the host. */
  execPath: string;
  /** True when `execPath` is Node itself and not Electron. */
  isNode: boolean;
  /** Put before the folders that every system of a kind has (`/usr/bin`); for tests, whose machine has programs of its own. */
  root?: string;
}

export function currentPlatform(): Platform {
  return { os: process.platform, env: process.env, home: os.homedir(), execPath: process.execPath, isNode: process.versions['electron'] === undefined };
}

/** Looks a variable up the way the system does: Windows ignores case. */
export function variable(platform: Platform, name: string): string | undefined {
  const exact = platform.env[name];
  if (exact !== undefined || platform.os !== 'win32') return exact;
  const wanted = name.toUpperCase();
  for (const [key, value] of Object.entries(platform.env)) if (key.toUpperCase() === wanted) return value;
  return undefined;
}
