import { asDict, asText, isDict } from '../engine/json.ts';
import type { Definition, Dict } from '../engine/types.ts';

/** Decodes a mirrored header value: `=?base64?…?=` holds UTF-8, anything else stands for itself. Undefined when it is malformed. */
export function decodeHeader(value: string): string | undefined {
  const match = /^=\?base64\?(.*)\?=$/.exec(value);
  if (match === null) return value;
  const text = match[1] ?? '';
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    return undefined;
  }
}

/** What is wrong with the `Mcp-Param-*` headers of a `tools/call`, in words; undefined when nothing is. */
export function checkParamHeaders(
  definition: Definition,
  params: Dict,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const tools = typeof definition.tools === 'function' ? definition.tools() : (definition.tools ?? []);
  const tool = tools.find((each) => asDict(each.definition)['name'] === params['name']);
  const properties = asDict(asDict(asDict(tool?.definition)['inputSchema'])['properties']);
  const args = asDict(params['arguments']);
  for (const [property, schema] of Object.entries(properties)) {
    const header = isDict(schema) ? schema['x-mcp-header'] : undefined;
    const value = args[property];
    if (typeof header !== 'string' || value === undefined || value === null) continue;
    const sent = headers[`mcp-param-${header.toLowerCase()}`];
    const decoded = typeof sent === 'string' ? decodeHeader(sent) : undefined;
    if (decoded !== asText(value)) return `Mcp-Param-${header} header value '${asText(sent)}' does not match body value '${asText(value)}'`;
  }
  return undefined;
}
