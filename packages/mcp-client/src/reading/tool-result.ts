/** Reading the result of `tools/call` (https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result). */
import type { ToolResult } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import { readContentList } from './content.ts';
import { kindOf, Reader } from './reader.ts';

/** Blocks that cannot be understood stay beside the others. */
export function readToolResult(result: JsonObject): ToolResult {
  const reader = new Reader(result);
  const { structuredContent, _meta: meta } = result;
  let content = readContentList(reader, 'content');
  if (result['content'] === undefined && result['toolResult'] !== undefined) {
    reader.note('toolResult', 'the form of 2024-10-07 was read as text');
    const text = typeof result['toolResult'] === 'string' ? result['toolResult'] : JSON.stringify(result['toolResult']);
    content = [{ type: 'text', text, raw: { type: 'text', text } }];
  }
  // Built by hand: this is on the path of every call.
  const read: ToolResult = { content, isError: readIsError(reader), repairs: reader.repairs };
  if (structuredContent !== undefined) read.structuredContent = structuredContent;
  if (isJsonObject(meta)) read.meta = meta;
  return read;
}

function readIsError(reader: Reader): boolean {
  const value = reader.get('isError');
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  const isError = value === 'true' || value === 1;
  reader.note('isError', `${kindOf(value)} was read as ${isError}`);
  return isError;
}
