/** What the configuration was, and what is wrong with it now: for the person who wants it back (S03). */
import type { ConfigurationBackup, ServerDifference, TextDiff } from '@portolan/contract/configuration';
import { HostError } from '@portolan/contract/errors';
import { launchHash, serverHash } from '../launch-hash.ts';
import type { ConfigState, LaunchConfig, ServerConfig } from '../ports.ts';
import { timeOf } from './config-backups.ts';
import type { ConfigBackups } from './config-backups.ts';
import { readStanding } from './disk.ts';
import { JsoncError } from './jsonc-tree.ts';
import { readConfig } from './read-config.ts';
import type { ConfigReading, EntryIssue } from './read-config.ts';
import { diffTexts } from './text-diff.ts';
import { removeEntry } from './server-edits.ts';
import type { RemovedServer } from './server-edits.ts';

/** Lines shown before and after the one at fault. */
const around = 4;
const maxExcerptLine = 500;

export interface Fault {
  reason: string;
  line: number;
  column: number;
  excerpt: { line: number; text: string }[];
}

export type Mask = (texts: readonly string[]) => string[];

/** Good copies, newest first. One that cannot be read any more is left out: it can restore nothing. */
export function listBackups(backups: ConfigBackups, sealKey: Buffer, current: string): ConfigurationBackup[] {
  return backups.list().flatMap((id) => {
    const read = tryRead(backups, id, sealKey);
    if (!read) return [];
    const { servers, providers } = read.reading.state;
    return [{ id, at: timeOf(id), bytes: Buffer.byteLength(read.text), servers: servers.map(({ name }) => name), providers: providers.length, isCurrent: read.text === current }];
  });
}

/** The newest copy that can be used; null when there is none. */
export function newestGood(backups: ConfigBackups, sealKey: Buffer): { text: string; reading: ConfigReading } | null {
  for (const file of backups.list()) {
    // The one before it, where it cannot be.
    const read = tryRead(backups, file, sealKey);
    if (read) return read;
  }
  return null;
}

/** Names of servers and providers by their ids, as the copies have them; of several the newest. */
export function formerNames(backups: ConfigBackups, sealKey: Buffer): Map<string, string> {
  const names = new Map<string, string>();
  for (const file of backups.list()) {
    const state = tryRead(backups, file, sealKey)?.reading.state;
    for (const { id, name } of [...(state?.servers ?? []), ...(state?.providers ?? [])]) if (!names.has(id)) names.set(id, name);
  }
  return names;
}

/** A server as the newest copy has it that knows it; null when none does. */
export function serverInCopies(backups: ConfigBackups, sealKey: Buffer, name: string): RemovedServer | null {
  for (const file of backups.list()) {
    const read = tryRead(backups, file, sealKey);
    if (read?.reading.state.servers.some((server) => server.name === name) === true) return removeEntry(read.text, name);
  }
  return null;
}

/** The text of a copy that is one of ours and good. Fails with `config-backup-unusable`. */
export function goodBackup(backups: ConfigBackups, id: string, sealKey: Buffer): { text: string; reading: ConfigReading } {
  const read = backups.list().includes(id) ? tryRead(backups, id, sealKey) : null;
  if (!read) throw new HostError('config-backup-unusable', { backup: id });
  return read;
}

/** What putting `after` in the place of `before` changes. */
export function compareTexts(before: { text: string; state: ConfigState }, after: { text: string; state: ConfigState }, mask: Mask): { servers: ServerDifference[]; diff: TextDiff } {
  const [old = '', fresh = ''] = mask([before.text, after.text]);
  return { servers: serverDifferences(before.state.servers, after.state.servers), diff: diffTexts(old, fresh) };
}

/** The file as it stands, and what is wrong with it; null when it can be used or is not there. */
export async function faultOf(path: string, sealKey: Buffer, mask: Mask): Promise<{ fault: Fault; text: string } | null> {
  let text = '';
  try {
    const standing = await readStanding(path);
    if (!standing) return null;
    text = standing.text;
    readConfig(text, sealKey);
    return null;
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    const { reason, line, column } = error;
    return { text, fault: { reason, line, column, excerpt: excerptOf(mask([text])[0] ?? '', line) } };
  }
}

/** Entries of the file as it stands that cannot be used. */
export async function issuesOf(path: string, sealKey: Buffer): Promise<EntryIssue[]> {
  try {
    const standing = await readStanding(path);
    return standing ? readConfig(standing.text, sealKey).issues : [];
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    return [];
  }
}

/** The launch that was allowed for a server which has another one now, as the copies remember it. */
export function reviewedLaunch(backups: ConfigBackups, sealKey: Buffer, server: ServerConfig): LaunchConfig | null {
  if (server.reviewedHash === null || server.reviewedHash === serverHash(server)) return null;
  for (const id of backups.list()) {
    const found = tryRead(backups, id, sealKey)?.reading.state.servers.find((each) => each.id === server.id && serverHash(each) === server.reviewedHash);
    if (found) return found.launch;
  }
  return null;
}

function serverDifferences(before: ServerConfig[], after: ServerConfig[]): ServerDifference[] {
  const whatCounts = (server: ServerConfig) => JSON.stringify([launchHash(server.launch), server.isEnabled, server.disabledTools, server.inputs]);
  const old = new Map(before.map((server) => [server.name, whatCounts(server)]));
  const fresh = new Map(after.map((server) => [server.name, whatCounts(server)]));
  return [
    ...[...fresh.keys()].filter((name) => !old.has(name)).map((name) => ({ name, kind: 'added' as const })),
    ...[...old.keys()].filter((name) => !fresh.has(name)).map((name) => ({ name, kind: 'removed' as const })),
    ...[...fresh].filter(([name, what]) => old.has(name) && old.get(name) !== what).map(([name]) => ({ name, kind: 'changed' as const })),
  ];
}

function tryRead(backups: ConfigBackups, id: string, sealKey: Buffer): { text: string; reading: ConfigReading } | null {
  try {
    const text = backups.read(id);
    return { text, reading: readConfig(text, sealKey) };
  } catch {
    return null;
  }
}

function excerptOf(text: string, line: number): Fault['excerpt'] {
  if (text === '') return [];
  const lines = text.split(/\r\n|\r|\n/);
  const first = Math.max(1, line - around);
  return lines.slice(first - 1, line + around).map((each, at) => ({ line: first + at, text: each.length > maxExcerptLine ? `${each.slice(0, maxExcerptLine)}…` : each }));
}
