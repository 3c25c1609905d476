/** Codecs of what we send: the client is told what the example says, and has to send exactly that. */
import type { Client } from '../../src/client.ts';
import { readElicit, writeElicit } from '../../src/features/inputs/elicitation.ts';
import { writeRoots } from '../../src/features/inputs/roots.ts';
import { writeSample } from '../../src/features/inputs/sampling-answer.ts';
import { readSample } from '../../src/features/inputs/sampling.ts';
import { declare } from '../../src/features/inputs/declare.ts';
import type { ClientHandlers, FormContent, OutgoingBlock, Root, SampleRequest } from '../../src/handlers.ts';
import { isJsonObject } from '../../src/jsonrpc/message.ts';
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';
import { expectNoProblems, memoryConnection } from './connection.ts';
import type { MemoryConnection } from './connection.ts';
import { text } from './wire.ts';
import type { Codec } from './read.ts';

const META = 'io.modelcontextprotocol/';

/** A client that introduces itself as the example does. */
function connectionOf(params: JsonObject, more: { server?: JsonObject; reply?: (request: JsonObject) => JsonObject } = {}): Promise<MemoryConnection> {
  const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
  const client = meta[`${META}clientInfo`];
  return memoryConnection({ ...(isJsonObject(client) ? { client } : {}), ...more });
}

/** A request: sent by `act`, and told apart from others by its method. Ids and progress tokens are ours to give. */
export function request(method: string, act: (client: Client, params: JsonObject) => Promise<unknown>, server: JsonObject = {}): Codec {
  return async (example) => {
    const params = isJsonObject(example['params']) ? example['params'] : {};
    return { ...(await send(method, act, params, server)), id: example['id'] ?? null };
  };
}

/** The params alone. */
export function paramsOf(method: string, act: (client: Client, params: JsonObject) => Promise<unknown>, server: JsonObject = {}): Codec {
  return async (example) => (await send(method, act, example, server))['params'] ?? null;
}

async function send(method: string, act: (client: Client, params: JsonObject) => Promise<unknown>, given: JsonObject, server: JsonObject): Promise<JsonObject> {
  const { client, sent, events } = await connectionOf(given, { server });
  void act(client, given).catch(() => undefined);
  await Promise.resolve();
  const message = sent.findLast((each) => each['method'] === method);
  if (message === undefined) throw new Error(`${method} was not sent`);
  expectNoProblems(events);
  const own = message['params'];
  if (!isJsonObject(own) || !isJsonObject(own['_meta'])) throw new Error('it has no envelope');
  const { progressToken: ours, ...meta } = own['_meta'];
  const theirs = isJsonObject(given['_meta']) ? given['_meta']['progressToken'] : undefined;
  return { ...message, params: { ...own, _meta: theirs !== undefined && ours !== undefined ? { ...meta, progressToken: theirs } : meta } };
}

export const argsOf = (given: JsonObject): JsonObject => (isJsonObject(given['arguments']) ? given['arguments'] : {});

/** A page after the first: what the server gave as cursor comes back. */
export const nextPage: Codec = async (example) => {
  const { client, sent } = await connectionOf(example, { reply: (message) => ({ resultType: 'complete', tools: [], ...(isJsonObject(message['params']) && message['params']['cursor'] === undefined ? { nextCursor: example['cursor'] ?? null } : {}) }) });
  await client.listTools();
  return sent.at(-1)?.['params'] ?? null;
};

export const elicitResult: Codec = (example) => {
  const content = isJsonObject(example['content']) ? example['content'] : {};
  const properties = Object.fromEntries(Object.entries(content).map(([name, value]): [string, Json] => [name, { type: typeof value }]));
  const asked = example['content'] === undefined ? { mode: 'url', message: '', url: 'https://example.com/' } : { message: '', requestedSchema: { type: 'object', properties } };
  const { action } = example;
  if (action !== 'accept') return writeElicit(readElicit(asked, { form: true, url: true }, true), { action: action === 'decline' ? 'decline' : 'cancel' });
  return writeElicit(readElicit(asked, { form: true, url: true }, true), { action: 'accept', content: content as FormContent });
};

export const sampleResult: Codec = ({ content, model, stopReason }) => writeSample(anyTools(), { action: 'accept', model: text(model), content: blocksOf(content), ...(typeof stopReason === 'string' ? { stopReason } : {}) }, false);

function blocksOf(content: Json | undefined): OutgoingBlock[] {
  return (Array.isArray(content) ? content : [content]).map((block) => block as JsonObject & OutgoingBlock);
}

function anyTools(): SampleRequest {
  return readSample({ messages: [{ role: 'user', content: { type: 'text', text: '' } }], maxTokens: 1, tools: [{ name: 'x', inputSchema: { type: 'object' } }] }, { tools: true, context: false, definitionBytes: 1000 });
}

const unexpected = (kind: string, message: string): never => {
  throw new Error(`${kind}: ${message}`);
};

export const rootsResult: Codec = ({ roots }) => writeRoots((Array.isArray(roots) ? roots : []).map((root) => root as JsonObject & Root), unexpected);
export const root: Codec = (example) => (writeRoots([example as JsonObject & Root], unexpected)['roots'] as Json[])[0] ?? null;

/** Answers by key, as a retry carries them. */
export const inputResponses: Codec = async (example) => {
  const answerOf = (key: string): JsonObject => (isJsonObject(example[key]) ? example[key] : {});
  const wanted = Object.fromEntries(
    Object.entries(example).map(([key, answer]): [string, Json] => {
      if (isJsonObject(answer) && answer['roots'] !== undefined) return [key, { method: 'roots/list' }];
      if (isJsonObject(answer) && answer['model'] !== undefined) return [key, { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: '' } }], maxTokens: 1 } }];
      const content = isJsonObject(answer) && isJsonObject(answer['content']) ? answer['content'] : {};
      return [key, { method: 'elicitation/create', params: { message: '', requestedSchema: { type: 'object', properties: Object.fromEntries(Object.keys(content).map((name): [string, Json] => [name, { type: 'string' }])) } } }];
    }),
  );
  const handlers: ClientHandlers = {
    elicit: (_request, { requestId }) => Promise.resolve({ action: 'accept', content: answerOf(String(requestId))['content'] as FormContent }),
    sample: (_request, { requestId }) => {
      const { content, model, stopReason } = answerOf(String(requestId));
      return Promise.resolve({ action: 'accept', model: text(model), content: blocksOf(content), stopReason: text(stopReason) });
    },
    roots: ({ requestId }) => Promise.resolve(answerOf(String(requestId))['roots'] as never),
  };
  let responses: Json = null;
  const { client } = await memoryConnection({
    handlers,
    reply: (message) => {
      const given = isJsonObject(message['params']) ? message['params']['inputResponses'] : undefined;
      if (given === undefined) return { resultType: 'input_required', inputRequests: wanted };
      responses = given;
      return { resultType: 'complete', content: [] };
    },
  });
  await client.callTool('x', {});
  return responses;
};

const everyHandler: Required<Omit<ClientHandlers, 'refused'>> = {
  elicit: () => Promise.resolve({ action: 'cancel' }),
  sample: () => Promise.resolve({ action: 'reject' }),
  roots: () => Promise.resolve([]),
};

/** Only what the example declares has a handler. An elicitation of `{}` means form, which is how we say it. */
export const clientCapabilities: Codec = (example) => {
  const handlers: ClientHandlers = {
    ...(example['elicitation'] === undefined ? {} : { elicit: everyHandler.elicit }),
    ...(example['sampling'] === undefined ? {} : { sample: everyHandler.sample }),
    ...(example['roots'] === undefined ? {} : { roots: everyHandler.roots }),
  };
  const { modern } = declare(example, handlers);
  const isImplicit = isJsonObject(example['elicitation']) && Object.keys(example['elicitation']).length === 0;
  return isImplicit && JSON.stringify(modern['elicitation']) === '{"form":{}}' ? { ...modern, elicitation: {} } : modern;
};
