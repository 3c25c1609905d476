/** Cases of single messages: envelopes, pings, cancelling, progress, time limits, error codes. */
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/jsonrpc/message.ts';
import type { Json, JsonObject } from '../../src/jsonrpc/message.ts';
import { callText, openHttp, openTarget, problemsOf, until } from '../fixtures.ts';
import type { LocalError } from '../../src/errors.ts';
import { localError, serverError } from '../rejection.ts';
import { openScripted } from '../scripted-mcp.ts';
import { answerJson, beginStream, event, result } from '../scripted-server.ts';
import type { Exchange } from '../scripted-server.ts';
import { scriptedStdio } from '../scripted-stdio.ts';

const long = { idleMs: 60_000, totalMs: 60_000 };
const content = [{ type: 'text', text: 'done' }];

/** How servers write the id 7 when they get it wrong, and whether request 7 can be meant. */
const oddIds: [written: (id: number) => string, isMeant: boolean][] = [
  [(id) => `"${id}"`, true],
  [(id) => `"${id} "`, false],
  [(id) => `${id}.5`, false],
  [(id) => `"0x${id.toString(16)}"`, false],
  [(id) => `"${id}e0"`, false],
  [(id) => `[${id}]`, false],
  [() => 'true', false],
  [() => '""', false],
  [(id) => `-${id}`, false],
];

describe('an answer whose id is not the number that was sent', () => {
  it('settles a call on stdio only when nothing else can be meant (row 14, T:H09, R24)', async () => {
    const body = `const ids=[${oddIds.map(([idOf]) => idOf.toString()).join(',')}];on['tools/call']=(m)=>{const id=ids[m.params.arguments.at](m.id);write('{"jsonrpc":"2.0","id":'+id+',"result":{"content":[{"type":"text","text":"odd"}]}}\\n');answer(m,text('right'))}`;
    const { client, events } = await openTarget(scriptedStdio('2025-11-25', body));
    for (const [at, [idOf, isMeant]] of oddIds.entries()) expect([idOf(7), await callText(client, 'x', { at })]).toEqual([idOf(7), isMeant ? 'odd' : 'right']);
    expect(problemsOf(events)).toEqual(expect.arrayContaining(['string-id', 'unknown-answer']));
  });

  it('settles a call over HTTP in the same way, and loses at once the one that is not answered (row 14, T:H09, R24)', async () => {
    const { client } = await openScripted('2025-11-25', {
      'tools/call': ({ message, response }) => {
        const args = message.params?.['arguments'];
        const [idOf] = oddIds[isJsonObject(args) ? Number(args['at']) : 0] ?? [String];
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"jsonrpc":"2.0","id":${idOf(message.id ?? 0)},"result":{"content":[{"type":"text","text":"odd"}]}}`);
      },
    });
    for (const [at, [idOf, isMeant]] of oddIds.entries()) {
      const outcome = await callText(client, 'x', { at }).catch(({ kind }: LocalError) => kind);
      expect([idOf(7), outcome]).toEqual([idOf(7), isMeant ? 'odd' : 'request-lost']);
    }
  });
});

describe('ping', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)('measures a round trip, by whatever request the era has for it: %s (row 15)', async (version) => {
    const { client, server } = await openScripted(version, { ping: {} });
    const asked = (): number => server.methods().filter((method) => method === (version === '2026-07-28' ? 'server/discover' : 'ping')).length;
    const before = asked();
    expect(await client.ping()).toBeGreaterThan(0);
    expect(asked()).toBe(before + 1);
  });

  it('of the server is answered on the stream of a call, and without one (row 15)', async () => {
    const answers: unknown[] = [];
    const { client } = await openScripted('2025-11-25', {
      'tools/call': async (exchange) => {
        beginStream(exchange);
        exchange.response.write(event({ jsonrpc: '2.0', id: 'are-you-there', method: 'ping' }));
        await until(() => answers.length > 0);
        exchange.response.end(event(result(exchange, { content })));
      },
      POST: ({ message, response }) => {
        answers.push(message);
        response.writeHead(202).end();
      },
    });
    await client.callTool('x', {});
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 'are-you-there', result: {} }]);
  });
});

describe('giving up', () => {
  it('is told apart: by the caller, for silence, and for the whole time (row 16, row 18, bug B6)', async () => {
    const { client } = await openScripted('2025-11-25', { 'tools/call': () => {}, 'notifications/cancelled': ({ response }) => void response.writeHead(202).end() });
    const controller = new AbortController();
    const calls = [
      localError(client.callTool('x', {}, { limits: long, signal: controller.signal })),
      localError(client.callTool('x', {}, { limits: { ...long, idleMs: 50 } })),
      localError(client.callTool('x', {}, { limits: { ...long, totalMs: 50 } })),
    ];
    setTimeout(() => controller.abort(), 20);
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['cancelled', 'idle-timeout', 'total-timeout']);
  });

  it('for the whole time is told to the server once, as every other end is (row 18, bug B6, rule H73)', async () => {
    const { client, server } = await openScripted('2025-11-25', { 'tools/call': () => {}, 'notifications/cancelled': ({ response }) => void response.writeHead(202).end() });
    await localError(client.callTool('x', {}, { limits: { ...long, totalMs: 50 } }));
    const told = (): unknown[] => server.exchanges.filter(({ message }) => message.method === 'notifications/cancelled').map(({ message }) => message.params?.['requestId']);
    await until(() => told().length > 0);
    expect(told()).toEqual([server.exchanges.find(({ message }) => message.method === 'tools/call')?.message.id]);
  });

  it('makes a late answer a count, without its contents (row 16, rule H74, R25, R26)', async () => {
    const { client, events } = await openTarget(scriptedStdio('2025-11-25', `let held;on['tools/call']=(m)=>{if(m.params.name==='hang')held=m;else{answer(held,text('SECRET of the late answer'));answer(m,text('quick'))}}`));
    await localError(client.callTool('hang', {}, { limits: { idleMs: 50 } }));
    expect(await callText(client, 'quick')).toBe('quick');
    expect(problemsOf(events)).toEqual(['late-answer']);
    expect(JSON.stringify(events)).not.toContain('SECRET');
  });
});

describe('progress', () => {
  it('extends the limit of silence though nobody listens to it (row 18, bug B7)', async () => {
    const { client } = await openTarget(
      scriptedStdio('2025-11-25', `on['tools/call']=(m)=>{let n=0;const t=setInterval(()=>{n+=1;if(n<8)say({method:'notifications/progress',params:{progressToken:m.params._meta.progressToken,progress:n}});else{clearInterval(t);answer(m,text('done'))}},100)}`),
    );
    expect(await client.callTool('x', {}, { limits: { idleMs: 600 } })).toMatchObject({ isError: false });
  });

  it('that is not a number, goes back, or never ends changes nothing about the answer (row 17, R27)', async () => {
    const { client, events } = await openTarget(
      scriptedStdio(
        '2025-11-25',
        `on['tools/call']=(m)=>{const p=(progress)=>say({method:'notifications/progress',params:{progressToken:m.params._meta.progressToken,progress}});[1,'2',null,0.5,2].forEach(p);for(let n=3;n<2000;n++)p(n);write('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":'+m.id+',"progress":1e999}}\\n');p(2000);answer(m,text('done'))}`,
      ),
    );
    const seen: number[] = [];
    expect(await client.callTool('x', {}, { onProgress: ({ progress }) => seen.push(progress) })).toMatchObject({ content });
    expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
    expect(seen.at(-1)).toBe(2000);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    expect(seen.length).toBeLessThan(1000);
    expect(new Set(problemsOf(events))).toEqual(new Set(['progress-shape', 'progress-decreased', 'notification-rate']));
  });
});

describe('the envelope', () => {
  it('is on every modern request, whoever makes it, and on no legacy one (row 22, P03)', async () => {
    const modern = await openHttp('basic', { era: 'modern' });
    await Promise.all([modern.client.listTools(), modern.client.listResources(), modern.client.listPrompts(), modern.client.ping(), modern.client.callTool('echo', { message: 'x' }, { onProgress: () => {} })]);
    const requests = modern.fixture.requests.map(({ json }) => json).filter((json): json is JsonObject & { params: JsonObject } => isJsonObject(json) && json['id'] !== undefined);
    expect(requests.length).toBeGreaterThan(5);
    for (const { params } of requests) {
      expect(params['_meta']).toMatchObject({ 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientInfo': { name: 'portolan-test' }, 'io.modelcontextprotocol/clientCapabilities': {} });
    }
    const legacy = await openHttp('basic', { era: '2025-11-25' });
    await legacy.client.callTool('echo', { message: 'x' });
    expect(legacy.fixture.requests.slice(1).map(({ body }) => body).join('')).not.toContain('io.modelcontextprotocol/');
  });

  it('carries the trace context that the host gives, on every request of either era (row 21, P03)', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const version of ['2025-11-25', '2026-07-28'] as const) {
      const { client, server } = await openScripted(version, { 'tools/call': { content } }, { trace: () => ({ traceparent, tracestate: 'a=1', baggage: 'b=2' }) });
      await client.callTool('x', {});
      const call = server.exchanges.find(({ message }) => message.method === 'tools/call');
      expect(call?.message.params?.['_meta']).toMatchObject({ traceparent, tracestate: 'a=1', baggage: 'b=2' });
    }
  });
});

describe('a result of a type this client does not know', () => {
  it('is refused by name, with all that the server sent kept beside the error (row 23, bug B22)', async () => {
    const sent = { resultType: 'hologram', content, 'x-vendor': { deep: [1, 2] } };
    const { client } = await openScripted('2026-07-28', { 'tools/call': sent });
    const error = await localError(client.callTool('x', {}));
    expect(error).toMatchObject({ kind: 'invalid-result', mayHaveHappened: true, raw: sent });
    expect(error.message).toContain('"hologram"');
  });

  it('is no concern of legacy servers, for which it is just another field (row 23)', async () => {
    const { client } = await openScripted('2025-11-25', { 'tools/call': { resultType: 'hologram', content } });
    expect(await client.callTool('x', {})).toMatchObject({ content });
  });

  it('or that is none at all keeps what was sent, too (row 23, row 14)', async () => {
    const { client } = await openScripted('2025-11-25', { 'tools/call': (exchange) => answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, result: ['a', 1] }), 'tools/list': { tools: 'none' } });
    expect(await localError(client.callTool('x', {}))).toMatchObject({ kind: 'invalid-result', raw: ['a', 1] });
    expect(await localError(client.listTools())).toMatchObject({ kind: 'invalid-result', raw: { tools: 'none' } });
  });
});

describe('error codes', () => {
  const failing = (code: number, message: string, data?: unknown, status = 200) => (exchange: Exchange): void => answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code, message, ...(data === undefined ? {} : { data }) } }, status);

  it.each([
    ['2025-11-25', -32002, 'resource-not-found'],
    ['2026-07-28', -32602, 'resource-not-found'],
    ['2025-11-25', -32602, 'resource-not-found'],
    ['2025-11-25', -32603, 'internal-error'],
    ['2026-07-28', -32021, 'missing-capability'],
    ['2025-11-25', -1, 'other'],
  ] as const)('of %s, %d on reading a resource, means %s (row 24, rule H19, P04)', async (version, code, kind) => {
    const { client } = await openScripted(version, { 'resources/read': failing(code, 'no', { uri: 'x:1' }) });
    expect(await serverError(client.readResource('x:1'))).toMatchObject({ code, kind, message: 'no', data: { uri: 'x:1' } });
  });

  it.each(['2025-11-25', '2026-07-28'] as const)('keep their meaning when they come with an HTTP status: %s (row 24, P04)', async (version) => {
    const { client } = await openScripted(version, { 'tools/call': failing(-32602, 'unknown tool', undefined, 400) });
    expect(await serverError(client.callTool('x', {}))).toMatchObject({ code: -32602, kind: 'invalid-params', message: 'unknown tool', status: 400 });
  });

  it('of our own checks are never the server’s: kinds, not codes, say whose they are (row 24, row 29)', async () => {
    const { client } = await openScripted('2025-11-25', { 'tools/call': failing(-32602, 'from the server') });
    expect(await serverError(client.callTool('x', {}))).toMatchObject({ name: 'ServerError' });
    expect(await localError(client.callTool('x', {}, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'LocalError', kind: 'cancelled' });
  });
});

describe('arguments that cannot be sent', () => {
  it.each(['stdio', 'http'])('because they are nested too deep fail their call at once, as not done, over %s (T:H04)', async (transport) => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as Json;
    const { client } = transport === 'stdio' ? await openTarget(scriptedStdio('2025-11-25', `on['tools/call']=(m)=>answer(m,text('here'))`)) : await openScripted('2025-11-25', { 'tools/call': { content: [{ type: 'text', text: 'here' }] } });
    expect(await localError(client.callTool('x', { deep }))).toMatchObject({ mayHaveHappened: false, message: expect.stringContaining('could not be sent') });
    expect(await callText(client, 'x')).toBe('here');
  });
});
