/** Faults of the network at the engine's edge: what the whole client makes of them, and whether it goes on afterwards. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConnectError } from '../../src/errors.ts';
import { connect } from '../../src/connect.ts';
import { networkLost } from '../../src/transport/http-failure.ts';
import { afterTest, callText, openTarget, problemsOf, until } from '../fixtures.ts';
import { localError, serverError } from '../rejection.ts';
import { openScripted } from '../scripted-mcp.ts';
import { answerJson, beginStream, event } from '../scripted-server.ts';

const identity = { client: { name: 'portolan-test', version: '0' }, capabilities: {} };

async function failure(url: string, more: Partial<Parameters<typeof connect>[0]> = {}): Promise<ConnectError> {
  const error: unknown = await connect({ ...identity, target: { kind: 'http', url, headers: {} }, ...more }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error(`expected a ConnectError, got ${String(error)}`);
  return error;
}

/** A server that accepts connections and does with them what the test says. */
async function sockets(onSocket: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createSocketServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A legacy server that can be taken down and brought back at the same address. */
async function switchable(host = '127.0.0.1'): Promise<{ url: string; stop: () => Promise<void>; start: () => Promise<void>; streams: () => number }> {
  let server: Server | undefined;
  let port = 0;
  let streams = 0;
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (request.method === 'GET') {
          streams += 1;
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }, { retry: 100 }));
          return;
        }
        const message = body === '' ? {} : (JSON.parse(body) as { id?: number; method?: string });
        if (message.id === undefined) return void response.writeHead(202).end();
        const capabilities = { tools: { listChanged: true } };
        const results: Record<string, unknown> = { initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } }, 'tools/call': { content: [{ type: 'text', text: 'here' }] } };
        const found = results[message.method ?? ''];
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(found === undefined ? { error: { code: -32601, message: 'no' } } : { result: found }) }));
      });
    });
    await new Promise<void>((resolve) => server?.listen(port, host, resolve));
    port = (server.address() as AddressInfo).port;
  };
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => server?.close(resolve));
    server?.closeAllConnections();
    await ended;
  };
  await start();
  afterTest(stop);
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp`, stop, start, streams: () => streams };
}

describe('a server that cannot be reached', () => {
  it('has a name nobody knows, which is said with the name (R45)', async () => {
    const error = await failure('http://no-such-host.invalid/mcp');
    expect(error.kind).toBe('network');
    expect(error.message).toMatch(/no-such-host\.invalid.*(?:not known|could not be looked up)/);
  });

  it.each([
    ['accepts and says nothing', 'http:', () => {}],
    ['accepts and lets TLS wait', 'https:', () => {}],
    ['sends half a status line', 'http:', (socket: Socket) => void socket.write('HTTP/1.1 20')],
    ['sends headers without end', 'http:', (socket: Socket) => void setInterval(() => socket.writable && socket.write('X-A: b\r\n'), 20).unref()],
  ])('%s over %s: the handshake ends at its limit, and nothing stays behind (R47, R48, R50)', async (_what, scheme, act) => {
    const port = await sockets(act);
    const error = await failure(`${scheme}//127.0.0.1:${port}/mcp`, { handshakeMs: 300 });
    expect(['timeout', 'network', 'not-mcp']).toContain(error.kind);
    expect(error.attempts.length).toBeGreaterThan(0);
  });

  it.each([
    ['ENOTFOUND', /host name is not known/],
    ['EAI_AGAIN', /DNS does not answer/],
    ['ENETUNREACH', /network is not reachable/],
    ['EHOSTUNREACH', /host is not reachable/],
    ['UND_ERR_CONNECT_TIMEOUT', /not accepted in time/],
    ['EADDRNOTAVAIL', /no address to connect from/],
  ])('is told apart by %s: nothing was sent, and why is said (R45, R46, R48, R71, R72)', (code, message) => {
    const several = new AggregateError([Object.assign(new Error('one address'), { code }), Object.assign(new Error('another'), { code })], '');
    for (const cause of [several, Object.assign(new Error('connect'), { code })]) {
      expect(networkLost(new TypeError('fetch failed', { cause }), 'https://h/')).toMatchObject({ kind: 'network', isUnsent: true, message: expect.stringMatching(message) });
    }
  });

  it.each([
    ['CERT_HAS_EXPIRED', /expired/],
    ['CERT_NOT_YET_VALID', /clock of this machine/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /intermediate certificate/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /not known/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /http: instead of https:/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /TLS could not be agreed on/],
  ])('has a certificate that is refused with %s: nothing was sent, and why is said (R47)', (code, message) => {
    const cause = Object.assign(new Error('tls'), { code });
    expect(networkLost(new TypeError('fetch failed', { cause }), 'https://h/')).toMatchObject({ kind: 'network', isUnsent: true, message: expect.stringMatching(message) });
  });
});

describe('the way to a server', () => {
  it('may be IPv6 alone (R71)', async () => {
    const server = await switchable('::1');
    const { client } = await openTarget({ kind: 'http', url: server.url, headers: {} });
    expect(await callText(client, 'x')).toBe('here');
  });

  it('is found when a name stands for an address that does not answer and one that does (R71)', async () => {
    const server = await switchable('127.0.0.1');
    const { client } = await openTarget({ kind: 'http', url: server.url.replace('127.0.0.1', 'localhost'), headers: {} });
    expect(await callText(client, 'x')).toBe('here');
  });

  it('is not bent by proxies that the environment names: that is the choice of whoever connects (R71)', async () => {
    let hits = 0;
    const proxy = await sockets(() => (hits += 1));
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'] as const;
    const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy}`;
    try {
      const server = await switchable();
      const { client } = await openTarget({ kind: 'http', url: server.url, headers: {} });
      expect(await callText(client, 'x')).toBe('here');
      expect(hits).toBe(0);
    } finally {
      for (const name of names) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      }
    }
  });

  it('that goes through a fetch of the host’s own is used for everything (R71)', async () => {
    const server = await switchable();
    const asked: string[] = [];
    const { client } = await openTarget({ kind: 'http', url: 'http://name-known-to-the-proxy.invalid/mcp', headers: {}, fetch: async (_input, init) => {
      asked.push(init?.method ?? 'GET');
      const { body, status, headers: received } = await fetch(server.url, init);
      return new Response(body, { status, headers: received });
    } });
    expect(await callText(client, 'x')).toBe('here');
    expect(new Set(asked)).toEqual(new Set(['POST', 'GET']));
  });
});

describe('a server that is away for a while', () => {
  it('costs the calls made meanwhile, which were surely not sent, and is of use again when it is back (R72, R46)', async () => {
    const server = await switchable();
    const { client, events } = await openTarget({ kind: 'http', url: server.url, headers: {} });
    expect(await callText(client, 'x')).toBe('here');
    await until(() => server.streams() === 1);
    await server.stop();
    // The end of the connections is noticed before the next request, not by it.
    await wait(20);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await localError(client.callTool('x', {}))).toMatchObject({ kind: 'request-lost', mayHaveHappened: false, lost: { kind: 'network', isUnsent: true } });
    }
    await server.start();
    expect(await callText(client, 'x')).toBe('here');
    // The stream comes back by itself, and says what was missed.
    await until(() => server.streams() === 2);
    await until(() => events.filter(({ type }) => type === 'list-changed').length === 2);
    expect(problemsOf(events)).toContain('stream-ended');
    expect(events.filter(({ type }) => type === 'closed')).toEqual([]);
  });

  it('in the middle of a call loses that call at once, as one that may have happened (R49, R72)', async () => {
    const { client, server } = await openScripted('2026-07-28', { 'tools/call': (exchange) => beginStream(exchange) });
    const calling = localError(client.callTool('x', {}, { limits: { idleMs: 60_000 } }));
    await until(() => server.methods().includes('tools/call'));
    await wait(20);
    await server.close();
    expect(await calling).toMatchObject({ kind: 'request-lost', mayHaveHappened: true, lost: { kind: 'stream-ended' } });
  });
});

describe('a server replaced by one of another version', () => {
  it('that refuses the version is told apart from one that fails, with the versions it speaks (R66, H82)', async () => {
    let isNew = false;
    const { client, events } = await openScripted('2026-07-28', {
      'tools/call': (exchange) => {
        if (isNew) answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2027-03-01'], requested: '2026-07-28' } } }, 400);
        else answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, result: { content: [] } });
      },
    });
    await client.callTool('x', {});
    isNew = true;
    expect(await serverError(client.callTool('x', {}))).toMatchObject({ kind: 'unsupported-version', code: -32022, supportedVersions: ['2027-03-01'], status: 400 });
    expect(events).toContainEqual({ type: 'version-refused', supported: ['2027-03-01'] });
  });

  it.each([
    ['an old one that wants a session', 400, 'Bad Request: Mcp-Session-Id header is required'],
    ['an old one that does not know the method', 404, ''],
    ['a page', 200, '<html><title>Moved</title></html>'],
  ])('is %s: the call fails with what came, and the connection can be closed and made anew (R66, R55)', async (_what, status, body) => {
    const { client } = await openScripted('2026-07-28', { 'tools/call': ({ response }) => void response.writeHead(status, { 'content-type': body.startsWith('<') ? 'text/html' : 'text/plain' }).end(body) });
    const error = await localError(client.callTool('x', {}));
    expect(error).toMatchObject({ kind: 'request-lost', mayHaveHappened: true, lost: { status } });
    expect(error.message).toMatch(body === '' ? /HTTP 404/ : /Mcp-Session-Id|Moved/);
    await client.close();
    expect(await client.closed).toEqual({ kind: 'closed-by-us' });
  });

  it('gets its version header from the revision that was agreed on (R66, P03)', async () => {
    for (const version of ['2025-06-18', '2025-11-25', '2026-07-28'] as const) {
      const { client, server } = await openScripted(version, { 'tools/call': { content: [] } });
      await client.callTool('x', {});
      expect(server.exchanges.find(({ message }) => message.method === 'tools/call')?.request.headers['mcp-protocol-version']).toBe(version);
    }
  });
});
