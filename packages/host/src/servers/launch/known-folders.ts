/** Folders where version managers and package tools put their programs, searched after the PATH. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Platform } from './platform.ts';
import { variable } from './platform.ts';

/** Existing or not, in order of preference; folders with versions come newest first. */
export async function knownFolders(platform: Platform): Promise<string[]> {
  return platform.os === 'win32' ? windowsFolders(platform) : posixFolders(platform);
}

async function posixFolders(platform: Platform): Promise<string[]> {
  const home = (...parts: string[]) => path.posix.join(platform.home, ...parts);
  const system = (folder: string) => `${platform.root ?? ''}${folder}`;
  const data = variable(platform, 'XDG_DATA_HOME') ?? home('.local/share');
  const nvm = variable(platform, 'NVM_DIR') ?? home('.nvm');
  const fnm = [variable(platform, 'FNM_DIR'), `${data}/fnm`, home('.fnm'), home('Library/Application Support/fnm')].filter((folder) => folder !== undefined);
  return [
    ...(await versionFolders(`${nvm}/versions/node`, 'bin')),
    ...(await Promise.all(fnm.map((folder) => versionFolders(`${folder}/node-versions`, 'installation/bin')))).flat(),
    home('.volta/bin'),
    `${variable(platform, 'ASDF_DATA_DIR') ?? home('.asdf')}/shims`,
    `${variable(platform, 'MISE_DATA_DIR') ?? `${data}/mise`}/shims`,
    system('/opt/homebrew/bin'),
    system('/usr/local/bin'),
    system('/home/linuxbrew/.linuxbrew/bin'),
    home('.local/bin'),
    ...(await versionFolders(`${data}/uv/python`, 'bin', /^cpython-\d/)),
    `${variable(platform, 'PYENV_ROOT') ?? home('.pyenv')}/shims`,
    `${variable(platform, 'CARGO_HOME') ?? home('.cargo')}/bin`,
    `${variable(platform, 'BUN_INSTALL') ?? home('.bun')}/bin`,
    home('.deno/bin'),
    home('go/bin'),
    home('.nix-profile/bin'),
    system('/run/current-system/sw/bin'),
    system('/snap/bin'),
    system('/usr/bin'),
    system('/bin'),
    system('/usr/sbin'),
    system('/sbin'),
  ];
}

function windowsFolders(platform: Platform): string[] {
  const under = (name: string, ...parts: string[]) => {
    const base = variable(platform, name);
    return base === undefined || base === '' ? [] : [path.win32.join(base, ...parts)];
  };
  return [
    ...under('NVM_SYMLINK'),
    ...under('ProgramFiles', 'nodejs'),
    ...under('NVM_HOME'),
    ...under('FNM_MULTISHELL_PATH'),
    ...under('LOCALAPPDATA', 'Volta', 'bin'),
    ...under('LOCALAPPDATA', 'mise', 'shims'),
    ...under('APPDATA', 'npm'),
    ...under('LOCALAPPDATA', 'Microsoft', 'WindowsApps'),
    ...under('LOCALAPPDATA', 'Programs', 'Python', 'Launcher'),
    path.win32.join(platform.home, '.local', 'bin'),
    path.win32.join(platform.home, '.cargo', 'bin'),
    path.win32.join(platform.home, '.bun', 'bin'),
    path.win32.join(platform.home, '.pyenv', 'pyenv-win', 'shims'),
    ...under('SCOOP', 'shims'),
    path.win32.join(platform.home, 'scoop', 'shims'),
    ...under('ProgramData', 'scoop', 'shims'),
    ...under('ProgramData', 'chocolatey', 'bin'),
    ...under('SystemRoot', 'System32'),
  ];
}

/** `<parent>/<version>/<inner>` for every version installed, newest first. */
async function versionFolders(parent: string, inner: string, names = /^v?\d/): Promise<string[]> {
  const found = await readdir(parent).catch(() => [] as string[]);
  return found
    .filter((name) => names.test(name))
    .toSorted((a, b) => compareVersions(b, a))
    .map((name) => path.posix.join(parent, name, inner));
}

function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => version.replace(/^\D+/, '').split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
