/** Every example message of the specification goes through the engine and comes out as it went in. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../src/jsonrpc/json.ts';
import { isJsonObject } from '../src/jsonrpc/message.ts';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import * as notifications from './codecs/notifications.ts';
import * as read from './codecs/read.ts';
import type { Codec } from './codecs/read.ts';
import * as sent from './codecs/sent.ts';
import { text } from './codecs/wire.ts';
import { memoryConnection } from './codecs/connection.ts';

const root = new URL('examples/2026-07-28/', import.meta.url);

const listTools = sent.request('tools/list', (client) => client.listTools());
const callTool = ['tools/call', (client, given) => client.callTool(text(given['name']), sent.argsOf(given), { onProgress: () => {} })] as const satisfies Parameters<typeof sent.request>;
const getPrompt = ['prompts/get', (client, given) => client.getPrompt(text(given['name']), sent.argsOf(given) as Record<string, string>)] as const satisfies Parameters<typeof sent.request>;
const completeArgument: Parameters<typeof sent.request> = [
  'completion/complete',
  (client, given) => {
    const context = isJsonObject(given['context']) ? given['context'] : {};
    return client.complete(given['ref'] as never, given['argument'] as never, (context['arguments'] ?? {}) as Record<string, string>);
  },
  { completions: {} },
];
const readResource: Parameters<typeof sent.request> = ['resources/read', (client, given) => client.readResource(text(given['uri']))];

const toolsChanged = notifications.event('notifications/tools/list_changed', notifications.changed('tools'));
const logMessage = notifications.event('notifications/message', notifications.log);
const updated = notifications.event('notifications/resources/updated', notifications.updated);

/** One request of another kind: what a client listens for follows from what servers declare. Ours are two, together what the example asks for in one. */
const listen: Codec = async (example) => {
  const params = isJsonObject(example['params']) ? example['params'] : {};
  const wanted = isJsonObject(params['notifications']) ? params['notifications'] : {};
  const connection = await memoryConnection({ server: { tools: { listChanged: wanted['toolsListChanged'] === true }, resources: { subscribe: true } } });
  for (const uri of (wanted['resourceSubscriptions'] ?? []) as string[]) await connection.client.subscribeResource(uri);
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  const message = notifications.listenedFor(connection.sent);
  await connection.session.close();
  return { ...message, id: example['id'] ?? null };
};

/** A codec for each folder of examples. */
const codecs: Record<string, Codec> = {
  AudioContent: read.block,
  BlobResourceContents: read.contents,
  BooleanSchema: read.field,
  CallToolRequest: sent.request(...callTool),
  CallToolRequestParams: sent.paramsOf(...callTool),
  CallToolResult: read.toolResult,
  CallToolResultResponse: read.response(read.toolResult),
  CancelledNotification: notifications.cancelled,
  CancelledNotificationParams: notifications.paramsAlone('notifications/cancelled', notifications.cancelled),
  ClientCapabilities: sent.clientCapabilities,
  CompleteRequest: sent.request(...completeArgument),
  CompleteRequestParams: sent.paramsOf(...completeArgument),
  CompleteResult: read.completion,
  CompleteResultResponse: read.response(read.completion),
  CreateMessageRequest: read.inner(read.sampleParams),
  CreateMessageRequestParams: read.sampleParams,
  CreateMessageResult: sent.sampleResult,
  DiscoverRequest: sent.request('server/discover', (client) => client.ping()),
  DiscoverResult: read.discoverResult,
  DiscoverResultResponse: read.response(read.discoverResult),
  ElicitRequest: read.inner(read.elicitParams),
  ElicitRequestFormParams: read.elicitParams,
  ElicitRequestURLParams: read.elicitParams,
  ElicitResult: sent.elicitResult,
  EmbeddedResource: read.block,
  GetPromptRequest: sent.request(...getPrompt),
  GetPromptRequestParams: sent.paramsOf(...getPrompt),
  GetPromptResult: read.promptResult,
  GetPromptResultResponse: read.response(read.promptResult),
  HeaderMismatchError: read.errorResponse,
  ImageContent: read.block,
  InputRequests: read.inputRequestsCodec,
  InputRequiredResult: read.inputRequiredResult,
  InputResponses: sent.inputResponses,
  InternalError: read.errorObject,
  InvalidParamsError: read.errorObject,
  ListPromptsRequest: sent.request('prompts/list', (client) => client.listPrompts()),
  ListPromptsResult: read.list('listPrompts', 'prompts'),
  ListPromptsResultResponse: read.response(read.list('listPrompts', 'prompts')),
  ListResourceTemplatesRequest: sent.request('resources/templates/list', (client) => client.listResourceTemplates()),
  ListResourceTemplatesResult: read.list('listResourceTemplates', 'resourceTemplates'),
  ListResourceTemplatesResultResponse: read.response(read.list('listResourceTemplates', 'resourceTemplates')),
  ListResourcesRequest: sent.request('resources/list', (client) => client.listResources()),
  ListResourcesResult: read.list('listResources', 'resources'),
  ListResourcesResultResponse: read.response(read.list('listResources', 'resources')),
  ListRootsRequest: read.rootsRequest,
  ListRootsResult: sent.rootsResult,
  ListToolsRequest: listTools,
  ListToolsResult: read.list('listTools', 'tools'),
  ListToolsResultResponse: read.response(read.list('listTools', 'tools')),
  LoggingMessageNotification: logMessage,
  LoggingMessageNotificationParams: notifications.paramsAlone('notifications/message', logMessage),
  MethodNotFoundError: read.errorObject,
  MissingRequiredClientCapabilityError: read.errorResponse,
  ModelPreferences: read.preferences,
  NumberSchema: read.field,
  PaginatedRequestParams: sent.nextPage,
  ParseError: read.errorObject,
  ProgressNotification: notifications.progress,
  ProgressNotificationParams: notifications.paramsAlone('notifications/progress', notifications.progress),
  PromptListChangedNotification: notifications.event('notifications/prompts/list_changed', notifications.changed('prompts')),
  ReadResourceRequest: sent.request(...readResource),
  ReadResourceResult: read.readResult,
  ReadResourceResultResponse: read.response(read.readResult),
  Resource: read.resource,
  ResourceLink: read.block,
  ResourceListChangedNotification: notifications.event('notifications/resources/list_changed', notifications.changed('resources')),
  ResourceUpdatedNotification: updated,
  ResourceUpdatedNotificationParams: notifications.paramsAlone('notifications/resources/updated', updated),
  Root: sent.root,
  SamplingMessage: read.samplingMessage,
  ServerCapabilities: read.serverCapabilities,
  StringSchema: read.field,
  SubscriptionsAcknowledgedNotification: notifications.acknowledged,
  SubscriptionsListenRequest: listen,
  SubscriptionsListenResult: read.rawResult,
  SubscriptionsListenResultResponse: read.response(read.rawResult),
  TextContent: read.block,
  TextResourceContents: read.contents,
  TitledMultiSelectEnumSchema: read.field,
  TitledSingleSelectEnumSchema: read.field,
  Tool: read.tool,
  ToolListChangedNotification: toolsChanged,
  ToolResultContent: read.samplingBlock,
  ToolUseContent: read.samplingBlock,
  UnsupportedProtocolVersionError: read.errorResponse,
  UntitledMultiSelectEnumSchema: read.field,
  UntitledSingleSelectEnumSchema: read.field,
};

const examples = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(new URL(`${name}/`, root)).map((file): [string, string] => [name, file]));

const ajv = new Ajv2020({ strict: false });
ajv.addFormat('uri', true).addFormat('byte', true).addFormat('uri-template', true);
ajv.addSchema(JSON.parse(readFileSync(new URL('../schema/2026-07-28.schema.json', import.meta.url), 'utf8')) as object, 'mcp');

describe('the examples of 2026-07-28', () => {
  it('have a codec each, and no codec is without an example', () => {
    expect(Object.keys(codecs).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([...new Set(examples.map(([name]) => name))].toSorted((one, other) => (one < other ? -1 : 1)));
    expect(examples.length).toBeGreaterThan(100);
  });

  it.each(examples)('%s/%s comes out as it went in, and fits the schema (P03, P05, P12, P13, P18)', async (name, file) => {
    const source = readFileSync(new URL(`${name}/${file}`, root), 'utf8');
    const example = parseJson(source, { depth: 64 }) as JsonObject;
    const codec = codecs[name];
    if (codec === undefined) throw new Error(`no codec for ${name}`);
    const result = await codec(parseJson(source, { depth: 64 }) as JsonObject);
    expect(result).toEqual(example);
    const validate = ajv.getSchema(`mcp#/$defs/${name}`);
    expect(validate?.(result), ajv.errorsText(validate?.errors)).toBe(true);
  });
});
