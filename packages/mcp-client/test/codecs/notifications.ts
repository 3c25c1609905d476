/** Codecs of notifications: handed to a client, and written again from what it tells its host. */
import type { ClientEvent, Progress } from '../../src/client.ts';
import { isJsonObject } from '../../src/jsonrpc/message.ts';
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';
import { expectNoProblems, memoryConnection } from './connection.ts';
import type { Codec } from './read.ts';

const paramsOf = (message: JsonObject): JsonObject => (isJsonObject(message['params']) ? message['params'] : {});

/** @param write the params from the event */
export function event(method: string, write: (event: ClientEvent) => JsonObject): Codec {
  return async (example) => {
    const { events, receive } = await memoryConnection();
    receive(example);
    expectNoProblems(events);
    const [heard] = events;
    if (heard === undefined) throw new Error('nothing was told');
    // Which subscription it came through is of no use to a host: it sees one connection.
    const meta = paramsOf(example)['_meta'];
    const params = { ...write(heard), ...(meta === undefined ? {} : { _meta: meta }) };
    return { jsonrpc: '2.0', method, ...(Object.keys(params).length === 0 && example['params'] === undefined ? {} : { params }) };
  };
}

/** The params alone, of a notification of that method. */
export function paramsAlone(method: string, codec: Codec): Codec {
  return async (example) => paramsOf((await codec({ jsonrpc: '2.0', method, params: example })) as JsonObject);
}

export const log = (heard: ClientEvent): JsonObject => {
  if (heard.type !== 'log') throw new Error(`it was told as ${heard.type}`);
  return { level: heard.level, data: heard.data, ...(heard.logger === undefined ? {} : { logger: heard.logger }) };
};

export const changed = (list: 'tools' | 'prompts' | 'resources') => (heard: ClientEvent): JsonObject => {
  if (heard.type !== 'list-changed' || heard.list !== list) throw new Error(`it was told as ${JSON.stringify(heard)}`);
  return {};
};

export const updated = (heard: ClientEvent): JsonObject => {
  if (heard.type !== 'resource-updated') throw new Error(`it was told as ${heard.type}`);
  return { uri: heard.uri };
};

/** The token of the example stands for the one we gave. */
export const progress: Codec = async (example) => {
  const { client, sent, receive, events } = await memoryConnection();
  const heard: Progress[] = [];
  void client.callTool('x', {}, { onProgress: (each) => heard.push(each) }).catch(() => undefined);
  await Promise.resolve();
  const token = (paramsOf(sent.at(-1) ?? {})['_meta'] as JsonObject)['progressToken'] ?? null;
  receive({ ...example, params: { ...paramsOf(example), progressToken: token } });
  expectNoProblems(events);
  return { ...example, params: { ...(JSON.parse(JSON.stringify(heard[0])) as JsonObject), progressToken: paramsOf(example)['progressToken'] ?? null } };
};

/** A request of the server that it takes back: its handler hears of it, under that id. */
export const cancelled: Codec = async (example) => {
  const { requestId, reason } = paramsOf(example);
  const aborted = Promise.withResolvers<Json>();
  const { receive } = await memoryConnection({
    era: 'legacy',
    handlers: {
      roots: ({ requestId: id, signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => aborted.resolve(id));
        }),
    },
  });
  receive({ jsonrpc: '2.0', id: requestId ?? null, method: 'roots/list' });
  receive(example);
  return { ...example, params: { requestId: await aborted.promise, ...(reason === undefined ? {} : { reason }) } };
};

/** Acknowledges what the client asked for; it would report a filter that grants less, or another subscription. */
/** All that is listened for, as one request: lists and resources are asked for apart, so that a list is not read again for a resource. */
export function listenedFor(sent: readonly JsonObject[]): JsonObject {
  const requests = sent.filter(({ method }) => method === 'subscriptions/listen');
  const wanted: JsonObject = Object.assign({}, ...requests.map((request) => paramsOf(request)['notifications']));
  const [first = {}] = requests;
  return { ...first, params: { ...paramsOf(first), notifications: wanted } };
}

export const acknowledged: Codec = async (example) => {
  const { session, sent, receive, events, client } = await memoryConnection({ server: { tools: { listChanged: true }, resources: { subscribe: true } } });
  const wanted = paramsOf(example)['notifications'] as JsonObject;
  for (const uri of wanted['resourceSubscriptions'] as string[]) await client.subscribeResource(uri);
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  for (const listen of sent.filter(({ method }) => method === 'subscriptions/listen')) receive({ ...example, params: { ...paramsOf(listen), _meta: { 'io.modelcontextprotocol/subscriptionId': listen['id'] ?? null } } });
  expectNoProblems(events);
  await session.close();
  return { ...example, params: { ...paramsOf(example), notifications: paramsOf(listenedFor(sent))['notifications'] ?? null } };
};
