/** Bringing servers over from other programs: looked at first, added switched off and not reviewed (S04, A04). */
import { HostError } from '@portolan/contract/errors';
import type { ImportFile } from '@portolan/contract/other-apps';
import type { ConfigFile } from '../config-file.ts';
import { launchChanges } from '../launch-changes.ts';
import { toCandidates } from '../paste.ts';
import { toLaunchView } from '../../servers/views/launch-view.ts';
import type { ServerConfig } from '../../ports.ts';
import { uniqueName } from '../server-name.ts';
import type { Surroundings } from './app-table.ts';
import { findFile, findFiles } from './found-files.ts';
import type { FoundFile } from './found-files.ts';

export interface ImportDeps {
  config: ConfigFile;
  around: Surroundings;
}

export async function findImports({ config, around }: ImportDeps): Promise<{ files: ImportFile[] }> {
  const { servers } = config.current();
  return { files: (await findFiles(around)).map((file) => toImportFile(file, servers)) };
}

export interface ImportRequest {
  file: string;
  stamp: string;
  servers: { key: number; replace?: ServerConfig['id'] | undefined }[];
}

/** The file is read again: what is added is what was shown, or nothing. */
export async function addImports({ config, around }: ImportDeps, request: ImportRequest): Promise<{ added: ServerConfig['id'][]; undo: string }> {
  const file = await findFile(request.file, around);
  if (!file || file.stamp !== request.stamp) throw new HostError('other-file-changed', { file: file?.path ?? '' });
  const standing = config.current().servers;
  const candidates = toCandidates(file.found, standing);
  const taken = new Set(standing.map((server) => server.name));
  const entries = request.servers.map(({ key, replace }) => {
    const found = file.found[key];
    const made = candidates[key];
    if (!found || !made) throw new HostError('other-file-changed', { file: file.path });
    const name = replace === undefined ? uniqueName(made.candidate.name, taken) : made.candidate.name;
    taken.add(name);
    return { server: { name, launch: made.launch, isEnabled: false, reviewedHash: null, disabledTools: [], inputs: found.inputs }, replace };
  });
  return await config.addServers(entries);
}

function toImportFile(file: FoundFile, servers: readonly ServerConfig[]): ImportFile {
  const candidates = toCandidates(file.found, servers).map(({ candidate, launch }, key) => {
    const standing = servers.find(({ id }) => id === candidate.existing?.id);
    return { ...candidate, launch: toLaunchView(launch), key, place: file.found[key]?.place ?? null, changes: standing ? launchChanges(standing.launch, launch) : [] };
  });
  const { id, app, path, realPath, stamp, problem } = file;
  return { id, app: app.id, appName: app.name, path, realPath, stamp, candidates, skipped: file.refused, problem };
}
