/**
 * The one parser of `portolan://` links, whichever way they come in (S07, A01 to A06, E28). Strict on purpose: whoever can
 * make a person click writes them, so what is not known is refused, and what is known is what the preview shows and what is
 * added.
 *
 *     portolan://install?config=<JSON, percent-encoded or as base64url>[&name=<name of a single entry>]
 *
 * The JSON is one entry, or `{"mcpServers": {"name": entry, …}}`. An entry has `command`, `args`, `env`, `cwd`, or `url`,
 * `headers`, and optionally `type`; a single one may have its `name` inside.
 */
import { HostError } from '@portolan/contract/errors';
import { maxInstallLink } from '@portolan/contract/install-links';
import type { Json, JsonObject } from '@portolan/contract/json';
import { LaunchView } from '@portolan/contract/servers';
import { duplicateKey, JsoncError, parseJsonc } from '../config/jsonc-tree.ts';
import { openLaunch } from '../config/launch-compare.ts';
import { isServerName } from '../config/read-config.ts';
import { deriveName, uniqueName } from '../config/server-name.ts';
import type { LaunchConfig } from '../ports.ts';
import { installScheme } from './link-argument.ts';

/** A server as a link describes it. */
export interface LinkEntry {
  name: string;
  launch: LaunchConfig;
}

const maxServers = 20;
const maxName = 64;

/** Throws `install-link-refused` with a `reason` and, where something can be named, a `subject`. */
export function parseInstallLink(link: string): LinkEntry[] {
  const { config, name } = parametersOf(link);
  const value = parseConfig(decodeConfig(config));
  if ('mcpServers' in value) {
    if (name !== null) refuse('name-twice', 'name');
    onlyKeys(value, ['mcpServers'], '');
    const map = value['mcpServers'];
    if (!isObject(map)) refuse('wrong-type', 'mcpServers');
    const entries = Object.entries(map);
    if (entries.length === 0) refuse('no-server', 'mcpServers');
    if (entries.length > maxServers) refuse('too-many', String(entries.length));
    return entries.map(([key, entry]) => ({ name: checkedName(key), launch: launchOf(entry, key, []) }));
  }
  const own = value['name'];
  if (own !== undefined && typeof own !== 'string') refuse('wrong-type', 'name');
  if (own !== undefined && name !== null) refuse('name-twice', 'name');
  const launch = launchOf(value, '', ['name']);
  const given = own ?? name;
  return [{ name: given === null ? uniqueName(deriveName(launch), new Set()) : checkedName(given), launch }];
}

function parametersOf(link: string): { config: string; name: string | null } {
  if (link.length > maxInstallLink) refuse('too-large', String(link.length));
  // URL parsers drop tabs and line ends: a link that holds them means to be read in two ways.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(link)) refuse('not-a-link', '');
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== `${installScheme}:`) return refuse('not-a-link', '');
  if (!/^portolan:\/\/install\/?\?/i.test(link)) refuse('not-an-install', url.host.slice(0, 100));
  if (url.hash !== '' || url.port !== '' || url.username !== '' || url.password !== '') refuse('not-a-link', '');
  const found = new Map<string, string>();
  for (const [key, value] of url.searchParams) {
    if (key !== 'config' && key !== 'name') refuse('unknown-key', key.slice(0, 100));
    if (found.has(key)) refuse('duplicate-key', key);
    found.set(key, value);
  }
  const config = found.get('config');
  if (config === undefined || config === '') return refuse('no-server', 'config');
  return { config, name: found.get('name') ?? null };
}

function decodeConfig(config: string): string {
  if (config.trimStart().startsWith('{')) return config;
  // A plus sign means a blank in a query; in base64 it can only have been a plus sign.
  const base64 = config.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/').replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/]+$/.test(base64) || base64.length % 4 === 1) return refuse('encoding', 'config');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== base64) return refuse('encoding', 'config');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('encoding', 'config');
  }
}

function parseConfig(text: string): JsonObject {
  let value: unknown;
  try {
    // The tree refuses depth before anything recursive sees the text, and shows keys that are given twice.
    const twice = duplicateKey(parseJsonc(text));
    if (twice) return refuse('duplicate-key', twice.key.slice(0, 100));
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof JsoncError || error instanceof SyntaxError) return refuse('not-json', 'config');
    throw error;
  }
  return isObject(value as Json) ? (value as JsonObject) : refuse('wrong-type', 'config');
}

function launchOf(entry: Json, place: string, alsoKnown: readonly string[]): LaunchConfig {
  if (!isObject(entry)) return refuse('wrong-type', place);
  const isProgram = entry['command'] !== undefined;
  if (isProgram === (entry['url'] !== undefined)) return refuse(isProgram ? 'command-and-url' : 'no-server', place);
  const launch = isProgram ? programOf(entry, place, alsoKnown) : addressOf(entry, place, alsoKnown);
  if (!LaunchView.safeParse(openLaunch(launch)).success) refuse('too-large', place);
  return launch;
}

function programOf(entry: JsonObject, place: string, alsoKnown: readonly string[]): LaunchConfig {
  onlyKeys(entry, ['type', 'command', 'args', 'env', 'cwd', ...alsoKnown], place);
  if (entry['type'] !== undefined && entry['type'] !== 'stdio') refuse('wrong-type', path(place, 'type'));
  const command = textOf(entry['command'], path(place, 'command'));
  if (command.trim() === '') refuse('no-server', path(place, 'command'));
  const args = entry['args'] ?? [];
  if (!Array.isArray(args)) return refuse('wrong-type', path(place, 'args'));
  const cwd = entry['cwd'] === undefined ? undefined : textOf(entry['cwd'], path(place, 'cwd'));
  return {
    kind: 'stdio',
    command,
    args: args.map((arg, at) => textOf(arg, path(place, `args[${at}]`))),
    env: recordOf(entry['env'], path(place, 'env')),
    ...(cwd === undefined || cwd === '' ? {} : { cwd }),
  };
}

function addressOf(entry: JsonObject, place: string, alsoKnown: readonly string[]): LaunchConfig {
  onlyKeys(entry, ['type', 'url', 'headers', ...alsoKnown], place);
  const type = entry['type'] ?? 'http';
  if (type !== 'http' && type !== 'streamable-http' && type !== 'sse') return refuse('wrong-type', path(place, 'type'));
  const url = textOf(entry['url'], path(place, 'url'));
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') || parsed.username !== '' || parsed.password !== '') refuse('bad-url', path(place, 'url'));
  return { kind: 'http', url, headers: recordOf(entry['headers'], path(place, 'headers')), transport: type === 'http' ? 'auto' : type };
}

/** Own keys alone, `__proto__` among them: a field of ours that a link could set would be one that the preview does not show. */
function onlyKeys(value: JsonObject, known: readonly string[], place: string): void {
  for (const key of Reflect.ownKeys(value)) if (typeof key !== 'string' || !known.includes(key)) refuse('unknown-key', path(place, String(key).slice(0, 100)));
}

function recordOf(value: Json | undefined, place: string): Record<string, string> {
  if (value === undefined) return {};
  if (!isObject(value)) return refuse('wrong-type', place);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (name === '' || name === '__proto__') refuse('unknown-key', path(place, name));
      return [name, textOf(item, path(place, name))];
    }),
  );
}

function textOf(value: Json | undefined, place: string): string {
  if (typeof value !== 'string') return refuse('wrong-type', place);
  return value.includes('\0') ? refuse('wrong-type', place) : value;
}

function checkedName(name: string): string {
  return name.length <= maxName && isServerName(name) ? name : refuse('bad-name', name.slice(0, 100));
}

function path(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(reason: string, subject: string): never {
  throw new HostError('install-link-refused', { reason, ...(subject === '' ? {} : { subject }) });
}
