/** Cases of finding the era and of transports, each as another client got it wrong. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConnectError } from '../../src/errors.ts';
import { connect } from '../../src/connect.ts';
import { callText, isAlive, methodsOf, openHttp, openStdio, openTarget, problemsOf, scratch, startHttp, stdioTarget, until } from '../fixtures.ts';
import { openScripted, startScripted } from '../scripted-mcp.ts';
import { scriptedStdio } from '../scripted-stdio.ts';
import { answerJson, beginStream, event, result } from '../scripted-server.ts';
import type { Exchange } from '../scripted-server.ts';

const identity = { client: { name: 'portolan-test', version: '0' }, capabilities: {} };

async function failure(connecting: Promise<unknown>): Promise<ConnectError> {
  const error: unknown = await connecting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error(`expected a ConnectError, got ${String(error)}`);
  return error;
}

function refusal(code: number, status: number, data: Record<string, unknown> = {}): (exchange: Exchange) => void {
  return (exchange) => answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code, message: `refused with ${code}`, data } }, status);
}

describe('errors that only a modern server sends', () => {
  it.each([
    [-32020, {}],
    [-32021, { requiredCapabilities: { sampling: {} } }],
    [-32022, { supported: ['2027-01-01'] }],
  ])('%d with status 400 never leads to initialize (row 2, row 24, bug B27, H82)', async (code, data) => {
    const server = await startScripted('2025-11-25', { 'server/discover': refusal(code, 400, data) });
    const error = await failure(connect({ ...identity, target: { kind: 'http', url: server.url, headers: {} } }));
    expect(error.kind).toBe('version');
    expect(error.message).toMatch({ [-32020]: /headers/, [-32021]: /sampling/, [-32022]: /2027-01-01/ }[code] ?? /^$/);
    expect(new Set(server.methods())).toEqual(new Set(['server/discover']));
  });

  it('-32022 that names our version is tried once more, and then believed (row 2, row 24)', async () => {
    let asked = 0;
    const again = await openScripted('2026-07-28', {
      'server/discover': (exchange) => {
        asked += 1;
        if (asked === 1) refusal(-32022, 400, { supported: ['2026-07-28'] })(exchange);
        else answerJson(exchange, result(exchange, { supportedVersions: ['2026-07-28'], capabilities: {} }));
      },
    });
    expect([again.client.era, asked]).toEqual(['modern', 2]);
  });
});

describe('finding the era over stdio', () => {
  it.each(['2025-11-25', '2026-07-28'])('takes one process, whose first words on stderr are heard: %s (row 4, bug B24)', async (version) => {
    let stderr = '';
    const target = scriptedStdio(version, `console.error('loading the index of ' + process.pid)`);
    const { processes } = await openTarget(target, { onStderr: (chunk) => (stderr += Buffer.from(chunk).toString()) });
    await until(() => stderr.includes('\n'));
    expect(processes.map(({ type }) => type)).toEqual(['spawned']);
    expect(stderr).toBe(`loading the index of ${processes[0]?.pid}\n`);
  });

  it('never cancels initialize, even when the person gives up (row 16)', async () => {
    const record = path.join(scratch(), 'record');
    const controller = new AbortController();
    const processes: string[] = [];
    const connecting = failure(connect({ ...identity, target: stdioTarget('silent', { record }), era: 'legacy', signal: controller.signal, onProcess: ({ type }) => processes.push(type) }));
    await until(() => existsSync(record) && methodsOf(record).includes('initialize'));
    controller.abort();
    expect((await connecting).kind).toBe('cancelled');
    await until(() => processes.includes('gone'));
    expect(methodsOf(record)).toEqual(['initialize']);
  });
});

describe('a remembered era', () => {
  it.each(['stdio', 'http'])('that is modern still opens the stream of changes, over %s (row 5, row 31, row 34)', async (transport) => {
    const verdict = { era: 'modern' as const, protocolVersion: '2026-07-28', at: Date.now() };
    const { client, events } = await (transport === 'stdio' ? openStdio : openHttp)('list-changing', { era: 'modern' }, { verdict });
    await client.callTool('poke', {});
    const isTold = (): boolean => events.some((told) => told.type === 'list-changed' && told.list === 'tools');
    await until(isTold);
    expect(client.era).toBe('modern');
  });

  it('is dated, so that the caller can see its age (row 5)', async () => {
    const before = Date.now();
    const { verdict } = await openScripted('2025-06-18', {});
    expect(verdict).toMatchObject({ era: 'legacy', protocolVersion: '2025-06-18' });
    expect(verdict.at).toBeGreaterThanOrEqual(before);
    expect(verdict.at).toBeLessThanOrEqual(Date.now());
  });
});

describe('closing', () => {
  it('settles calls in flight and ends grandchildren that hold the pipes (row 6, bug B1, R39)', async () => {
    const body = `const child=require('child_process').spawn('sleep',['60'],{stdio:'inherit'});on['tools/call']=(m)=>{if(m.params.name==='pid')answer(m,text(String(child.pid)))}`;
    const { client, events, processes } = await openTarget(scriptedStdio('2025-11-25', body));
    const grandchild = Number(await callText(client, 'pid'));
    expect(isAlive(grandchild)).toBe(true);
    const waiting = client.callTool('never answered', {}).catch((error: unknown) => error);
    await client.close();
    expect(await waiting).toMatchObject({ name: 'LocalError', kind: 'connection-closed', mayHaveHappened: true, closeReason: { kind: 'closed-by-us' } });
    expect(await client.closed).toEqual({ kind: 'closed-by-us' });
    expect(events.at(-1)).toEqual({ type: 'closed', reason: { kind: 'closed-by-us' } });
    expect([isAlive(grandchild), processes.at(-1)?.type]).toEqual([false, 'gone']);
  });

  it('ends a legacy session with one DELETE that carries its id (row 7, H80)', async () => {
    const { client, fixture } = await openHttp('basic', { era: '2025-11-25' });
    await client.close();
    const [ended, ...more] = fixture.requests.filter(({ method }) => method === 'DELETE');
    expect(more).toEqual([]);
    expect(ended?.headers['mcp-session-id']).toMatch(/./);
    expect(fixture.sessionCount).toBe(0);
  });

  it('sends no DELETE in the modern era, which has no sessions (row 8)', async () => {
    const { client, fixture } = await openHttp('basic', { era: '2026-07-28' });
    await client.listTools();
    await client.close();
    expect(fixture.requests.filter(({ method }) => method !== 'POST')).toEqual([]);
    expect(fixture.requests.filter(({ headers }) => headers['mcp-session-id'] !== undefined)).toEqual([]);
  });
});

describe('a stream that ends before its answer', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)('ends the call at once, with its reason, and the next call works: %s (row 9, bug B8)', async (version) => {
    let calls = 0;
    const { client, server } = await openScripted(version, {
      'tools/call': (exchange) => {
        calls += 1;
        if (calls > 1) return answerJson(exchange, result(exchange, { content: [] }));
        beginStream(exchange);
        exchange.response.write(event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: exchange.message.id, progress: 1 } }));
        exchange.response.end();
      },
    });
    const seen: number[] = [];
    const error: unknown = await client.callTool('x', {}, { onProgress: ({ progress }) => seen.push(progress), limits: { idleMs: 60_000 } }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'LocalError', kind: 'request-lost', mayHaveHappened: true, lost: { kind: 'stream-ended' }, message: expect.stringContaining('before the answer came') });
    expect(seen).toEqual([1]);
    expect(await client.callTool('x', {})).toMatchObject({ content: [] });
    expect(server.exchanges.filter(({ request }) => request.headers['last-event-id'] !== undefined)).toEqual([]);
  });

  it('is not resumed in the modern era, even when its events carry ids (row 8, row 9)', async () => {
    const { client, server } = await openScripted('2026-07-28', {
      'tools/call': (exchange) => {
        beginStream(exchange);
        exchange.response.end(event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }, { id: 'event-1' }));
      },
    });
    await expect(client.callTool('x', {})).rejects.toMatchObject({ kind: 'request-lost' });
    await client.close();
    expect(server.exchanges.filter(({ request }) => request.method !== 'POST')).toEqual([]);
  });
});

describe('batches', () => {
  const batch = (exchange: Exchange): unknown[] => [
    { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'in the batch' } },
    result(exchange, { content: [{ type: 'text', text: 'out of the batch' }] }),
  ];

  it.each([
    ['JSON', (exchange: Exchange) => answerJson(exchange, batch(exchange))],
    [
      'an event',
      (exchange: Exchange) => {
        beginStream(exchange);
        exchange.response.end(event(batch(exchange)));
      },
    ],
  ])('are split when they come as %s (row 11, bug B19, R21)', async (_form, call) => {
    const { client, events } = await openScripted('2025-03-26', { 'tools/call': call });
    expect(await callText(client, 'x')).toBe('out of the batch');
    expect(events.filter(({ type }) => type === 'log')).toMatchObject([{ data: 'in the batch' }]);
    expect(problemsOf(events)).toContain('batch');
  });

  it('are split on stdio (row 11, bug B19, R21)', async () => {
    const { client, events } = await openTarget(
      scriptedStdio('2025-03-26', `on['tools/call']=(m)=>write(JSON.stringify([{jsonrpc:'2.0',method:'notifications/message',params:{level:'info',data:'in the batch'}},{jsonrpc:'2.0',id:m.id,result:text('out of the batch')}])+'\\n')`),
    );
    expect(await callText(client, 'x')).toBe('out of the batch');
    expect(events.filter(({ type }) => type === 'log')).toMatchObject([{ data: 'in the batch' }]);
  });

  it('are split on HTTP+SSE (row 11, bug B19, R21)', async () => {
    let stream: Exchange['response'] | undefined;
    const server = await startScripted('2024-11-05', {
      GET: (exchange) => {
        beginStream(exchange);
        stream = exchange.response;
        stream.write(event('/messages', { type: 'endpoint' }));
      },
      initialize: (exchange) => {
        exchange.response.writeHead(202).end();
        stream?.write(event(result(exchange, { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } })));
      },
      'tools/call': (exchange) => {
        exchange.response.writeHead(202).end();
        stream?.write(event(batch(exchange)));
      },
    });
    const { client } = await openTarget({ kind: 'http', url: server.url, headers: {}, transport: 'sse' });
    expect(await callText(client, 'x')).toBe('out of the batch');
  });
});

describe('HTTP+SSE', () => {
  it.each([400, 404, 405])('is found by itself behind a POST answered with %d (row 10, H83)', async (status) => {
    const old = await startHttp('basic', { era: '2024-11-05' });
    const { client, verdict } = await openTarget({ kind: 'http', url: old.url, headers: {}, fetch: answering(status) });
    expect([client.transport, verdict.protocolVersion]).toEqual(['sse', '2024-11-05']);
    expect(await callText(client, 'echo', { message: 'hi' })).toBe('Echo: hi');
  });
});

/** Turns the status with which the old server refuses a POST on its stream's address into another one. */
function answering(status: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    return response.status >= 400 && response.status < 500 && init?.method === 'POST' ? new Response(null, { status }) : response;
  };
}
