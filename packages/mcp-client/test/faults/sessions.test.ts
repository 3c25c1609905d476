/** What a whole client does when a legacy server has forgotten its session while nothing was under way. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { problemsOf, until } from '../fixtures.ts';
import { localError, serverError } from '../rejection.ts';
import { openScripted } from '../scripted-mcp.ts';
import type { ScriptedMcp } from '../scripted-mcp.ts';
import { answerJson, beginStream, event, result } from '../scripted-server.ts';
import type { Exchange } from '../scripted-server.ts';

interface Server extends ScriptedMcp {
  /** Ends all streams and forgets the session, as a restart does. */
  restart(): void;
  /** What came with the newest session, by method. */
  methods(): string[];
}

interface Options {
  /** A server without a stream for its messages, that says so with this status. */
  get?: number;
}

async function open({ get }: Options = {}): Promise<Server> {
  let session = 0;
  let methods: string[] = [];
  const streams = new Set<Exchange['response']>();
  const inSession = (act: (exchange: Exchange) => void) => (exchange: Exchange): void => {
    if (exchange.request.headers['mcp-session-id'] !== String(session)) return void exchange.response.writeHead(404).end();
    methods.push(exchange.message.method ?? exchange.request.method ?? '');
    act(exchange);
  };
  const fine = inSession((exchange) => answerJson(exchange, result(exchange, { contents: [{ uri: 'f:1', text: 'x' }], content: [] })));
  const accepted = inSession(({ response }) => void response.writeHead(202).end());
  const opened = await openScripted('2025-11-25', {
    initialize: (exchange) => {
      session += 1;
      methods = [];
      const capabilities = { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} };
      answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } }), 200, { 'mcp-session-id': String(session) });
    },
    GET: (exchange) => {
      if (get !== undefined) return void exchange.response.writeHead(get).end();
      inSession((known) => {
        beginStream(known);
        streams.add(known.response);
        known.response.write(event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }, { id: '1', retry: 100 }));
      })(exchange);
    },
    'notifications/initialized': accepted,
    'resources/subscribe': fine,
    'resources/unsubscribe': fine,
    'logging/setLevel': fine,
    'tools/call': fine,
    DELETE: accepted,
  });
  return {
    ...opened,
    methods: () => methods,
    restart() {
      session += 100;
      for (const stream of streams) stream.end();
      streams.clear();
    },
  };
}

const initializations = ({ server }: Server): number => server.methods().filter((method) => method === 'initialize').length;

describe('a session that ends while nobody calls', () => {
  it('is begun anew as soon as the stream for messages meets 404, and lists are read again (R64, row 7, bug B9, H79)', async () => {
    const opened = await open();
    const changes = (): number => opened.events.filter(({ type }) => type === 'list-changed').length;
    await until(() => changes() === 1);
    opened.restart();
    await until(() => problemsOf(opened.events).includes('session-renewed'));
    // The new session has its stream again, on which changes are told.
    await until(() => opened.methods().includes('GET'));
    expect(initializations(opened)).toBe(2);
    const told = changes();
    expect(told).toBeGreaterThan(1);
    await opened.client.callTool('x', {});
    expect([initializations(opened), opened.methods().includes('tools/call')]).toEqual([2, true]);
  });

  it('takes along which resources are watched and how much is logged (R64, row 33, row 19)', async () => {
    const opened = await open();
    await opened.client.subscribeResource('f:1');
    await opened.client.subscribeResource('f:2');
    await opened.client.unsubscribeResource('f:2');
    await opened.client.setLogLevel('warning');
    await until(() => opened.methods().includes('GET'));
    opened.restart();
    await until(() => opened.methods().includes('resources/subscribe') && opened.methods().includes('logging/setLevel') && problemsOf(opened.events).includes('session-renewed'));
    const sent = opened.server.exchanges.slice(opened.server.methods().lastIndexOf('initialize')).map(({ message }) => message);
    expect(sent.filter(({ method }) => method === 'resources/subscribe').map(({ params }) => params?.['uri'])).toEqual(['f:1']);
    expect(sent.filter(({ method }) => method === 'logging/setLevel').map(({ params }) => params?.['level'])).toEqual(['warning']);
    // What changed meanwhile was told to nobody.
    await until(() => opened.events.some((told) => told.type === 'resource-updated' && told.uri === 'f:1'));
  });

  it.each([404, 405, 400])('is not suspected because a server that offers no stream says so with %d (R64, R65)', async (get) => {
    const opened = await open({ get });
    await opened.client.callTool('x', {});
    await wait(150);
    expect(initializations(opened)).toBe(1);
  });

  it('is begun anew once, by whoever notices first (R64)', async () => {
    const opened = await open();
    await until(() => opened.methods().includes('GET'));
    for (let round = 0; round < 3; round += 1) {
      opened.restart();
      await Promise.all([opened.client.callTool('x', {}), opened.client.callTool('y', {}), wait(150)]);
      await until(() => opened.methods().includes('GET'));
      expect(initializations(opened)).toBe(round + 2);
    }
  });
});

describe('a call that a new session could run a second time', () => {
  const handshake = (calls: string[], onCall: (exchange: Exchange) => void) => {
    let session = 0;
    return openScripted('2025-11-25', {
      initialize: (exchange) => {
        session += 1;
        answerJson(exchange, result(exchange, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }), 200, { 'mcp-session-id': String(session) });
      },
      'tools/call': (exchange) => {
        calls.push(String(exchange.request.headers['mcp-session-id']));
        onCall(exchange);
      },
      GET: ({ request, response }) => void response.writeHead(request.headers['last-event-id'] === undefined ? 405 : 404).end(),
    });
  };

  it('is not: the server had begun to answer when it forgot the session (R64, R61, row 7)', async () => {
    const calls: string[] = [];
    const { client, server } = await handshake(calls, (exchange) => {
      if (calls.length > 1) return answerJson(exchange, result(exchange, { content: [] }));
      beginStream(exchange);
      exchange.response.end(event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: exchange.message.id, progress: 1 } }, { id: '1', retry: 100 }));
    });
    expect(await localError(client.callTool('pay', {}))).toMatchObject({ kind: 'request-lost', mayHaveHappened: true });
    expect(calls).toEqual(['1']);
    // The next one finds a new session.
    expect(await client.callTool('pay', {})).toMatchObject({ content: [] });
    expect([calls, server.methods().filter((method) => method === 'initialize').length]).toEqual([['1', '2'], 2]);
  });

  it('is not: the server answered it by name with an error that happens to speak of a session (R64, row 24)', async () => {
    const calls: string[] = [];
    const { client, server } = await handshake(calls, (exchange) => answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code: -32602, message: 'The session argument is wrong' } }, 400));
    expect(await serverError(client.callTool('pay', {}))).toMatchObject({ code: -32602, status: 400 });
    expect([calls, server.methods().filter((method) => method === 'initialize').length]).toEqual([['1'], 1]);
  });

  it.each([
    ['404', 404, ''],
    ['400 and no id', 400, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad Request: No valid session ID provided' } })],
  ])('is sent again when it was turned away at the door, with %s (R64, row 7, bug B9)', async (_how, status, body) => {
    const calls: string[] = [];
    const { client } = await handshake(calls, (exchange) => {
      if (calls.length > 1) answerJson(exchange, result(exchange, { content: [] }));
      else exchange.response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    expect(await client.callTool('pay', {})).toMatchObject({ content: [] });
    expect(calls).toEqual(['1', '2']);
  });
});
