/** Servers in Goose's YAML: what it calls extensions. */
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { Json, JsonObject } from '@portolan/contract/json';
import { isJson } from '@portolan/contract/json';
import type { ServerInput } from '@portolan/contract/servers';
import { JsoncError } from './jsonc-tree.ts';
import { readEntry } from './launch-entry.ts';
import type { Found, FoundIn, Refused } from './found-servers.ts';

const maxText = 1_000_000;
/** Parts of Goose itself, which nobody else can run. */
const ownTypes = new Set(['builtin', 'platform', 'frontend', 'inline_python']);

/** Whether a text that is no JSON may be such a file. */
export function looksLikeGoose(text: string): boolean {
  return /^extensions:\s*(?:#.*)?$/m.test(text) || /^extensions:\s*\{/m.test(text);
}

/** Throws JsoncError with the line: the parser's reason, `too-large` or `no-server`. */
export function findInYaml(text: string): FoundIn {
  if (text.length > maxText) throw new JsoncError('too-large', text, 0);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw new JsoncError(error.code === 'DUPLICATE_KEY' ? 'duplicate-key' : 'InvalidSymbol', text, error.pos[0]);
  const extensions = document.get('extensions', true);
  if (!isMap(extensions)) throw new JsoncError('no-server', text, 0);
  const found: Found[] = [];
  const refused: Refused[] = [];
  for (const { key, value } of extensions.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const line = isScalar(key) && key.range ? lineCounter.linePos(key.range[0]).line : 1;
    const plain = plainOf(value, document);
    const read = plain === undefined ? { refused: 'too-large' } : isJson(plain) ? readExtension(name, plain) : { refused: 'not-an-object' };
    if ('refused' in read) refused.push({ name, reason: read.refused, line });
    else found.push(read);
  }
  return { format: 'goose', found, refused };
}

/** Aliases are counted by the library: a few lines cannot become gigabytes. Undefined when they would. */
function plainOf(value: unknown, document: Document.Parsed): unknown {
  if (!isNode(value)) return null;
  try {
    return value.toJS(document, { maxAliasCount: 50 });
  } catch {
    return undefined;
  }
}

function readExtension(key: string, value: Json): Found | { refused: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { refused: 'not-an-object' };
  // Some versions put the description of the program one level deeper.
  const inner = value['config'];
  const entry: JsonObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...value, ...inner } : value;
  if (typeof entry['type'] === 'string' && ownTypes.has(entry['type'])) return { refused: 'own-part' };
  const keys = Array.isArray(entry['env_keys']) ? entry['env_keys'].filter((each): each is string => typeof each === 'string' && /^[A-Za-z_]\w{0,127}$/.test(each)) : [];
  const inputs: ServerInput[] = keys.map((id) => ({ id, description: id, isSecret: true }));
  const env = typeof entry['envs'] === 'object' && entry['envs'] !== null && !Array.isArray(entry['envs']) ? entry['envs'] : {};
  const isRemote = entry['uri'] !== undefined && entry['cmd'] === undefined;
  const reading = readEntry(
    isRemote
      ? { type: entry['type'] ?? 'http', url: entry['uri'] ?? null, headers: entry['headers'] ?? {} }
      : { command: entry['cmd'] ?? null, args: entry['args'] ?? [], env: { ...env, ...Object.fromEntries(keys.map((id) => [id, `\${input:${id}}`])) }, ...(typeof entry['cwd'] === 'string' ? { cwd: entry['cwd'] } : {}) },
  );
  if ('problem' in reading) return { refused: reading.problem.reason };
  return { name: key, launch: reading.launch, notes: entry['enabled'] === false ? ['disabled'] : [], inputs: isRemote ? [] : inputs };
}
