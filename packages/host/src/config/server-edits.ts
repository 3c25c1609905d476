/** Changes to one server in the text of the configuration. Pure: text in, text out. */
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ServerCare, ServerConfig } from '../ports.ts';
import { rawValue, removeValue, renameKey, setRaw, setValue } from './jsonc-edit.ts';
import { member, parseJsonc, properties, toValue } from './jsonc-tree.ts';
import { editEntry, writeEntry } from './launch-entry.ts';
import { formatVersion, isServerName, ownKey } from './read-config.ts';
import { seal } from './seal.ts';
import { careEdits } from './server-care.ts';
import { writeInput } from './server-input.ts';

/** What a removed server needs to come back as it was. */
export interface RemovedServer {
  name: string;
  before: string;
  after: string;
  entry: string;
  own: string | null;
}

export function addEntry(text: string, server: ServerConfig, sealKey: Buffer): string {
  checkName(text, server.name);
  const edited = setValue(text, ['mcpServers', server.name], writeEntry(server.launch));
  return setCare(setOwn(edited, server.name, ownFields(server, sealKey)), server.name, undefined, server.care);
}

/** The new server takes the other's place in the order, and its id. */
export function replaceEntry(text: string, replaced: ServerConfig, server: ServerConfig, sealKey: Buffer): string {
  const renamed = rename(text, replaced.name, server.name);
  const edited = setValue(renamed, ['mcpServers', server.name], writeEntry(server.launch));
  return setCare(setOwn(edited, server.name, ownFields(server, sealKey)), server.name, replaced.care, server.care);
}

/** Writes only what differs between the two; the rest of the entry stays as its writer left it. */
export function changeEntry(text: string, before: ServerConfig, after: ServerConfig, sealKey: Buffer): string {
  let edited = rename(text, before.name, after.name);
  const path = ['mcpServers', after.name];
  const node = member(member(parseJsonc(edited), 'mcpServers'), after.name);
  const entry = node ? toValue(node) : {};
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) throw new HostError('server-unknown', { server: before.name });
  edited = editEntry(edited, path, before.launch, after.launch, entry);
  if (after.isEnabled && !before.isEnabled) {
    if (entry['disabled'] === true) edited = removeValue(edited, [...path, 'disabled']);
    if (entry['enabled'] === false) edited = removeValue(edited, [...path, 'enabled']);
  }
  return setCare(setOwn(edited, after.name, ownFields(after, sealKey)), after.name, before.care, after.care);
}

export function removeEntry(text: string, name: string): RemovedServer {
  const entry = rawValue(text, ['mcpServers', name]) ?? '{}';
  const own = rawValue(text, [ownKey, 'servers', name]);
  const after = removeValue(removeValue(text, ['mcpServers', name]), [ownKey, 'servers', name]);
  return { name, before: text, after, entry, own };
}

/** When nothing changed since, the very same file; otherwise the entry's own text, comments included, at the end. */
export function restoreEntry(text: string, removed: RemovedServer): string {
  if (text === removed.after) return removed.before;
  checkName(text, removed.name);
  const edited = setRaw(text, ['mcpServers', removed.name], removed.entry);
  return removed.own === null ? edited : setRaw(edited, [ownKey, 'servers', removed.name], removed.own);
}

/** Sets a path under our own key, with the version of the format when the key is new. */
export function setOwnValue(text: string, path: (string | number)[], value: Json | undefined): string {
  if (value === undefined) return removeValue(text, [ownKey, ...path]);
  const versioned = member(parseJsonc(text), ownKey) ? text : setValue(text, [ownKey, 'version'], formatVersion);
  return setValue(versioned, [ownKey, ...path], value);
}

function rename(text: string, from: string, to: string): string {
  if (from === to) return text;
  checkName(text, to);
  // What we kept of a server of that name that is no longer there would become this one's.
  const cleared = removeValue(text, [ownKey, 'servers', to]);
  return renameKey(renameKey(cleared, ['mcpServers', from], to), [ownKey, 'servers', from], to);
}

/** Entries that cannot be used hold their names as well: they are somebody's work. */
function checkName(text: string, name: string): void {
  if (!isServerName(name)) throw new HostError('invalid-input', { where: 'name' });
  if (properties(member(parseJsonc(text), 'mcpServers')).some((entry) => entry.key === name)) throw new HostError('server-name-taken', { server: name });
}

interface OwnFields {
  id: ServerId;
  enabled: false | undefined;
  reviewedHash: string | undefined;
  disabledTools: string[] | undefined;
  inputs: JsonObject[] | undefined;
  answers: Record<string, string> | undefined;
  asksEachTime: string[] | undefined;
  sandbox: Json | undefined;
}

function ownFields(server: ServerConfig, sealKey: Buffer): OwnFields {
  return {
    id: server.id,
    enabled: server.isEnabled ? undefined : false,
    reviewedHash: server.reviewedHash === null ? undefined : seal(sealKey, server.id, server.reviewedHash),
    disabledTools: server.disabledTools.length > 0 ? server.disabledTools : undefined,
    inputs: server.inputs.length > 0 ? server.inputs.map(writeInput) : undefined,
    answers: server.answers !== undefined && Object.keys(server.answers).length > 0 ? server.answers : undefined,
    asksEachTime: server.asksEachTime !== undefined && server.asksEachTime.length > 0 ? server.asksEachTime : undefined,
    sandbox: server.sandbox,
  };
}

function setOwn(text: string, name: string, fields: OwnFields): string {
  let edited = text;
  for (const [key, value] of Object.entries(fields)) {
    const node = member(member(member(member(parseJsonc(edited), ownKey), 'servers'), name), key);
    const isSame = node === undefined ? value === undefined : JSON.stringify(toValue(node)) === JSON.stringify(value);
    if (!isSame) edited = setOwnValue(edited, ['servers', name, key], value);
  }
  return edited;
}

function setCare(text: string, name: string, before: ServerCare | undefined, after: ServerCare | undefined): string {
  let edited = text;
  for (const { path, value } of careEdits(before, after)) edited = setOwnValue(edited, ['servers', name, ...path], value);
  return edited;
}
