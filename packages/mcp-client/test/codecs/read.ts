/** Codecs of what servers send: read as the engine reads it, then written again. */
import { expect } from 'vitest';
import { readDiscover } from '../../src/era/discover.ts';
import { readResultType } from '../../src/era/result-type.ts';
import { ServerError } from '../../src/errors.ts';
import { readElicit } from '../../src/features/inputs/elicitation.ts';
import { readForm, schemaOf } from '../../src/features/inputs/form-schema.ts';
import { readSample } from '../../src/features/inputs/sampling.ts';
import { isJsonObject } from '../../src/jsonrpc/message.ts';
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';
import { readCapabilities } from '../../src/reading/capabilities.ts';
import { readContent } from '../../src/reading/content.ts';
import { Reader } from '../../src/reading/reader.ts';
import { readContents, readResource } from '../../src/reading/resources.ts';
import { readTool } from '../../src/reading/tools.ts';
import { readError } from '../../src/jsonrpc/read-response.ts';
import { expectNoProblems, memoryConnection } from './connection.ts';
import { blockWire, contentsWire, elicitWire, preferencesWire, promptWire, resourceWire, sampleWire, samplingMessageWire, templateWire, text, toolWire } from './wire.ts';

export type Codec = (example: JsonObject) => Json | Promise<Json>;

const forms = { form: true, url: true };
const sampling = { tools: true, context: true, definitionBytes: 65_536 };

export const block: Codec = (example) => {
  const reader = new Reader(example);
  const read = readContent(reader, 'block', example);
  expect(reader.repairs).toEqual([]);
  return blockWire(read);
};

export const contents: Codec = (example) => {
  const read = readContents(example, new Reader(example));
  if ('refused' in read) throw new Error(read.refused);
  return contentsWire(read);
};

export const tool: Codec = (example) => {
  const reading = readTool(example);
  if ('refused' in reading) throw new Error(reading.refused);
  expect(reading.item.repairs).toEqual([]);
  return toolWire(reading.item);
};

export const resource: Codec = (example) => {
  const reading = readResource(example);
  if ('refused' in reading) throw new Error(reading.refused);
  return resourceWire(reading.item);
};

/** One field of a form. */
export const field: Codec = (example) => {
  const reader = new Reader({});
  const schema = schemaOf(readForm(reader, { type: 'object', properties: { it: example } }));
  expect(reader.repairs).toEqual([]);
  return (schema['properties'] as JsonObject)['it'] ?? null;
};

export const elicitParams: Codec = (example) => elicitWire(readElicit(example, forms, true), example);
export const sampleParams: Codec = (example) => sampleWire(readSample(example, sampling), example);

/** A request of the server: its params by their codec, the rest as it is. */
export function inner(params: Codec): Codec {
  return async ({ params: original, ...rest }) => ({ ...rest, params: await params(isJsonObject(original) ? original : {}) });
}

/** A message stands in a conversation that makes it valid. */
export const samplingMessage: Codec = (example) => {
  const blocks = (Array.isArray(example['content']) ? example['content'] : [example['content']]).filter(isJsonObject);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const uses = blocks.filter(({ type }) => type === 'tool_use');
  const before = results.map(({ toolUseId }) => ({ type: 'tool_use', id: toolUseId ?? '', name: 'x', input: {} }));
  const after = uses.map(({ id }) => ({ type: 'tool_result', toolUseId: id ?? '', content: [] }));
  const messages: JsonObject[] = [...(before.length > 0 ? [{ role: 'assistant', content: before }] : []), example, ...(after.length > 0 ? [{ role: 'user', content: after }] : [])];
  const request = readSample({ messages, maxTokens: 1 }, sampling);
  const read = request.messages[before.length > 0 ? 1 : 0];
  if (read === undefined) throw new Error('the message was lost');
  return samplingMessageWire(read, Array.isArray(example['content']));
};

export const samplingBlock: Codec = async (example) => {
  const message = (await samplingMessage({ role: example['type'] === 'tool_use' ? 'assistant' : 'user', content: example })) as JsonObject;
  return message['content'] ?? null;
};

export const preferences: Codec = (example) => preferencesWire(readSample({ messages: [{ role: 'user', content: { type: 'text', text: '' } }], maxTokens: 1, modelPreferences: example }, sampling).modelPreferences);

export const serverCapabilities: Codec = (example) => {
  const { tools, resources, prompts, completions, logging, toolsListChanged, resourcesListChanged, promptsListChanged, resourceSubscriptions, extensions } = readCapabilities(example);
  const flags = (isThere: boolean, name: string, values: Record<string, boolean>): JsonObject => (isThere ? { [name]: Object.fromEntries(Object.entries(values).filter(([, isSet]) => isSet)) } : {});
  return {
    ...flags(tools, 'tools', { listChanged: toolsListChanged }),
    ...flags(resources, 'resources', { listChanged: resourcesListChanged, subscribe: resourceSubscriptions }),
    ...flags(prompts, 'prompts', { listChanged: promptsListChanged }),
    ...flags(completions, 'completions', {}),
    ...flags(logging, 'logging', {}),
    ...(extensions.length === 0 ? {} : { extensions: Object.fromEntries(extensions.map((name) => [name, {}])) }),
  };
};

export const discoverResult: Codec = async (example) => {
  const { session, events } = await memoryConnection();
  const verdict = readDiscover(session.peer, example);
  if (verdict.kind !== 'modern') throw new Error(`it was taken as ${verdict.kind}`);
  expectNoProblems(events);
  const { handshake } = verdict;
  return {
    ...complete(example),
    supportedVersions: [handshake.protocolVersion],
    capabilities: await serverCapabilities(handshake.capabilities.raw),
    _meta: { 'io.modelcontextprotocol/serverInfo': JSON.parse(JSON.stringify(handshake.server)) as Json },
    ...(handshake.instructions === undefined ? {} : { instructions: handshake.instructions }),
  };
};

/** What a result says about itself and not to a feature: its type, and how long it is good. */
function complete({ resultType, ttlMs, cacheScope }: JsonObject): JsonObject {
  return { resultType: resultType ?? null, ...(ttlMs === undefined ? {} : { ttlMs }), ...(cacheScope === undefined ? {} : { cacheScope }) };
}

/** A list, through the client; the cursor of the second page is the one the server gave. */
export function list(method: 'listTools' | 'listPrompts' | 'listResources' | 'listResourceTemplates', fieldName: string): Codec {
  return async (example) => {
    const { client, sent } = await memoryConnection({
      reply: ({ params }) => (isJsonObject(params) && params['cursor'] !== undefined ? { resultType: 'complete', [fieldName]: [], ttlMs: 1000 } : example),
    });
    const { items, refused } = await client[method]();
    expect(refused).toEqual([]);
    const before = sent.length;
    await client[method]();
    expect(sent).toHaveLength(before);
    const cursor = sent.map(({ params }) => (isJsonObject(params) ? params['cursor'] : undefined)).find((value) => value !== undefined);
    const wire = items.map((item) => ('inputSchema' in item ? toolWire(item) : 'uriTemplate' in item ? templateWire(item) : 'uri' in item ? resourceWire(item) : withoutEmpty(promptWire(item))));
    return { ...complete(example), [fieldName]: wire, ...(cursor === undefined ? {} : { nextCursor: cursor }) };
  };
}

/** Prompts without arguments have an empty list of them in the view. */
function withoutEmpty(prompt: JsonObject): JsonObject {
  const { arguments: list_, ...rest } = prompt;
  return Array.isArray(list_) && list_.length === 0 ? rest : prompt;
}

export const toolResult: Codec = async (example) => {
  const { client } = await memoryConnection({ reply: () => example });
  const result = await client.callTool('x', {});
  expect(result.repairs).toEqual([]);
  return {
    ...complete(example),
    content: result.content.map(blockWire),
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    ...(example['isError'] === undefined && !result.isError ? {} : { isError: result.isError }),
  };
};

export const promptResult: Codec = async (example) => {
  const { client } = await memoryConnection({ reply: () => example });
  const { description, messages, repairs } = await client.getPrompt('x', {});
  expect(repairs).toEqual([]);
  return { ...complete(example), ...(description === undefined ? {} : { description }), messages: messages.map(({ role, content }) => ({ role, content: blockWire(content) })) };
};

export const readResult: Codec = async (example) => {
  const { client } = await memoryConnection({ reply: () => example });
  const read = await client.readResource('x');
  expect(read.repairs).toEqual([]);
  return { ...complete(example), contents: read.contents.map(contentsWire) };
};

export const completion: Codec = async (example) => {
  const { client } = await memoryConnection({ server: { completions: {} }, reply: () => example });
  return { ...complete(example), completion: JSON.parse(JSON.stringify(await client.complete({ type: 'ref/prompt', name: 'x' }, { name: 'a', value: '' }, {}))) as Json };
};

/** A response: its result by that codec, its id as the one it answered. */
export function response(codec: Codec): Codec {
  return async (example) => {
    const { session, sent, receive } = await memoryConnection();
    const asked = session.peer.request('any/method');
    const id = sent.at(-1)?.['id'];
    receive({ ...example, id: id ?? null });
    const result = await codec(await asked);
    return { jsonrpc: '2.0', id: example['id'] ?? null, result };
  };
}

export const errorResponse: Codec = async (example) => {
  const { session, sent, receive } = await memoryConnection();
  const asked = session.peer.request('any/method').catch((error: unknown) => error);
  receive({ ...example, id: sent.at(-1)?.['id'] ?? null });
  const error = await asked;
  if (!(error instanceof ServerError)) throw new Error('it was not read as an error of the server');
  expect(error.kind).not.toBe('other');
  const { code, message, data } = error;
  return { jsonrpc: '2.0', id: example['id'] ?? null, error: data === undefined ? { code, message } : { code, message, data } };
};

export const errorObject: Codec = (example) => ({ ...readError(example, 1000, (kind) => expect(kind).toBe('')) });

/** The raw result, of requests whose results hold nothing but that. */
export const rawResult: Codec = (example) => {
  const read = readResultType('any/method', example);
  if (read.kind !== 'complete') throw new Error('it is not complete');
  return read.result;
};

export const inputRequiredResult: Codec = async (example) => {
  const read = readResultType('tools/call', example);
  if (read.kind !== 'input-required') throw new Error('it is complete');
  const { inputRequests, requestState } = read.round;
  return {
    resultType: 'input_required',
    ...(inputRequests === undefined ? {} : { inputRequests: await inputRequestsCodec(inputRequests) }),
    ...(requestState === undefined ? {} : { requestState }),
  };
};

/** What the handlers are asked, by the keys they are asked under. */
export const inputRequestsCodec: Codec = async (example) => {
  const asked: JsonObject = {};
  const paramsOf = (key: string): JsonObject => {
    const request = example[key];
    return isJsonObject(request) && isJsonObject(request['params']) ? request['params'] : {};
  };
  const { client } = await memoryConnection({
    handlers: {
      elicit: (request, { requestId }) => {
        asked[requestId] = { method: 'elicitation/create', params: elicitWire(request, paramsOf(String(requestId))) };
        return Promise.resolve({ action: 'cancel' });
      },
      sample: (request, { requestId }) => {
        asked[requestId] = { method: 'sampling/createMessage', params: sampleWire(request, paramsOf(String(requestId))) };
        return Promise.resolve({ action: 'accept', model: 'm', content: [{ type: 'text', text: 'x' }] });
      },
      roots: ({ requestId }) => {
        asked[requestId] = { method: 'roots/list' };
        return Promise.resolve([]);
      },
    },
    reply: ({ params }) => (isJsonObject(params) && params['inputResponses'] !== undefined ? { resultType: 'complete', content: [] } : { resultType: 'input_required', inputRequests: example }),
  });
  await client.callTool('x', {});
  return asked;
};

/** A request for roots stands by itself: its id is the key of the round. */
export const rootsRequest: Codec = async ({ id, ...request }) => {
  const asked = await inputRequestsCodec({ [text(id)]: request });
  const [[key, read] = ['', {}]] = Object.entries(asked as JsonObject);
  return { id: key, ...(read as JsonObject) };
};

