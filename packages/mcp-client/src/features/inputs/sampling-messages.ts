/**
 * The messages of a sampling request, and the rules between them: every tool use is answered by the message that follows,
 * and a message with tool results holds nothing else
 * (https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints).
 */
import { INVALID_PARAMS } from '../../era/versions.ts';
import type { SamplingBlock, SamplingMessage } from '../../handlers.ts';
import { InboundError } from '../../jsonrpc/inbound.ts';
import { isJsonObject } from '../../jsonrpc/message.ts';
import type { Json, JsonObject } from '../../jsonrpc/message.ts';
import { readContent, readContentList } from '../../reading/content.ts';
import { kindOf } from '../../reading/reader.ts';
import type { Reader } from '../../reading/reader.ts';

const MESSAGES = 2000;

/** @throws {InboundError} -32602 */
export function readSamplingMessages(reader: Reader, raw: Json | undefined): SamplingMessage[] {
  if (!Array.isArray(raw) || raw.length === 0) throw invalid(`messages is ${Array.isArray(raw) ? 'empty' : `${kindOf(raw)} instead of an array`}`);
  if (raw.length > MESSAGES) throw invalid(`${raw.length} messages were given; the limit is ${MESSAGES}`);
  const messages = raw.map((message, index) => readMessage(reader, `messages[${index}]`, message));
  checkPairs(messages);
  return messages;
}

function readMessage(parent: Reader, at: string, raw: Json): SamplingMessage {
  if (!isJsonObject(raw)) throw invalid(`${at} is ${kindOf(raw)} instead of a message`);
  const { role, content } = raw;
  if (role !== 'user' && role !== 'assistant') throw invalid(`${at} has the role ${JSON.stringify(role ?? null).slice(0, 40)} instead of user or assistant`);
  const reader = parent.child(at, raw);
  const blocks = Array.isArray(content) ? content : [content];
  const read = blocks.map((block, index) => readBlock(reader, Array.isArray(content) ? `content[${index}]` : 'content', block, at));
  if (read.length === 0) throw invalid(`${at} has no content`);
  return withMeta(raw, { role, content: read });
}

function readBlock(reader: Reader, key: string, raw: Json | undefined, at: string): SamplingBlock {
  if (isJsonObject(raw) && raw['type'] === 'tool_use') return readToolUse(raw, at);
  if (isJsonObject(raw) && raw['type'] === 'tool_result') return readToolResult(reader, key, raw, at);
  const block = readContent(reader, key, raw);
  if (block.type === 'text' || block.type === 'image' || block.type === 'audio') return block;
  throw invalid(`${at} holds content that sampling does not have: ${block.type === 'unknown' ? block.reason : block.type}`);
}

function readToolUse(raw: JsonObject, at: string): SamplingBlock {
  const { id, name, input = {} } = raw;
  if (typeof id !== 'string' || id === '') throw invalid(`A tool use of ${at} has no id`);
  if (typeof name !== 'string' || name === '') throw invalid(`A tool use of ${at} has no name`);
  if (!isJsonObject(input)) throw invalid(`The input of a tool use of ${at} is ${kindOf(input)} instead of an object`);
  return withMeta(raw, { type: 'tool_use' as const, id, name, input, raw });
}

function readToolResult(parent: Reader, key: string, raw: JsonObject, at: string): SamplingBlock {
  const { toolUseId, structuredContent, isError } = raw;
  if (typeof toolUseId !== 'string' || toolUseId === '') throw invalid(`A tool result of ${at} has no toolUseId`);
  const content = readContentList(parent.child(key, raw), 'content');
  return withMeta(raw, {
    type: 'tool_result' as const,
    toolUseId,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    isError: isError === true,
    raw,
  });
}

function withMeta<T extends object>(raw: JsonObject, value: T): T & { meta?: JsonObject } {
  const meta = raw['_meta'];
  return isJsonObject(meta) ? { ...value, meta } : value;
}

/** The wording of the two cases that the specification names is its own: servers may look for it. */
function checkPairs(messages: SamplingMessage[]): void {
  let open = new Set<string>();
  for (const [index, { role, content }] of messages.entries()) {
    const uses = content.filter((block) => block.type === 'tool_use');
    const results = content.filter((block) => block.type === 'tool_result');
    if (role === 'user' && uses.length > 0) throw invalid(`messages[${index}]: only the assistant uses tools`);
    if (role === 'assistant' && results.length > 0) throw invalid(`messages[${index}]: only the user gives tool results`);
    if (results.length > 0 && results.length < content.length) throw invalid('Tool results mixed with other content');
    if (open.size > 0 && results.length === 0) throw invalid('Tool result missing in request');
    for (const { toolUseId } of results) if (!open.delete(toolUseId)) throw invalid(`messages[${index}]: a tool result answers no tool use of the message before it`);
    if (open.size > 0) throw invalid('Tool result missing in request');
    open = new Set(uses.map(({ id }) => id));
    if (open.size < uses.length) throw invalid(`messages[${index}]: two tool uses have the same id`);
  }
  if (open.size > 0) throw invalid('Tool result missing in request');
}

function invalid(message: string): InboundError {
  return new InboundError(INVALID_PARAMS, message);
}
