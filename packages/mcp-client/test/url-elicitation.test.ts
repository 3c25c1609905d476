/** URL mode: what may be opened, its end, and the error that wants it first. */
import { describe, expect, it } from 'vitest';
import type { ElicitResult, ElicitUrlRequest, InputContext, RefusedAsk } from '../src/handlers.ts';
import { accepting, askRound, eras, openAsks, rejection, url, ways } from './asking.ts';
import { callText, openHttp, problemsOf, until } from './fixtures.ts';

const completed = (events: { type: string }[]): unknown[] => events.filter(({ type }) => type === 'elicitation-complete');

describe.each(ways)('URL mode over %s, %s', (transport, era) => {
  it('shows the address as it will be opened, and sends no content (P13, row 41, rule H39)', async () => {
    const { elicit, seen } = accepting();
    const { client } = await openAsks(transport, era, { elicit });
    expect(await askRound(client, { page: url('https://example.com/sign-in?flow=1', { elicitationId: 'flow-1' }) })).toEqual({ page: { action: 'accept' } });
    expect(seen[0]?.request).toMatchObject({ mode: 'url', url: 'https://example.com/sign-in?flow=1', message: 'Please sign in.', elicitationId: 'flow-1', retriesCall: client.era === 'modern' });
  });
});

describe('an address', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'portolan://install',
    'ms-settings:',
    'https://google.com@evil.example/',
    'https://user:pw@example.com/',
    'http://example.com/',
    'https://exam\nple.com/',
    'https://example.com/\u202egpj.exe',
    '/relative',
    'https://',
    `https://example.com/${'x'.repeat(9000)}`,
    7,
  ])('is refused: %j (row 41, T:E02, T:E03)', async (address) => {
    const { elicit, seen } = accepting();
    const { client } = await openAsks('http', '2025-11-25', { elicit });
    expect(await askRound(client, { page: url(String(address), { url: address, elicitationId: 'a' }) })).toMatchObject({ page: { error: { code: -32602, message: expect.stringContaining('URL') } } });
    expect(seen).toEqual([]);
  });

  it.each(['https://example.com', 'http://localhost:3000/x', 'http://127.0.0.1/x', 'http://[::1]:80/', 'https://accоunts.example/'])('is taken: %s (row 41)', async (address) => {
    const { elicit, seen } = accepting();
    const { client } = await openAsks('http', '2026-07-28', { elicit });
    await askRound(client, { page: url(address) });
    expect(seen[0]?.request).toMatchObject({ mode: 'url', url: new URL(address).href });
  });
});

describe.each(eras)('what is refused before anybody is asked, %s', (era) => {
  it('is told to the host, with the call it was for (H09, T:E02)', async () => {
    const { elicit } = accepting();
    const refused: RefusedAsk[] = [];
    const { client } = await openAsks('http', era, { elicit, refused: (ask) => refused.push(ask) });
    await askRound(client, { page: url('https://user:pw@evil.example/x') }).catch(() => undefined);
    expect(refused).toMatchObject([{ method: 'elicitation/create', params: { mode: 'url', url: 'https://user:pw@evil.example/x' }, isUndeclared: false, message: 'Unusable elicitation URL: it holds a user name or a password', call: { method: 'tools/call' } }]);
  });
});

describe('the end of an interaction', () => {
  it('is told once, for what was accepted, and not for anything else (rule H47, row 41)', async () => {
    const results: ElicitResult[] = [{ action: 'accept' }, { action: 'decline' }];
    const { client, events } = await openAsks('http', '2025-11-25', { elicit: () => Promise.resolve(results.shift() ?? { action: 'cancel' }) });
    await askRound(client, { a: url('https://example.com/', { elicitationId: 'one' }), b: url('https://example.com/', { elicitationId: 'two' }) });
    for (const id of ['one', 'one', 'two', 'three', 7]) await client.callTool('announce', { id });
    expect(completed(events)).toEqual([{ type: 'elicitation-complete', elicitationId: 'one' }]);
    await until(() => events.some((event) => event.type === 'problem' && event.kind === 'unknown-elicitation' && event.count === 4));
  });
});

describe('error -32042', () => {
  it.each(['stdio', 'http'] as const)('has the page opened and the call sent again, over %s (P04, row 24, row 41)', async (transport) => {
    const { elicit, seen } = accepting();
    const { client } = await openAsks(transport, '2025-11-25', { elicit });
    const ids: number[] = [];
    const { content } = await client.callTool('needs-url', { times: 2 }, { reference: 'call-1', onId: (id) => ids.push(id) });
    expect(content[0]).toMatchObject({ text: 'Connected.' });
    expect(seen.map(({ request, context }) => [(request as ElicitUrlRequest).elicitationId, (request as ElicitUrlRequest).retriesCall, context.round?.number, context.call?.reference])).toEqual([
      ['flow-1', true, 1, 'call-1'],
      ['flow-2', true, 2, 'call-1'],
    ]);
    expect(new Set(ids).size).toBe(3);
  });

  it('stays the error when the person does not want to (row 24, rule H38)', async () => {
    const { client } = await openAsks('http', '2025-11-25', { elicit: () => Promise.resolve({ action: 'decline' }) });
    expect(await rejection(client.callTool('needs-url', {}))).toMatchObject({ name: 'ServerError', code: -32042, kind: 'url-elicitation-required', elicitations: [{ elicitationId: 'flow-1' }] });
  });

  it('stays the error where nobody opens pages, and for pages that nobody may open (row 24)', async () => {
    const none = await openAsks('http', '2025-11-25', {});
    expect(await rejection(none.client.callTool('needs-url', {}))).toMatchObject({ kind: 'url-elicitation-required' });
    const { elicit, seen } = accepting();
    const { client, events } = await openAsks('http', '2025-11-25', { elicit });
    expect(await rejection(client.callTool('needs-url', { url: 'javascript:alert(1)' }))).toMatchObject({ kind: 'input-unusable' });
    expect(seen).toEqual([]);
    await until(() => problemsOf(events).includes('input-refused'));
  });

  it('ends after ten rounds with one that is never satisfied (T:E07)', async () => {
    const { elicit, seen } = accepting();
    const { client } = await openAsks('http', '2025-11-25', { elicit });
    expect(await rejection(client.callTool('needs-url', { times: 1000 }))).toMatchObject({ kind: 'url-elicitation-required' });
    expect(seen).toHaveLength(10);
  });

  it('is told its end while the page is open, so that the host can go on by itself (rule H46)', async () => {
    const { promise: done, resolve } = Promise.withResolvers<ElicitResult>();
    const contexts: InputContext[] = [];
    const { client, events } = await openAsks('http', '2025-11-25', {
      elicit: (_request, context) => {
        contexts.push(context);
        return done;
      },
    });
    client.listen((event) => {
      if (event.type === 'elicitation-complete') resolve({ action: 'accept' });
    });
    const calling = callText(client, 'needs-url');
    await until(() => contexts.length === 1);
    await client.callTool('announce', { id: 'flow-1' });
    expect(await calling).toBe('Connected.');
    expect(completed(events)).toHaveLength(1);
  });
});

describe.each(eras)('nothing is fetched, %s', (era) => {
  it('before or after consent: the engine leaves addresses alone (rule H37, T:E04)', async () => {
    const { client, fixture } = await openHttp('asks', { era }, { handlers: { elicit: accepting().elicit } });
    const before = fixture.requests.length;
    await askRound(client, { page: url(fixture.url.replace('/mcp', '/canary')) });
    expect(fixture.requests.slice(before).filter(({ url: hit }) => hit.includes('canary'))).toEqual([]);
  });
});
