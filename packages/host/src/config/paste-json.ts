/** Finding servers in JSON of any client. */
import type { Json, JsonObject } from '@portolan/contract/json';
import type { ServerInput } from '@portolan/contract/servers';
import type { Found, FoundIn, Refused } from './found-servers.ts';
import { duplicateKey, elements, JsoncError, member, parseJsonc, placeOf, properties, toValue } from './jsonc-tree.ts';
import type { Node } from './jsonc-tree.ts';
import { readEntry } from './launch-entry.ts';
import { findInServerJson } from './paste-server-json.ts';
import { completeInputs, inputIds, readInputs } from './server-input.ts';

// Where clients keep their servers: Claude Desktop, Cursor, Cline, LM Studio, Windsurf, Gemini, Roo; VS Code; Zed;
// Codex in JSON; opencode; Goose in JSON; Amp.
const containers: { path: string[]; format: string }[] = [
  { path: ['mcpServers'], format: 'mcpServers' },
  { path: ['mcp', 'servers'], format: 'vscode' },
  { path: ['servers'], format: 'vscode' },
  { path: ['context_servers'], format: 'zed' },
  { path: ['mcp_servers'], format: 'mcpServers' },
  { path: ['amp.mcpServers'], format: 'mcpServers' },
  { path: ['mcp', 'mcpServers'], format: 'mcpServers' },
  { path: ['mcp'], format: 'opencode' },
  { path: ['extensions'], format: 'goose' },
];
const entryKeys = ['command', 'url', 'serverUrl', 'httpUrl', 'cmd'];

/**
 * Reads JSON with comments. Throws JsoncError with the place: the parser's reasons, `smart-quotes`, `no-server`, or what
 * is wrong with the only entry. Of several entries, those that cannot be used are listed.
 */
export function findInJson(text: string, limit?: number): FoundIn {
  const root = parse(text, limit);
  const described = duplicateKey(root) === null ? findInServerJson(toValue(root)) : null;
  if (described) return described;
  const container = root.type === 'object' ? containers.map(({ path, format }) => ({ format, node: at(root, path) })).find(({ node }) => isEntryMap(node)) : undefined;
  const inputs = readInputs(elements(member(root, 'inputs') ?? at(root, ['mcp', 'inputs'])).map(toValue));
  if (container?.node) return { format: container.format, ...readAll(text, properties(container.node).map(({ key, value }) => ({ name: key, node: value })), inputs) };
  if (isEntry(root)) return { format: 'entry', ...readAll(text, [{ name: textOf(member(root, 'name')), node: root }], inputs) };
  if (isEntryMap(root)) return { format: 'entries', ...readAll(text, properties(root).filter(({ value }) => value.type === 'object').map(({ key, value }) => ({ name: key, node: value })), inputs) };
  const list = elements(root).filter((element) => isEntry(element));
  if (list.length > 0) return { format: 'list', ...readAll(text, list.map((node) => ({ name: textOf(member(node, 'name')), node })), inputs) };
  throw new JsoncError('no-server', text, root.offset);
}

/** `"name": {…}`, with or without a comma at the end: the inside of an object, as README files like to show it. */
export function isBareProperty(text: string): boolean {
  return /^\s*"(?:[^"\\]|\\.)*"\s*:/.test(text);
}

function parse(text: string, limit?: number): Node {
  try {
    return parseJsonc(text, limit);
  } catch (error) {
    const smart = /[\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb\uff02]/.exec(withoutStrings(text));
    if (error instanceof JsoncError && smart) throw new JsoncError('smart-quotes', text, smart.index);
    throw error;
  }
}

/** Strings blanked out, so that a typographic quote inside one is not taken for a fault. */
function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, (string) => ' '.repeat(string.length));
}

function readAll(text: string, entries: { name: string | null; node: Node }[], inputs: ServerInput[]): { found: Found[]; refused: Refused[] } {
  const found: Found[] = [];
  const refused: Refused[] = [];
  let first: JsoncError | null = null;
  for (const { name, node } of entries) {
    const twice = duplicateKey(node);
    const value = normalized(toValue(node));
    const reading = twice ? { problem: { reason: 'duplicate-key', field: twice.key } } : readEntry(value);
    if ('launch' in reading) {
      const off = typeof value === 'object' && value !== null && !Array.isArray(value) && (value['disabled'] === true || value['enabled'] === false);
      const ids = inputIds(reading.launch);
      const asked = completeInputs(reading.launch, inputs.filter(({ id }) => ids.includes(id)));
      found.push({ name, launch: reading.launch, notes: [...reading.unknownFields, ...(off ? ['disabled'] : [])], inputs: asked });
      continue;
    }
    const offset = twice?.keyNode.offset ?? node.offset;
    first ??= new JsoncError(reading.problem.reason, text, offset);
    refused.push({ name: name ?? '', reason: [reading.problem.reason, reading.problem.field].filter((part) => part !== '').join(' '), line: placeOf(text, offset).line });
  }
  if (found.length === 0) throw first ?? new JsoncError('no-server', text, 0);
  return { found, refused };
}

/** Zed's older `command: {path, args, env}` and Goose's `cmd`/`envs` in the common words. */
function normalized(value: Json): Json {
  if (!isObject(value)) return value;
  const { command, cmd, envs, uri, ...rest } = value;
  if (isObject(command) && typeof command['path'] === 'string') {
    const { path, ...inner } = command;
    return { ...rest, ...inner, command: path };
  }
  const entry: JsonObject = { ...rest };
  if (command !== undefined) entry['command'] = command;
  else if (cmd !== undefined) entry['command'] = cmd;
  if (envs !== undefined && entry['env'] === undefined) entry['env'] = envs;
  if (uri !== undefined && entry['url'] === undefined) entry['url'] = uri;
  if (entry['source'] === 'custom') delete entry['source'];
  return entry;
}

function isEntry(node: Node): boolean {
  return node.type === 'object' && entryKeys.some((key) => member(node, key) !== undefined);
}

/** Any object of objects, one of which at least looks like an entry. */
function isEntryMap(node: Node | undefined): boolean {
  return properties(node).some(({ value }) => isEntry(value));
}

function at(root: Node, path: string[]): Node | undefined {
  return path.reduce<Node | undefined>((node, key) => member(node, key), root);
}

function textOf(node: Node | undefined): string | null {
  return typeof node?.value === 'string' && node.value !== '' ? node.value : null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
