/** Giving servers back to other programs: compared first, then written whole, with what stood there kept beside it (S04). */
import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { builtInCommand } from '@portolan/contract/built-in';
import { HostError } from '@portolan/contract/errors';
import type { JsonObject } from '@portolan/contract/json';
import type { AppId, ExportRemark, ExportTarget } from '@portolan/contract/other-apps';
import type { OutputOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import { ChangedMeanwhileError, replaceFile } from '../../durable-file.ts';
import type { LaunchConfig, ServerConfig } from '../../ports.ts';
import { readStanding } from '../disk.ts';
import type { Standing } from '../disk.ts';
import { JsoncError } from '../jsonc-tree.ts';
import type { Mask } from '../config-history.ts';
import { uniqueName } from '../server-name.ts';
import { diffTexts } from '../text-diff.ts';
import { appEntry, commonEntry } from './app-entry.ts';
import { appOf, knownApps } from './app-table.ts';
import type { KnownApp, Surroundings } from './app-table.ts';
import { stampOf } from './found-files.ts';
import { maskYaml } from './mask-yaml.ts';
import { mergeJson } from './merge-json.ts';
import type { Wanted } from './merge-json.ts';
import { mergeYaml } from './merge-yaml.ts';
import { portableLaunch } from './portable-launch.ts';
import { entriesThere, isSameServer } from './same-server.ts';

const maxBytes = 20_000_000;
/** Copies of ours that stay beside a file of another program. */
const keptCopies = 5;

export interface ExportDeps {
  around: Surroundings;
  serverOf: (id: ServerId) => ServerConfig;
  secretOf: (id: ServerId, name: string) => Promise<string | undefined>;
  mask: Mask;
  /** Where bundles are kept; a launch that names a file in it runs what goes when the server does. */
  bundlesFolder?: string;
}

export interface ExportRequest {
  app: AppId;
  servers: ServerId[];
  secrets: 'references' | 'values';
}

type Preview = OutputOf<'exports/preview'>;

export async function exportTargets({ around }: ExportDeps): Promise<ExportTarget[]> {
  return await Promise.all(
    knownApps.map(async (app) => {
      const file = app.file(around);
      const exists = (await stat(file).catch(() => null))?.isFile() ?? false;
      return { app: app.id, name: app.name, path: file, exists, takesAddresses: app.takesAddresses, takesReferences: app.references !== 'none' };
    }),
  );
}

export async function previewExport(deps: ExportDeps, request: ExportRequest): Promise<Preview> {
  const { app, file, standing, text, servers } = await prepare(deps, request);
  const before = standing?.text ?? '';
  const [old = '', fresh = ''] = app.isYaml ? maskYaml([before, text]) : deps.mask([before, text]);
  return {
    path: file,
    stamp: stampOf(before),
    diff: diffTexts(old, fresh),
    servers,
    hasSecrets: servers.some(({ remarks }) => remarks.some(({ kind }) => kind.startsWith('secret-'))),
  };
}

/** Fails with `other-file-changed` when what stands there is not what was compared with. */
export async function writeExport(deps: ExportDeps, request: ExportRequest & { stamp: string }): Promise<{ path: string; backup: string | null }> {
  const { file, standing, text } = await prepare(deps, request);
  if (stampOf(standing?.text ?? '') !== request.stamp) throw new HostError('other-file-changed', { file });
  if (text === standing?.text) return { path: file, backup: null };
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const backup = standing ? await keepBeside(file, standing) : null;
    await replaceFile(file, text, { mode: 'keep', expected: standing?.bytes ?? null });
    return { path: file, backup };
  } catch (error) {
    if (error instanceof ChangedMeanwhileError) throw new HostError('other-file-changed', { file }, { cause: error });
    throw new HostError('other-file-not-writable', { file }, { cause: error });
  }
}

/** The servers in the common shape, with `${env:NAME}` for secrets unless the person wants the values. */
export async function exportText(deps: ExportDeps, { servers, secrets }: Omit<ExportRequest, 'app'>): Promise<string> {
  const entries: Record<string, unknown> = {};
  for (const id of servers) {
    const server = deps.serverOf(id);
    const { launch } = await portableLaunch(server, { references: 'env', home: deps.around.home, secrets, secretOf: (name) => deps.secretOf(id, name) });
    entries[server.name] = commonEntry(launch);
  }
  return `${JSON.stringify({ mcpServers: entries }, null, 2)}\n`;
}

function isFromBundle(launch: LaunchConfig, folder: string | undefined): boolean {
  if (launch.kind !== 'stdio' || folder === undefined) return false;
  return [launch.command, ...launch.args, launch.cwd ?? '', ...Object.values(launch.env)].some((text) => text.includes(folder + path.sep));
}

/** Remarks on what is written in the place of a value. */
const valueRemarks: ReadonlySet<ExportRemark['kind']> = new Set(['secret-left-out', 'secret-as-reference', 'secret-written']);

interface Prepared {
  app: KnownApp;
  file: string;
  standing: Standing | null;
  text: string;
  servers: Preview['servers'];
}

async function prepare(deps: ExportDeps, { app: id, servers: ids, secrets }: ExportRequest): Promise<Prepared> {
  const app = appOf(id);
  const file = app.file(deps.around);
  const standing = await readOther(file);
  const before = standing?.text ?? '';
  const there = entriesThere(before, app);
  const wanted = new Map<ServerId, Wanted>();
  const servers: Preview['servers'] = [];
  for (const serverId of ids) {
    const server = deps.serverOf(serverId);
    const made = await portableLaunch(server, { references: app.references, home: deps.around.home, secrets, secretOf: (name) => deps.secretOf(serverId, name) });
    // What comes with this app is no program that another one could start.
    const isOurs = made.launch.kind === 'stdio' && made.launch.command === builtInCommand;
    const plain = isOurs ? null : appEntry(app, server.name, made.launch, made.keys);
    // Another server has its name there: the two are never mixed, and that one is not taken away.
    const name = plain === null ? server.name : freeNameThere(server.name, plain, there, [...wanted.values()]);
    const entry = name === server.name ? plain : appEntry(app, name, made.launch, made.keys);
    // Of what is not written at all, nothing is left empty or written as a reference.
    const remarks: ExportRemark[] = isOurs ? [{ kind: 'built-in', subjects: [] }] : made.remarks.filter(({ kind }) => entry !== null || !valueRemarks.has(kind));
    if (isFromBundle(server.launch, deps.bundlesFolder)) remarks.push({ kind: 'from-bundle', subjects: [server.name] });
    if (!isOurs && server.sandbox !== undefined && server.sandbox !== 'off') remarks.push({ kind: 'not-contained-there', subjects: [] });
    if (made.launch.kind === 'stdio' && made.launch.cwd !== undefined && !app.takesFolder) remarks.push({ kind: 'folder-not-supported', subjects: [made.launch.cwd] });
    if (!entry && !isOurs) remarks.push({ kind: 'address-not-supported', subjects: [] });
    if (name !== server.name) remarks.push({ kind: 'other-name', subjects: [name] });
    if (entry) wanted.set(serverId, { name, entry, inputs: made.inputs });
    servers.push({ serverId, name: server.name, outcome: entry ? 'added' : 'left-out', remarks });
  }
  try {
    const merge = (some: readonly Wanted[]) => (app.isYaml ? mergeYaml(before, some) : mergeJson(before, app.container, some));
    const { text, existing } = merge([...wanted.values()]);
    for (const server of servers) {
      const own = wanted.get(server.serverId);
      if (!own || !existing.includes(own.name)) continue;
      server.outcome = merge([own]).text === before ? 'same' : 'changed';
      // What stands there stays, keys included: nothing of it is left empty or written.
      if (server.outcome === 'same') server.remarks = server.remarks.filter(({ kind }) => !valueRemarks.has(kind));
    }
    return { app, file, standing, text, servers };
  } catch (error) {
    throw unusable(file, error);
  }
}

function freeNameThere(name: string, entry: JsonObject, there: ReadonlyMap<string, unknown>, others: readonly Wanted[]): string {
  const taken = new Set(others.map((each) => each.name));
  let free = uniqueName(name, taken);
  while (there.has(free) && !isSameServer(there.get(free), entry)) {
    taken.add(free);
    free = uniqueName(name, taken);
  }
  return free;
}

async function readOther(file: string): Promise<Standing | null> {
  try {
    return await standingOf(file);
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: string, error: unknown): unknown {
  return error instanceof JsoncError ? new HostError('other-file-unusable', { file, line: error.line, reason: error.reason }) : error;
}


async function standingOf(file: string): Promise<Standing | null> {
  const real = await realpath(file).catch(() => file);
  const found = await stat(real).catch(() => null);
  if (found && !found.isFile()) throw new JsoncError('unreadable', '', 0);
  return await readStanding(real, maxBytes);
}

/** The bytes as they stand, for this user alone: there may be secrets in them. */
async function keepBeside(file: string, standing: Standing): Promise<string> {
  const prefix = `${path.basename(file)}.portolan-`;
  const backup = path.join(path.dirname(file), `${prefix}${new Date().toISOString().replaceAll(/[:.]/g, '-')}.bak`);
  await replaceFile(backup, standing.bytes.toString('utf8'), { mode: 0o600 });
  const copies = (await readdir(path.dirname(file))).filter((each) => each.startsWith(prefix) && each.endsWith('.bak')).toSorted();
  for (const old of copies.slice(0, -keptCopies)) await rm(path.join(path.dirname(file), old), { force: true });
  return backup;
}
