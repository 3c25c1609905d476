/** The folders in which a command is looked for, and the variables the login shell knows. Read once, when first needed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { knownFolders } from './known-folders.ts';
import { readLoginShell } from './login-shell.ts';
import type { Platform } from './platform.ts';
import { variable } from './platform.ts';
import { PreferredFolder } from './preferred-folder.ts';

/** What npm and pnpm put before the PATH of the scripts they run, us among them: the tools of a project, not of the person. */
const projectTools = /[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/;

export class SearchPath {
  readonly #platform: Platform;
  readonly #readShell: (platform: Platform) => Promise<Record<string, string>>;
  readonly #preferred: PreferredFolder;
  #shell: Promise<Record<string, string>> | undefined;
  #folders: Promise<string[]> | undefined;

  constructor(platform: Platform, readShell: (platform: Platform) => Promise<Record<string, string>> = readLoginShell, preferred: PreferredFolder = PreferredFolder.none()) {
    this.#platform = platform;
    this.#readShell = readShell;
    this.#preferred = preferred;
  }

  /** The folder the person prefers, then those of the host's own PATH. */
  own(): string[] {
    const { current } = this.#preferred;
    const inherited = this.#split(variable(this.#platform, 'PATH'));
    return current === null ? inherited : [current, ...inherited];
  }

  /** What was learnt is learnt anew at the next look: something may have been installed. */
  forget(): void {
    this.#shell = undefined;
    this.#folders = undefined;
  }

  /**
   * Everything: the host's PATH, the login shell's and the known folders, without doubles and without folders that do not
   * exist. The shell's comes first when the host was started from the desktop, for then its own PATH is only the system's.
   */
  folders(): Promise<string[]> {
    this.#folders ??= this.#collect();
    return this.#folders;
  }

  /** A variable that only the login shell knows. */
  async shellVariable(name: string): Promise<string | undefined> {
    return (await this.#shellEnvironment())[name];
  }

  /** True when the host was started from a terminal, whose PATH is the one the person uses. */
  get isFromTerminal(): boolean {
    const term = this.#platform.env['TERM'];
    return this.#platform.os === 'win32' || (term !== undefined && term !== 'dumb');
  }

  #shellEnvironment(): Promise<Record<string, string>> {
    this.#shell ??= this.#readShell(this.#platform);
    return this.#shell;
  }

  async #collect(): Promise<string[]> {
    const shell = this.#split((await this.#shellEnvironment())['PATH']);
    const known = await knownFolders(this.#platform);
    const { current } = this.#preferred;
    const rest = this.isFromTerminal ? [...this.own(), ...shell, ...known] : [...shell, ...this.own(), ...known];
    const ordered = current === null ? rest : [current, ...rest];
    return [...new Set(ordered)].filter((folder) => existsSync(folder));
  }

  #split(value: string | undefined): string[] {
    const isWindows = this.#platform.os === 'win32';
    const paths = isWindows ? path.win32 : path.posix;
    return (value ?? '').split(isWindows ? ';' : ':').filter((folder) => folder !== '' && paths.isAbsolute(folder) && !projectTools.test(folder));
  }
}
