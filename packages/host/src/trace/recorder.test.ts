import { CallId, ServerId } from '@portolan/contract/ids';
import type { JsonRpcMessage } from '@portolan/mcp-client/jsonrpc/message';
import type { TapEvent } from '@portolan/mcp-client/transport/transport';
import { describe, expect, it } from 'vitest';
import { toEntryView, toSummary } from './entry-view.ts';
import { KnownSecrets } from './known-secrets.ts';
import { Redactor } from './redact.ts';
import { TraceStore } from './trace-store.ts';

const server = ServerId.parse('s1');

function setUp() {
  const store = new TraceStore();
  const trace = store.of(server);
  const recorder = trace.connection();
  const redactor = new Redactor(new KnownSecrets());
  return {
    store,
    trace,
    recorder,
    rows: () => store.after(0, 1_000_000).map((entry) => toSummary(entry, redactor)),
    row: (id: number) => {
      const entry = store.find(server, id);
      if (entry === null) throw new Error(`no entry ${id}`);
      return toEntryView(entry, redactor);
    },
  };
}

const message = (direction: 'out' | 'in', body: object): TapEvent => ({ kind: 'message', direction, at: Date.now(), bytes: JSON.stringify(body).length, message: body as JsonRpcMessage });
const request = (id: number | string, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const answer = (id: number | string | null, result: object = {}) => ({ jsonrpc: '2.0', id, result });
const settled = (id: number, outcome: 'answered' | 'cancelled' | 'timeout' | 'lost', reason?: string): TapEvent => ({ kind: 'settled', at: Date.now(), id, outcome, ...(reason === undefined ? {} : { reason }) });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('pairing (S15)', () => {
  it('finds the request of each answer, out of order, with how long it took and both sizes (S15)', () => {
    const { recorder, rows } = setUp();
    for (const id of [1, 2, 3]) recorder.tap(message('out', request(id, 'tools/call', { name: `tool-${id}` })));
    for (const id of [3, 1, 2]) {
      recorder.tap(message('in', answer(id, { n: id })));
      recorder.tap(settled(id, 'answered'));
    }
    expect(rows().map(({ requestId, subject, status }) => [requestId, subject, status])).toEqual([[1, 'tool-1', 'ok'], [2, 'tool-2', 'ok'], [3, 'tool-3', 'ok']]);
    for (const row of rows()) {
      expect(row.durationMs).toBeGreaterThanOrEqual(0);
      expect(row.bytes).toBe(JSON.stringify(request(1, 'tools/call', { name: 'tool-1' })).length + JSON.stringify(answer(1, { n: 1 })).length);
    }
  });

  it('tells an error, a failed tool, a timeout, a cancelled and a lost request apart; late answers change nothing (S15, R26)', async () => {
    const { recorder, rows, row } = setUp();
    for (const id of [1, 2, 3, 4, 5, 6]) recorder.tap(message('out', request(id, 'tools/call', { name: 't' })));
    recorder.tap(message('in', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }));
    recorder.tap(message('in', answer(2, { isError: true, content: [] })));
    recorder.tap(settled(3, 'timeout', 'did not finish'));
    recorder.tap(settled(4, 'cancelled'));
    recorder.tap(settled(5, 'lost', 'its stream ended'));
    recorder.tap(message('in', answer(4, { late: true })));
    await turn();
    expect(rows().map(({ status, isProblem }) => [status, isProblem])).toEqual([['error', true], ['tool-error', true], ['timeout', true], ['cancelled', false], ['lost', true], ['pending', false]]);
    expect(row(3)).toMatchObject({ text: 'did not finish', response: null });
    // The late answer is shown with the call that it belongs to.
    expect(row(4).response?.text).toContain('late');
    recorder.end();
    expect(rows().at(-1)?.status).toBe('lost');
  });

  it('shows answers to nothing as rows of their own, and takes one whose id was guessed to its request (S15, P02)', async () => {
    const { recorder, rows, row } = setUp();
    recorder.tap(message('out', request(1, 'ping')));
    recorder.tap(message('in', { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'cannot read' } }));
    recorder.tap(settled(1, 'answered'));
    recorder.tap(message('in', answer(99)));
    recorder.tap(message('in', answer(1)));
    await turn();
    expect(rows().map(({ kind, requestId, status, isProblem }) => [kind, requestId, status, isProblem])).toEqual([['request', 1, 'error', true], ['response', 99, 'ok', true], ['response', 1, 'ok', true]]);
    expect(row(1).response?.text).toContain('cannot read');
  });

  it('keeps ids of both sides apart and pairs what the server asks of us, cancelled or answered (S15)', () => {
    const { recorder, rows } = setUp();
    recorder.tap(message('out', request(1, 'tools/call', { name: 'a' })));
    recorder.tap(message('in', request(1, 'sampling/createMessage')));
    recorder.tap(message('in', request('x', 'roots/list')));
    recorder.tap(message('out', answer(1)));
    recorder.tap(message('in', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'x', reason: 'changed my mind' } }));
    recorder.tap(message('in', answer(1)));
    expect(rows().map(({ direction, method, requestId, status, subject }) => [direction, method, requestId, status, subject])).toEqual([
      ['out', 'tools/call', 1, 'ok', 'a'],
      ['in', 'sampling/createMessage', 1, 'ok', ''],
      ['in', 'roots/list', 'x', 'cancelled', ''],
      ['in', 'notifications/cancelled', null, null, 'changed my mind'],
    ]);
  });

  it('counts the progress of a request, and keeps each notification (S15)', () => {
    const { recorder, rows } = setUp();
    recorder.tap(message('out', request(7, 'tools/call', { name: 'slow', _meta: { progressToken: 7 } })));
    for (const progress of [1, 2, 3]) recorder.tap(message('in', { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress, total: 3 } }));
    recorder.tap(message('in', { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 8, progress: 1 } }));
    expect(rows()[0]).toMatchObject({ progress: 3, status: 'pending' });
    expect(rows().slice(1).map(({ subject }) => subject)).toEqual(['1 / 3', '2 / 3', '3 / 3', '1']);
  });

  it('settles what a broken connection left open when the next one uses its ids again (S15, R26)', () => {
    const { recorder, rows, trace } = setUp();
    recorder.tap(message('out', request(1, 'server/discover')));
    recorder.tap(message('out', request(1, 'initialize', { protocolVersion: '2025-11-25' })));
    recorder.tap(message('in', answer(1, { protocolVersion: '2025-06-18' })));
    recorder.end();
    trace.connection().tap(message('in', answer(1)));
    expect(rows().map(({ method, status }) => [method, status])).toEqual([['server/discover', 'lost'], ['initialize', 'ok']]);
  });

  it('survives messages that are none of what they claim (S15, P02)', async () => {
    const { recorder, rows } = setUp();
    for (const body of [{}, { id: {} }, { method: 7 }, { method: '', id: [] }, { id: 1, method: 'x', params: 'text' }, { method: 'notifications/progress', params: { progressToken: { a: 1 } } }, { id: 1, error: null, result: null }, JSON.parse('{"__proto__":{"method":"x"},"id":"__proto__"}') as object]) {
      for (const direction of ['in', 'out'] as const) recorder.tap(message(direction, body));
    }
    await turn();
    expect(rows().length).toBeGreaterThan(8);
    expect(({} as { method?: string }).method).toBeUndefined();
  });
});

describe('era and exchanges (S15)', () => {
  it('shows the revision each message is of, also while it is being found out (S15, P01)', () => {
    const { recorder, rows } = setUp();
    recorder.tap(message('out', request(1, 'server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } })));
    recorder.tap(message('out', request(2, 'initialize', { protocolVersion: '2025-11-25' })));
    recorder.tap(message('in', answer(2, { protocolVersion: '2025-03-26' })));
    recorder.tap(message('out', { jsonrpc: '2.0', method: 'notifications/initialized' }));
    recorder.established('legacy', '2025-03-26');
    recorder.tap(message('out', request(3, 'tools/list')));
    expect(rows().map(({ era, protocolVersion }) => [era, protocolVersion])).toEqual([['modern', '2026-07-28'], ['legacy', '2025-11-25'], ['legacy', '2025-03-26'], ['legacy', '2025-03-26']]);
  });

  it('ties an exchange to the message it carried, both ways (S15)', () => {
    const { recorder, row, rows } = setUp();
    const sent = message('out', request(1, 'tools/call', { name: 'echo' }));
    recorder.tap(sent);
    if (sent.kind !== 'message') throw new Error('no message');
    recorder.tap({ kind: 'http', at: 1, method: 'POST', url: 'http://127.0.0.1/mcp', status: 503, durationMs: 4.2, requestHeaders: { accept: 'x' }, responseHeaders: { 'retry-after': '1' }, message: sent.message });
    recorder.tap({ kind: 'http', at: 2, method: 'GET', url: 'http://127.0.0.1/mcp', durationMs: 1, requestHeaders: {}, message: sent.message });
    expect(row(1).exchanges.map(({ status, durationMs }) => [status, durationMs])).toEqual([[503, 4.2], [null, 1]]);
    expect(row(2)).toMatchObject({ request: { text: expect.stringContaining('echo') as string }, summary: { status: 'error', httpStatus: 503, isProblem: true } });
    expect(rows().map(({ kind }) => kind)).toEqual(['request', 'http', 'http']);
  });

  it('finds the exchange of a call, the newest when it was sent again, none when it is gone (S15)', () => {
    const { recorder, store } = setUp();
    const callId = CallId.parse('call-1');
    recorder.noteCall(callId, 4);
    recorder.tap(message('out', request(4, 'tools/call', { name: 'a' })));
    expect(store.findCall(callId)?.requestId).toBe(4);
    recorder.tap(message('in', { jsonrpc: '2.0', id: 4, error: { code: -32020, message: 'headers' } }));
    recorder.noteCall(callId, 6);
    recorder.tap(message('out', request(6, 'tools/call', { name: 'a' })));
    recorder.tap(message('in', answer(6)));
    expect(store.findCall(callId)?.requestId).toBe(6);
    store.clear(server);
    expect(store.findCall(callId)).toBeNull();
  });
});

describe('recording switched off (S15)', () => {
  it('keeps nothing new, but still ends what was open', () => {
    const { recorder, rows, store } = setUp();
    recorder.tap(message('out', request(1, 'tools/list')));
    store.setRecording(server, false);
    recorder.tap(message('out', request(2, 'tools/list')));
    recorder.tap(message('in', answer(1)));
    recorder.tap(message('in', answer(2)));
    recorder.tap({ kind: 'junk', at: 1, bytes: 4, text: 'junk' });
    expect(rows().map(({ requestId, status }) => [requestId, status])).toEqual([[1, 'ok']]);
    store.setRecording(server, true);
    recorder.tap(message('out', request(3, 'tools/list')));
    expect(rows()).toHaveLength(2);
  });
});
