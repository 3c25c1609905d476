/** From what the engine reads back to the wire: what is lost on the way shows as a difference. */
import type { ContentBlock, Prompt, Resource, ResourceContents, ResourceTemplate, Tool } from '../../src/client.ts';
import type { ElicitRequest, ModelPreferences, SampleRequest, SamplingBlock, SamplingMessage } from '../../src/handlers.ts';
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';

/** A view's fields without what the engine added. Views hold JSON values beside those. */
export function plain(view: object): JsonObject {
  const { raw: _raw, repairs: _repairs, ...fields } = view as { raw?: unknown; repairs?: unknown };
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}

/** A text of an example; examples hold texts where texts belong. */
export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export const toolWire = (tool: Tool): JsonObject => plain(tool);
export const resourceWire = (resource: Resource): JsonObject => plain(resource);
export const templateWire = (template: ResourceTemplate): JsonObject => plain(template);
export const promptWire = (prompt: Prompt): JsonObject => plain(prompt);

export function contentsWire(contents: ResourceContents): JsonObject {
  const { kind: _kind, ...fields } = plain(contents);
  return fields;
}

export function blockWire(block: ContentBlock): JsonObject {
  if (block.type === 'unknown') throw new Error(`the block was not understood: ${block.reason}`);
  if (block.type === 'resource_link') return { ...resourceWire(block.resource), type: 'resource_link' };
  if (block.type === 'resource') return { ...plain(block), resource: contentsWire(block.resource) };
  return plain(block);
}

export function samplingBlockWire(block: SamplingBlock): JsonObject {
  if (block.type === 'tool_result') {
    const { isError, meta: _meta, ...fields } = plain(block);
    return { ...fields, content: block.content.map(blockWire), ...(isError === true ? { isError } : {}) };
  }
  return plain(block);
}

/** @param isList whether the original had a list of blocks */
export function samplingMessageWire({ role, content }: SamplingMessage, isList: boolean): JsonObject {
  const blocks = content.map(samplingBlockWire);
  return { role, content: isList ? blocks : (blocks[0] ?? null) };
}

export function preferencesWire({ hints, ...priorities }: ModelPreferences): JsonObject {
  return { ...plain(priorities), ...(hints.length === 0 ? {} : { hints: hints.map((name) => ({ name })) }) };
}

/** @param original tells which of the optional fields were there: a view has its defaults filled in */
export function sampleWire(request: SampleRequest, original: JsonObject): JsonObject {
  const lists = original['messages'] as { content: Json }[];
  const there = (name: string, value: Json): JsonObject => (original[name] === undefined ? {} : { [name]: value });
  return {
    ...there('systemPrompt', request.systemPrompt ?? null),
    ...there('temperature', request.temperature ?? null),
    ...there('stopSequences', request.stopSequences),
    ...there('metadata', request.metadata ?? null),
    ...there('includeContext', request.includeContext),
    ...there('modelPreferences', preferencesWire(request.modelPreferences)),
    ...there('tools', request.tools.map(toolWire)),
    ...there('toolChoice', { mode: request.toolChoice }),
    maxTokens: request.maxTokens,
    messages: request.messages.map((message, index) => samplingMessageWire(message, Array.isArray(lists[index]?.content))),
  };
}

/** @param original tells whether the mode was named, which forms need not do */
export function elicitWire(request: ElicitRequest, original: JsonObject): JsonObject {
  const { message, mode } = request;
  const named = original['mode'] === undefined ? {} : { mode };
  if (request.mode === 'form') return { ...named, message, requestedSchema: request.schema };
  return { ...named, message, url: request.url };
}
