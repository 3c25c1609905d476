/** The head of a `SKILL.md`: YAML between two lines of three dashes. */
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';

const maxHead = 64 * 1024;

/** The parser is loaded when a skill is. Aliases are refused: they can make a page out of a line. */
export async function readFrontmatter(bytes: Uint8Array): Promise<{ frontmatter: JsonObject; body: string } | { problem: string }> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'it is not UTF-8' };
  }
  const lines = text.replaceAll('\r\n', '\n');
  if (!lines.startsWith('---\n')) return { problem: 'it does not begin with ---' };
  const end = /^---[\t ]*$/m.exec(lines.slice(4));
  if (end === null) return { problem: 'it has no end' };
  const head = lines.slice(4, 4 + end.index);
  if (head.length > maxHead) return { problem: `it is longer than ${maxHead} characters` };
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(head, { maxAliasCount: 0, prettyErrors: false, schema: 'core', uniqueKeys: true });
    const json = jsonOf(value);
    if (json === undefined) return { problem: 'it is no list of names and values' };
    return { frontmatter: json, body: lines.slice(4 + end.index + end[0].length).replace(/^\n/, '') };
  } catch {
    return { problem: 'it is not valid YAML' };
  }
}

/** Only what JSON can say can be compared with what came as JSON. */
function jsonOf(value: unknown): JsonObject | undefined {
  const copy = JSON.parse(JSON.stringify(value ?? {}));
  return isJsonObject(copy) ? copy : undefined;
}
