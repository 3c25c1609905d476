/** Bringing servers over from other programs: looked at first, added switched off and not reviewed (S04, A04). */
import { HostError } from '@portolan/contract/errors';
import type { ImportFile } from '@portolan/contract/other-apps';
import type { ConfigFile } from '../config-file.ts';
import { newServerId } from '../config-file.ts';
import { toCandidates } from '../paste.ts';
import type { NamedSecret } from '../../servers/named-secret.ts';
import { takeOpen } from '../../servers/open-secrets.ts';
import { toLaunchView } from '../../servers/views/launch-view.ts';
import type { ServerConfig } from '../../ports.ts';
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
}

export async function findImports({ config, around }: Pick<ImportDeps, 'config' | 'around'>): Promise<{ files: ImportFile[] }> {
  const { servers } = config.current();
  return { files: (await findFiles(around)).map((file) => toImportFile(file, servers)) };
}

/** What a project's folder brings along. @throws {HostError} `invalid-input` */
export async function findInFolder({ config, projects }: Pick<ImportDeps, 'config' | 'projects'>, folder: string): Promise<{ files: ImportFile[] }> {
  const files = await projects.find(folder);
  const { servers } = config.current();
  return { files: files.map((file) => toImportFile(file, servers)) };
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

function toImportFile(file: FoundFile, servers: readonly ServerConfig[]): ImportFile {
  const candidates = toCandidates(file.found, servers).map(({ candidate, launch }, key) => ({ ...candidate, launch: toLaunchView(launch), key, place: file.found[key]?.place ?? null }));
  const { id, app, path, realPath, stamp, problem } = file;
  return { id, app: app.id, appName: app.name, path, realPath, stamp, candidates, skipped: file.refused, problem };
}
