/** From the text of the configuration file to what the host works with, entry by entry. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { ModelRef } from '@portolan/contract/conversations';
import { ProviderId, ServerId } from '@portolan/contract/ids';
import { SandboxChoice } from '@portolan/contract/sandbox';
import { ModelCapabilities } from '@portolan/contract/model-capabilities';
import { ModelFile, ProviderKind, ProviderView } from '@portolan/contract/providers';
import { Settings } from '@portolan/contract/settings';
import type { ConfigState, ProviderConfig, ServerConfig } from '../ports.ts';
import { hostId } from '../resources/host-tools.ts';
import { duplicateKey, elements, JsoncError, member, parseJsonc, placeOf, properties, toValue } from './jsonc-tree.ts';
import type { Node } from './jsonc-tree.ts';
import { readEntry } from './launch-entry.ts';
import { unseal } from './seal.ts';
import { readCare } from './server-care.ts';
import { completeInputs, readInputs } from './server-input.ts';

/** Everything of ours beside `mcpServers` lies under this key. */
export const ownKey = 'portolan';
/** Grows when an older version could misread what a newer one wrote. */
export const formatVersion = 1;

export const emptyText = '{\n  "mcpServers": {}\n}\n';
export const defaultSettings: Settings = { theme: 'system', locale: 'system', isOnboarded: false };

/** One entry that cannot be used and stays in the file as it is. */
export interface EntryIssue {
  /** The server's name, or the path of the entry: `providers[2]`. */
  entry: string;
  reason: string;
  field: string;
  line: number;
  column: number;
}

export interface ConfigReading {
  state: ConfigState;
  issues: EntryIssue[];
}

const ownProviderId = z.object({ id: ProviderId });
const Provider = z.object({
  id: ProviderId,
  kind: ProviderKind,
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  baseUrl: z.string().check(z.maxLength(2048)),
  apiVersion: ProviderView.shape.apiVersion,
  region: ProviderView.shape.region,
  models: z.array(z.object({ id: z.string().check(z.minLength(1), z.maxLength(256)), source: z.enum(['listed', 'added']), capabilities: z.optional(ModelCapabilities) })).check(z.maxLength(2000)),
  file: z.optional(ModelFile),
});

/**
 * Throws JsoncError when the file as a whole cannot be used: not JSON, a key given twice where it matters, a container of
 * the wrong type, or written by a newer version. Anything smaller is an issue of its entry.
 */
export function readConfig(text: string, sealKey: Buffer): ConfigReading {
  const root = parseJsonc(text);
  expectObject(text, root);
  const own = member(root, ownKey);
  const serverNode = member(root, 'mcpServers');
  const ownServers = member(own, 'servers');
  for (const [node, depth] of [[root, 1], [own, 1], [ownServers, 2]] as const) {
    const twice = node && duplicateKey(node, depth);
    if (twice) throw new JsoncError('duplicate-key', text, twice.keyNode.offset);
  }
  for (const node of [serverNode, own, ownServers, member(own, 'settings')]) if (node) expectObject(text, node);
  const providers = member(own, 'providers');
  if (providers && providers.type !== 'array') throw new JsoncError('wrong-type', text, providers.offset);
  const version = member(own, 'version');
  if (version && !(typeof version.value === 'number' && version.value <= formatVersion)) throw new JsoncError('newer-version', text, version.offset);

  const issues: EntryIssue[] = [];
  const report = (entry: string, reason: string, field: string, node: Node) => issues.push({ entry, reason, field, ...placeOf(text, node.offset) });
  const defaultModel = member(own, 'defaultModel');
  return {
    issues,
    state: {
      servers: readServers(serverNode, ownServers, sealKey, report),
      providers: readProviders(providers, report),
      defaultModel: (defaultModel && z.safeParse(ModelRef, toValue(defaultModel)).data) ?? null,
      settings: readSettings(member(own, 'settings'), report),
    },
  };
}

type Report = (entry: string, reason: string, field: string, node: Node) => void;

function readServers(node: Node | undefined, ownServers: Node | undefined, sealKey: Buffer, report: Report): ServerConfig[] {
  const entries = properties(node);
  const times = new Map<string, number>();
  for (const entry of entries) times.set(entry.key, (times.get(entry.key) ?? 0) + 1);
  // Whoever can write the file takes no place of the app's own by it.
  const usedIds = new Set<string>([hostId]);
  const servers: ServerConfig[] = [];
  for (const entry of entries) {
    const problem = times.get(entry.key) !== 1 ? 'duplicate-key' : isServerName(entry.key) ? null : 'bad-name';
    if (problem) {
      report(entry.key, problem, '', entry.keyNode);
      continue;
    }
    const twice = duplicateKey(entry.value);
    const reading = readEntry(toValue(entry.value));
    if (twice || 'problem' in reading) {
      const reason = twice ? 'duplicate-key' : 'problem' in reading ? reading.problem.reason : '';
      report(entry.key, reason, twice ? twice.key : 'problem' in reading ? reading.problem.field : '', twice?.keyNode ?? entry.value);
      continue;
    }
    const ours = member(ownServers, entry.key);
    const id = serverId(entry.key, member(ours, 'id')?.value, usedIds);
    usedIds.add(id);
    const sandbox = readSandbox(member(ours, 'sandbox'), entry.key, report);
    const isSwitchedOff = member(entry.value, 'disabled')?.value === true || member(entry.value, 'enabled')?.value === false;
    const care = readCare(ours);
    servers.push({
      id,
      name: entry.key,
      launch: reading.launch,
      isEnabled: !isSwitchedOff && member(ours, 'enabled')?.value !== false,
      reviewedHash: unseal(sealKey, id, member(ours, 'reviewedHash')?.value),
      disabledTools: elements(member(ours, 'disabledTools')).flatMap((tool) => (typeof tool.value === 'string' ? [tool.value] : [])),
      inputs: completeInputs(reading.launch, readInputs(elements(member(ours, 'inputs')).map(toValue))),
      ...readAnswers(ours),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(care === undefined ? {} : { care }),
    });
  }
  return servers;
}

/** Answers to questions of a launch; what is none is left out, and asked again. */
function readAnswers(ours: Node | undefined): Pick<ServerConfig, 'answers' | 'asksEachTime'> {
  const answers = properties(member(ours, 'answers')).flatMap(({ key, value }): [string, string][] => (typeof value.value === 'string' && key !== '__proto__' ? [[key, value.value]] : []));
  const asked = elements(member(ours, 'asksEachTime')).flatMap((each) => (typeof each.value === 'string' ? [each.value] : []));
  return { ...(answers.length === 0 ? {} : { answers: Object.fromEntries(answers.slice(0, 100)) }), ...(asked.length === 0 ? {} : { asksEachTime: asked.slice(0, 100) }) };
}

/** A policy that can't be read closes everything rather than nothing: a slip of the pen must not open a server's cage. */
function readSandbox(node: Node | undefined, server: string, report: Report): SandboxChoice | undefined {
  if (node === undefined) return undefined;
  const parsed = SandboxChoice.safeParse(toValue(node));
  if (parsed.success) return parsed.data;
  report(server, 'wrong-type', 'sandbox', node);
  return { folders: [], network: 'none', environment: [] };
}

/** What can stand as a key under `mcpServers`. */
export function isServerName(name: string): boolean {
  return name.length > 0 && name.length <= 128 && name !== '__proto__' && name.trim() === name && !/\p{Cc}/u.test(name);
}

/**
 * The id in the file; for an entry somebody else wrote one made of its name, the same at every start until we write it
 * down. Standing permissions are bound to the launch as well, so a name that is used again inherits nothing.
 */
function serverId(name: string, given: unknown, used: Set<string>): ServerId {
  const parsed = ServerId.safeParse(given);
  if (parsed.success && !used.has(parsed.data)) return parsed.data;
  for (let n = 0; ; n++) {
    const id = ServerId.parse(`s_${createHash('sha256').update(JSON.stringify([name, n])).digest('base64url').slice(0, 22)}`);
    if (!used.has(id)) return id;
  }
}

function readProviders(node: Node | undefined, report: Report): ProviderConfig[] {
  const found: ProviderConfig[] = [];
  for (const [at, element] of elements(node).entries()) {
    const parsed = Provider.safeParse(toValue(element));
    const isTwice = parsed.success && found.some((each) => each.id === parsed.data.id);
    if (parsed.success && !isTwice && !duplicateKey(element)) found.push(parsed.data);
    else report(`providers[${at}]`, isTwice ? 'duplicate-id' : 'wrong-type', parsed.success ? 'id' : (parsed.error.issues[0]?.path.join('.') ?? ''), element);
  }
  return found;
}

/** Position of a provider in the file's array; -1 when it is not there. */
export function providerIndex(text: string, id: ProviderId): number {
  return elements(member(member(parseJsonc(text), ownKey), 'providers')).findIndex((element) => ownProviderId.safeParse(toValue(element)).data?.id === id);
}

function readSettings(node: Node | undefined, report: Report): Settings {
  const settings = { ...defaultSettings };
  for (const { key, value } of properties(node)) {
    if (!Object.hasOwn(Settings.shape, key)) continue;
    const parsed = z.partial(Settings).safeParse({ [key]: toValue(value) });
    if (parsed.success) Object.assign(settings, parsed.data);
    else report(`settings.${key}`, 'wrong-type', key, value);
  }
  return settings;
}

function expectObject(text: string, node: Node): void {
  if (node.type !== 'object') throw new JsoncError('wrong-type', text, node.offset);
}
