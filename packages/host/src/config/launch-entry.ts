/** One entry under `mcpServers`, as every client writes it, and the launch it means. */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { LaunchConfig } from '../ports.ts';
import { removeValue, setValue } from './jsonc-edit.ts';

export type EntryReading = { launch: LaunchConfig; unknownFields: string[] } | { problem: EntryProblem };

/** `field` is the one that does not fit. */
export interface EntryProblem {
  reason: 'not-an-object' | 'no-command-or-url' | 'wrong-type' | 'not-allowed' | 'too-large';
  field: string;
}

const urlKeys = ['url', 'serverUrl', 'httpUrl'];
// Known to some client and either without meaning here or handled elsewhere.
const otherKeys = ['disabled', 'enabled', 'type', 'transport', 'transportType', 'name', 'description'];
const stdioKeys = ['command', 'args', 'env', 'environment', 'cwd'];
const httpKeys = [...urlKeys, 'headers', 'requestInit'];

// The contract's limits: a launch beyond them could be shown to nobody.
const maxArgs = 1000;
const maxEnv = 500;
const maxHeaders = 100;
const maxName = 512;
const maxText = 32_768;
const maxPath = 4096;

/** Reads an entry of any common client. A value of the wrong type makes this one entry unusable, never others. */
export function readEntry(value: Json): EntryReading {
  if (!isObject(value)) return { problem: { reason: 'not-an-object', field: '' } };
  try {
    const kind = kindOf(value);
    return { launch: kind === 'stdio' ? stdioLaunch(value) : httpLaunch(value), unknownFields: unknownFields(value, kind) };
  } catch (error) {
    if (error instanceof FieldError) return { problem: { reason: error.reason, field: error.field } };
    throw error;
  }
}

/** The entry for a new server, in the words most clients use. */
export function writeEntry(launch: LaunchConfig): JsonObject {
  if (launch.kind === 'http') {
    return { type: typeOf(launch.transport), url: launch.url, ...(Object.keys(launch.headers).length > 0 ? { headers: launch.headers } : {}) };
  }
  return {
    command: launch.command,
    args: launch.args,
    ...(Object.keys(launch.env).length > 0 ? { env: launch.env } : {}),
    ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
  };
}

/** Changes an entry in place from one launch to another: only what differs is written. */
export function editEntry(text: string, path: string[], before: LaunchConfig, after: LaunchConfig, entry: JsonObject): string {
  let edited = text;
  const set = (key: string, value: Json | undefined) => {
    edited = value === undefined ? removeValue(edited, [...path, key]) : setValue(edited, [...path, key], value);
  };
  if (before.kind !== after.kind) {
    for (const key of [...(before.kind === 'stdio' ? stdioKeys : httpKeys), 'type', 'transport', 'transportType']) set(key, undefined);
    for (const [key, value] of Object.entries(writeEntry(after))) set(key, value);
    return edited;
  }
  if (before.kind === 'stdio' && after.kind === 'stdio') {
    // A whole command given as a list is written out as two fields once it changes.
    if (before.command !== after.command || typeof entry['command'] !== 'string') set('command', after.command);
    if (JSON.stringify(before.args) !== JSON.stringify(after.args)) set('args', after.args);
    if (before.cwd !== after.cwd) set('cwd', after.cwd);
    const envKey = 'env' in entry || !('environment' in entry) ? 'env' : 'environment';
    return editRecord(edited, [...path, envKey], before.env, after.env);
  }
  if (before.kind === 'http' && after.kind === 'http') {
    if (before.url !== after.url) set(urlKeys.find((key) => key in entry) ?? 'url', after.url);
    if (before.transport !== after.transport) {
      for (const key of ['transport', 'transportType']) set(key, undefined);
      set('type', typeOf(after.transport));
    }
    return editRecord(edited, [...path, 'headers'], before.headers, after.headers);
  }
  return edited;
}

function editRecord(text: string, path: string[], before: Record<string, string>, after: Record<string, string>): string {
  let edited = text;
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) edited = removeValue(edited, [...path, name]);
  for (const [name, value] of Object.entries(after)) {
    if (!Object.hasOwn(before, name) || before[name] !== value) edited = setValue(edited, [...path, name], value);
  }
  return edited;
}

function kindOf(entry: JsonObject): 'stdio' | 'http' {
  const type = declaredType(entry);
  const hasUrl = urlKeys.some((key) => entry[key] !== undefined);
  if (type === 'stdio') return 'stdio';
  if (type !== '') return 'http';
  if (entry['command'] !== undefined && !hasUrl) return 'stdio';
  if (hasUrl && entry['command'] === undefined) return 'http';
  // With both and no type it is anybody's guess, and a guess could run a program.
  throw new FieldError(hasUrl ? 'not-allowed' : 'no-command-or-url', hasUrl ? 'command, url' : '');
}

function declaredType(entry: JsonObject): string {
  for (const key of ['type', 'transport', 'transportType']) {
    const value = entry[key];
    if (value === undefined) continue;
    if (typeof value !== 'string') throw new FieldError('wrong-type', key);
    const type = value.toLowerCase().replaceAll(/[_-]/g, '');
    if (!['stdio', 'http', 'sse', 'streamablehttp', 'remote', 'local'].includes(type)) throw new FieldError('not-allowed', key);
    return type === 'local' ? 'stdio' : type;
  }
  return '';
}

function stdioLaunch(entry: JsonObject): LaunchConfig {
  const cwd = entry['cwd'];
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') throw new FieldError('wrong-type', 'cwd');
  if (typeof cwd === 'string' && cwd.length > maxPath) throw new FieldError('too-large', 'cwd');
  const whole = entry['command'];
  // Some clients take the program and its arguments as one list.
  const [command, first] = Array.isArray(whole) ? [whole[0], texts(whole.slice(1), 'command')] : [whole, []];
  if (command === undefined) throw new FieldError('no-command-or-url', 'command');
  if (typeof command !== 'string') throw new FieldError('wrong-type', 'command');
  if (command.trim() === '') throw new FieldError('no-command-or-url', 'command');
  if (command.length > maxPath) throw new FieldError('too-large', 'command');
  return {
    kind: 'stdio',
    command,
    args: [...first, ...texts(entry['args'] ?? [], 'args')],
    env: record(entry['env'] ?? entry['environment'] ?? {}, 'env', maxEnv),
    ...(typeof cwd === 'string' && cwd !== '' ? { cwd } : {}),
  };
}

function httpLaunch(entry: JsonObject): LaunchConfig {
  const key = urlKeys.find((each) => entry[each] !== undefined);
  const url = key === undefined ? undefined : entry[key];
  if (key === undefined || url === undefined) throw new FieldError('no-command-or-url', 'url');
  if (typeof url !== 'string') throw new FieldError('wrong-type', key);
  if (url.trim() === '') throw new FieldError('no-command-or-url', key);
  if (url.length > maxPath) throw new FieldError('too-large', key);
  const init = entry['requestInit'];
  const headers = entry['headers'] ?? (isObject(init) ? init['headers'] : undefined) ?? {};
  const type = declaredType(entry);
  const transport = type === 'sse' ? 'sse' : type === 'streamablehttp' || (type === '' && key === 'httpUrl') ? 'streamable-http' : 'auto';
  return { kind: 'http', url, headers: record(headers, 'headers', maxHeaders), transport };
}

function typeOf(transport: 'auto' | 'streamable-http' | 'sse'): string {
  return transport === 'auto' ? 'http' : transport;
}

function texts(value: Json, field: string): string[] {
  if (!Array.isArray(value)) throw new FieldError('wrong-type', field);
  if (value.length > maxArgs) throw new FieldError('too-large', field);
  return value.map((item, at) => asText(item, `${field}[${at}]`));
}

function record(value: Json, field: string, limit: number): Record<string, string> {
  if (!isObject(value)) throw new FieldError('wrong-type', field);
  const entries = Object.entries(value);
  if (entries.length > limit || entries.some(([name]) => name.length > maxName)) throw new FieldError('too-large', field);
  return Object.fromEntries(entries.map(([name, item]) => [name, asText(item, `${field}.${name}`)]));
}

/** Numbers and booleans are written without quotes often enough (`"PORT": 3000`), and there is only one text they can mean. */
function asText(value: Json, field: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') throw new FieldError('wrong-type', field);
  if (value.length > maxText) throw new FieldError('too-large', field);
  if (value.includes('\0')) throw new FieldError('not-allowed', field);
  return value;
}

function unknownFields(entry: JsonObject, kind: 'stdio' | 'http'): string[] {
  const known = new Set([...otherKeys, ...(kind === 'stdio' ? stdioKeys : httpKeys)]);
  return Object.keys(entry).filter((key) => !known.has(key));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class FieldError extends Error {
  readonly reason: EntryProblem['reason'];
  readonly field: string;
  constructor(reason: EntryProblem['reason'], field: string) {
    super(`${field}: ${reason}`);
    this.reason = reason;
    this.field = field;
  }
}
