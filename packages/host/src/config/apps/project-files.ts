/**
 * Configurations that a project's folder brings along (`.mcp.json`, `.vscode/mcp.json`, `.cursor/mcp.json`): looked at only in
 * a folder that a person names, by these names alone, and read as data. Opening a folder starts nothing and adds nothing (A09);
 * settings of the programs beside the servers (addresses of models, keys) are not read at all.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { AppId } from '@portolan/contract/other-apps';
import type { LaunchConfig } from '../../ports.ts';
import { knownApps } from './app-table.ts';
import type { KnownApp, Surroundings } from './app-table.ts';
import { readFile } from './found-files.ts';
import type { FoundFile } from './found-files.ts';

const projectFiles: readonly { app: AppId; parts: string[] }[] = [
  { app: 'claude-code', parts: ['.mcp.json'] },
  { app: 'vscode', parts: ['.vscode', 'mcp.json'] },
  { app: 'cursor', parts: ['.cursor', 'mcp.json'] },
];

/** Files that were shown and may be taken from; the window names them, and never a path. */
const mostShown = 200;

interface Shown {
  app: KnownApp;
  folder: string;
  file: string;
}

export class ProjectFiles {
  readonly #around: Surroundings;
  readonly #shown = new Map<string, Shown>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** @throws {HostError} `invalid-input` when there is no such folder, or it is not named in full */
  async find(named: string): Promise<FoundFile[]> {
    const trimmed = named.trim();
    const folder = path.normalize(trimmed === '~' || /^~[\\/]/.test(trimmed) ? path.join(this.#around.home, trimmed.slice(1)) : trimmed);
    if (trimmed === '' || !path.isAbsolute(folder)) throw new HostError('invalid-input', { subject: trimmed, reason: 'folder-relative' });
    if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new HostError('invalid-input', { subject: trimmed, reason: 'folder-missing' });
    const files: FoundFile[] = [];
    for (const { app: id, parts } of projectFiles) {
      const app = knownApps.find((each) => each.id === id);
      if (app === undefined) continue;
      const file = path.join(folder, ...parts);
      const key = `folder:${createHash('sha256').update(file).digest('base64url').slice(0, 32)}`;
      this.#shown.delete(key);
      this.#shown.set(key, { app, folder, file });
      // oxlint-disable-next-line no-await-in-loop -- three small files
      const found = await this.read(key);
      if (found !== null && (found.found.length > 0 || found.refused.length > 0 || (found.problem !== null && found.problem.reason !== 'no-server'))) files.push(found);
    }
    for (const oldest of [...this.#shown.keys()].slice(0, -mostShown)) this.#shown.delete(oldest);
    return files;
  }

  /** One that was shown, read anew; null for any other, and for one that is no longer there. */
  async read(id: string): Promise<FoundFile | null> {
    const shown = this.#shown.get(id);
    if (shown === undefined) return null;
    const found = await readFile(shown.app, id, shown.file);
    return found === null ? null : { ...found, found: found.found.map((each) => ({ ...each, launch: inFolder(each.launch, shown.folder), place: shown.folder })) };
  }
}

/** These programs run servers in the project's folder, and call it by this name. */
function inFolder(launch: LaunchConfig, folder: string): LaunchConfig {
  const named = (text: string) => text.replaceAll('${workspaceFolder}', folder);
  const all = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, named(value)]));
  if (launch.kind === 'http') return { ...launch, url: named(launch.url), headers: all(launch.headers) };
  return { ...launch, command: named(launch.command), args: launch.args.map(named), env: all(launch.env), cwd: launch.cwd === undefined || launch.cwd === '' ? folder : named(launch.cwd) };
}
