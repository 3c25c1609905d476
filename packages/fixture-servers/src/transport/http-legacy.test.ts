import { describe, expect, it } from 'vitest';
import { eventsOf, messagesOf, openHttp, openSession, post, postModern, readUntil } from '../../test/raw-http.ts';
import { initializeParams, modernParams, resultOf } from '../../test/messages.ts';

async function probe(how: string): Promise<Response> {
  return postModern((await openHttp('basic', { era: '2025-11-25', probe: how })).url, 'server/discover');
}

describe('legacy Streamable HTTP', () => {
  it('keeps sessions: id at initialize, 400 without, 404 when unknown, gone after DELETE (P02, R64)', async () => {
    const fixture = await openHttp('basic', { era: '2025-11-25' });
    const session = await openSession(fixture.url);
    expect(fixture.sessionCount).toBe(1);
    const list = { jsonrpc: '2.0', id: 5, method: 'tools/list' };
    expect((await post(fixture.url, list)).status).toBe(400);
    expect((await post(fixture.url, list, { 'mcp-session-id': 'made-up' })).status).toBe(404);
    expect((await session.delete()).status).toBe(200);
    expect((await session.post(list)).status).toBe(404);
    expect(fixture.sessionCount).toBe(0);
  });

  it('forgets its sessions as after a restart (R64, try-out 31)', async () => {
    const fixture = await openHttp('basic', { era: '2025-11-25' });
    const session = await openSession(fixture.url);
    fixture.forgetSessions();
    expect((await session.post({ jsonrpc: '2.0', id: 2, method: 'ping' })).status).toBe(404);
    const renewed = await openSession(fixture.url);
    expect(resultOf((await renewed.request('ping')).at(-1) ?? {})).toEqual({});
  });

  it('sends changes on the GET stream, and what came before it was open (P09)', async () => {
    const fixture = await openHttp('list-changing', { era: '2025-11-25' });
    const session = await openSession(fixture.url);
    await session.request('tools/call', { name: 'poke' });
    const text = await readUntil(await session.get(), (seen) => seen.includes('resources/list_changed'));
    expect(text).toContain('notifications/tools/list_changed');
    expect((await session.get()).status).toBe(409);
  });

  it('gives the response of a cut stream to a client that resumes it (R61)', async () => {
    const fixture = await openHttp('http-faults', { era: '2025-11-25', fault: 'cut-call' });
    const session = await openSession(fixture.url);
    const response = await session.post({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'cut-call', _meta: { progressToken: 1 } } });
    let seen = '';
    await expect(readUntil(response, (text) => {
      seen = text;
      return false;
    })).rejects.toThrow('terminated');
    const [progress] = eventsOf(seen);
    expect(progress?.data).toContain('now the connection breaks');
    const rest = await messagesOf(await session.get(progress?.id));
    expect(rest).toMatchObject([{ id: 4, result: { content: [{ text: 'fetched after the cut' }] } }]);
  });

  it('answers with one JSON body, without sessions, without a GET stream when asked to (P02)', async () => {
    const fixture = await openHttp('basic', { era: '2025-11-25', response: 'json', sessions: false, get: false });
    const response = await post(fixture.url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams('2025-11-25') });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect(await messagesOf(await post(fixture.url, { jsonrpc: '2.0', id: 2, method: 'tools/list' }))).toMatchObject([{ id: 2, result: {} }]);
    expect((await fetch(fixture.url, { headers: { accept: 'text/event-stream' } })).status).toBe(405);
  });

  it('begins again with what was delivered already, and names a retry time, when asked to (R62, R63)', async () => {
    const fixture = await openHttp('list-changing', { era: '2025-11-25', replay: true, retry: 0 });
    const session = await openSession(fixture.url);
    await session.request('tools/call', { name: 'poke' });
    const gone = new AbortController();
    const first = await readUntil(await session.get(undefined, gone.signal), (seen) => seen.includes('resources/list_changed'));
    expect(first).toMatch(/^retry: 0\n\n/);
    gone.abort();
    const last = eventsOf(first).at(-1)?.id;
    await expect.poll(() => fixture.requests.some(({ method, aborted }) => method === 'GET' && aborted)).toBe(true);
    const again = await readUntil(await session.get(last), (seen) => seen.includes('resources/list_changed'));
    expect(eventsOf(again)).toEqual(eventsOf(first));
  });

  it('ends the GET stream as soon as it is open when asked to (R61)', async () => {
    const session = await openSession((await openHttp('basic', { era: '2025-11-25', get: 'close' })).url);
    expect(await (await session.get()).text()).toBe('');
    expect(await (await session.get()).text()).toBe('');
  });

  it('insists on media types and on a version that it speaks (P02)', async () => {
    const { url } = await openHttp('basic', { era: '2025-11-25' });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post(url, ping, { accept: 'application/json' })).status).toBe(406);
    expect((await post(url, ping, { 'content-type': 'text/plain' })).status).toBe(415);
    const session = await openSession(url);
    expect((await post(url, ping, { ...session.headers, 'mcp-protocol-version': '2019-01-01' })).status).toBe(400);
  });

  it('meets the modern probe in the way that is asked for (P01)', async () => {
    expect((await probe('error')).status).toBe(400);
    for (const status of ['404', '405', '500', '202']) expect((await probe(status)).status).toBe(Number(status));
    expect((await probe('html')).headers.get('content-type')).toBe('text/html');
  });

  it('takes batches in 2025-03-26 alone (R21)', async () => {
    const batch = [{ jsonrpc: '2.0', id: 'a', method: 'ping' }, { jsonrpc: '2.0', id: 'b', method: 'tools/list' }];
    const old = await openSession((await openHttp('basic', { era: '2025-03-26' })).url, '2025-03-26');
    expect(new Set((await messagesOf(await old.post(batch))).map((message) => message['id']))).toEqual(new Set(['a', 'b']));
  });
});

describe('HTTP+SSE of 2024-11-05', () => {
  it.each([['/mcp', { era: '2024-11-05' }], ['/sse', { era: '2025-11-25' }]])('names its endpoint and answers on the stream at %s (P02)', async (path, options) => {
    const fixture = await openHttp('basic', options);
    const url = new URL(path, fixture.url);
    const stream = await fetch(url, { headers: { accept: 'text/event-stream' } });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? '';
    const [endpoint] = eventsOf(first);
    expect(endpoint?.event).toBe('endpoint');
    const accepted = await post(new URL(endpoint?.data ?? '', url).href, { jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams('2024-11-05') });
    expect(accepted.status).toBe(202);
    expect((await reader?.read())?.value).toContain('"protocolVersion":"2024-11-05"');
    await reader?.cancel();
  });

  it('names a hostile endpoint when asked to (P02)', async () => {
    const fixture = await openHttp('basic', { era: '2024-11-05', endpoint: 'https://elsewhere.invalid/messages' });
    expect(await readUntil(await fetch(fixture.url), (text) => text.includes('\n\n'))).toBe('event: endpoint\ndata: https://elsewhere.invalid/messages\n\n');
  });

  it('answers a POST to its stream with 405, so that a client can tell (P01, P02)', async () => {
    const fixture = await openHttp('basic', { era: '2024-11-05' });
    expect(fixture.url).toMatch(/\/sse$/);
    const response = await post(fixture.url, { jsonrpc: '2.0', id: 1, method: 'server/discover', params: modernParams() });
    expect(response.status).toBe(405);
  });
});
