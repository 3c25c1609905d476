/** The folders a manifest may name: `${HOME}`, `${DESKTOP}`, `${DOCUMENTS}`, `${DOWNLOADS}` (MCPB manifest, Variable Substitution). */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';

export type SystemFolders = Readonly<Record<string, string>>;

/** By name, with the separator. A folder that a desktop moved elsewhere is not looked up: the person sees the path and can change it. */
export function systemFolders(home: string): SystemFolders {
  const inHome = (name: string) => {
    const folder = join(home, name);
    return existsSync(folder) ? folder : home;
  };
  return { HOME: home, DESKTOP: inHome('Desktop'), DOCUMENTS: inHome('Documents'), DOWNLOADS: inHome('Downloads'), pathSeparator: sep, '/': sep };
}

export function replaceFolders(text: string, folders: SystemFolders): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => (Object.hasOwn(folders, name) ? (folders[name] ?? whole) : whole));
}
