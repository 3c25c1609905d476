/** Bringing servers over from other programs: looked at first, added switched off and not reviewed (S04, A04). */
import { HostError } from '@portolan/contract/errors';
import type { ImportFile } from '@portolan/contract/other-apps';
import type { ConfigFile } from '../config-file.ts';
import { newServerId } from '../config-file.ts';
import { toCandidates } from '../paste.ts';
import type { NamedSecret } from '../../servers/named-secret.ts';
import { takeOpen } from '../../servers/open-secrets.ts';
import { toLaunchView } from '../../servers/views/launch-view.ts';
import { secretNames } from '../../servers/launch/expand.ts';
import type { LaunchConfig, ServerConfig } from '../../ports.ts';
import { uniqueName } from '../server-name.ts';
import type { Surroundings } from './app-table.ts';
import { findFile, findFiles } from './found-files.ts';
import type { FoundFile } from './found-files.ts';
import type { ProjectFiles } from './project-files.ts';

export interface ImportDeps {
  config: ConfigFile;
  around: Surroundings;
  projects: ProjectFiles;
  /** Keeps values for one server in the secret store. */
  keepSecrets: (id: ServerConfig['id'], secrets: readonly NamedSecret[]) => Promise<void>;
  /** What is kept of one, to know a key that was put away since it was brought over. It goes to no window. */
  secretOf?: ((id: ServerConfig['id'], name: string) => Promise<string | undefined>) | undefined;
}

export async function findImports({ config, around, secretOf }: Pick<ImportDeps, 'config' | 'around' | 'secretOf'>): Promise<{ files: ImportFile[] }> {
  const { servers } = config.current();
  const opened = await openedLaunches(servers, secretOf);
  return { files: (await findFiles(around)).map((file) => toImportFile(file, servers, opened)) };
}

/** What a project's folder brings along. @throws {HostError} `invalid-input` */
export async function findInFolder({ config, projects, secretOf }: Pick<ImportDeps, 'config' | 'projects' | 'secretOf'>, folder: string): Promise<{ files: ImportFile[] }> {
  const files = await projects.find(folder);
  const { servers } = config.current();
  const opened = await openedLaunches(servers, secretOf);
  return { files: files.map((file) => toImportFile(file, servers, opened)) };
}

export interface ImportRequest {
  file: string;
  stamp: string;
  servers: { key: number; replace?: ServerConfig['id'] | undefined; keepSecrets?: boolean | undefined }[];
}

/** The file is read again: what is added is what was shown, or nothing. */
export async function addImports({ config, around, projects, keepSecrets }: ImportDeps, request: ImportRequest): Promise<{ added: ServerConfig['id'][]; undo: string }> {
  const file = (await projects.read(request.file)) ?? (await findFile(request.file, around));
  if (!file || file.stamp !== request.stamp) throw new HostError('other-file-changed', { file: file?.path ?? '' });
  const standing = config.current().servers;
  const candidates = toCandidates(file.found, standing);
  const taken = new Set(standing.map((server) => server.name));
  const entries = request.servers.map(({ key, replace, keepSecrets: keeps }) => {
    const found = file.found[key];
    const made = candidates[key];
    if (!found || !made) throw new HostError('other-file-changed', { file: file.path });
    const name = replace === undefined ? uniqueName(made.candidate.name, taken) : made.candidate.name;
    taken.add(name);
    const { launch, secrets } = keeps === true ? takeOpen(made.launch) : { launch: made.launch, secrets: [] };
    return { id: replace ?? newServerId(), server: { name, launch, isEnabled: false, reviewedHash: null, disabledTools: [], inputs: found.inputs }, replace, secrets };
  });
  // Before the file names them: a host that dies in between has kept too much rather than too little.
  // oxlint-disable-next-line no-await-in-loop -- each is written to one file
  for (const { id, secrets } of entries) if (secrets.length > 0) await keepSecrets(id, secrets);
  return await config.addServers(entries);
}

/** Launches that name secrets, with what is kept in their place. While the store is locked they are compared as they stand. */
async function openedLaunches(servers: readonly ServerConfig[], secretOf: ImportDeps['secretOf']): Promise<Map<ServerConfig['id'], LaunchConfig>> {
  const opened = new Map<ServerConfig['id'], LaunchConfig>();
  if (secretOf === undefined) return opened;
  for (const { id, launch } of servers) {
    const values = new Map<string, string>();
    for (const name of secretNames(launch)) {
      // oxlint-disable-next-line no-await-in-loop -- from memory, and few
      const value = await secretOf(id, name).catch(() => undefined);
      if (value !== undefined) values.set(name, value);
    }
    if (values.size > 0) opened.set(id, withValues(launch, values));
  }
  return opened;
}

function withValues(launch: LaunchConfig, values: ReadonlyMap<string, string>): LaunchConfig {
  const fill = (text: string) => text.replaceAll(/\$\{secret:([^}]+)\}/g, (whole, name: string) => values.get(name) ?? whole);
  const filled = (record: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fill(value)]));
  return launch.kind === 'stdio' ? { ...launch, args: launch.args.map(fill), env: filled(launch.env) } : { ...launch, url: fill(launch.url), headers: filled(launch.headers) };
}

function toImportFile(file: FoundFile, servers: readonly ServerConfig[], opened: ReadonlyMap<ServerConfig['id'], LaunchConfig>): ImportFile {
  const candidates = toCandidates(file.found, servers, opened).map(({ candidate, launch }, key) => ({ ...candidate, launch: toLaunchView(launch), key, place: file.found[key]?.place ?? null }));
  const { id, app, path, realPath, stamp, problem } = file;
  return { id, app: app.id, appName: app.name, path, realPath, stamp, candidates, skipped: file.refused, problem };
}
