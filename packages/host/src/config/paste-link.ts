/** The "add to …" buttons of README files: a link that carries an entry. Read as data; nothing is opened. */
import { JsoncError } from './jsonc-tree.ts';
import { findInJson } from './paste-json.ts';
import type { FoundIn } from './found-servers.ts';

const maxLink = 100_000;

/** Null when the text is no such link: `vscode:mcp/install?…`, `cursor://…/mcp/install?…`, `lmstudio://add_mcp?…` and their https forms. */
export function findInLink(text: string): FoundIn | null {
  const link = text.trim();
  if (link.length > maxLink || /\s/.test(link) || !/^[a-z][a-z0-9+.-]*:/i.test(link) || !/mcp/i.test(link) || !URL.canParse(link)) return null;
  const parsed = new URL(link);
  const name = parsed.searchParams.get('name');
  const config = parsed.searchParams.get('config');
  const query = safeDecode(parsed.search.slice(1));
  const json = config === null ? (query.startsWith('{') ? query : null) : decodeConfig(config);
  if (json === null) return null;
  const { found, refused } = findInJson(json);
  return { format: 'install-link', found: found.map((each) => ({ ...each, name: each.name ?? name })), refused };
}

function decodeConfig(config: string): string {
  const plain = safeDecode(config).trim();
  if (plain.startsWith('{')) return plain;
  const bytes = Buffer.from(plain.replaceAll(' ', '+'), 'base64').toString('utf8');
  if (!bytes.trimStart().startsWith('{')) throw new JsoncError('no-server', config, 0);
  return bytes;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
